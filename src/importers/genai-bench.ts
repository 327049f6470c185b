import type { Source } from '../records/bytes.ts';
import type { Answer, Verdict } from '../schema/benchmark.ts';
import type { Problem } from '../schema/problem.ts';
import { type ImportOptions, isRow, type RawRow, textOf } from './importer.ts';
import { type ImportFormat, type ImportSteps, importRows, type Ledger, type RowOutcome } from './ledger.ts';
import { namedJudge, plainId, rivalJudge, runNames } from './names.ts';

const HUMAN_VOTES: Readonly<Record<string, Answer>> = {
  leftvote: 'a',
  rightvote: 'b',
  tievote: 'tie',
  bothbad_vote: 'both_bad',
};

/** The options as the official code compares them, letter by letter. */
const OFFICIAL: Readonly<Record<string, Verdict>> = {
  '[[A>B]]': 'a',
  '[[A>>B]]': 'a',
  '[[B>A]]': 'b',
  '[[B>>A]]': 'b',
  '[[A=B=Good]]': 'tie',
  '[[A=B=Bad]]': 'both_bad',
  '[[A=B]]': 'equal',
};

/** Reads the official vote, taken as it stands from the first line that has one, from its first `[[` to its last `]]`; null without one. */
function officialVote(text: string): string | null {
  return /\[\[.*\]\]/.exec(text)?.[0] ?? null;
}

export function officialVerdict(vote: string | null): Verdict | null {
  return vote === null || !Object.hasOwn(OFFICIAL, vote) ? null : (OFFICIAL[vote] ?? null);
}

/** Innermost `[[ … ]]`, on one line or several. */
const BRACKETED = /\[\[((?:(?!\[\[|\]\]).)*)\]\]/gs;

/** Says what is left of an option without quotes, brackets, spaces, the word "model" and a full stop at its end, in capitals. */
const bare = (text: string): string =>
  text
    .toUpperCase()
    .replace(/["'`\\[\]()\s]|MODEL/g, '')
    .replace(/[.:]+$/, '');

const FORGIVEN: readonly (readonly [Verdict, RegExp])[] = [
  ['a', /^(?:A>+B|B<+A|AISBETTER(?::?A>+B)?)$/],
  ['b', /^(?:B>+A|A<+B|BISBETTER(?::?B>+A)?)$/],
  ['tie', /^(?:(?:A=+B|B=+A)=+GOOD|TIED?(?:=+TIED?)?(?:[,=]*(?:GOOD|RELATIVELYTHESAME,?ACCEPT(?:ABLE|ED)QUALITY))?)$/],
  ['both_bad', /^(?:(?:A=+B|B=+A)=+BAD|BOTHAREBAD(?:,*BAD)?)$/],
  ['equal', /^(?:A=+B|B=+A)$/],
];

const forgiven = (option: string): Verdict | null => FORGIVEN.find(([, form]) => form.test(option))?.[0] ?? null;

/** An option may stand anywhere in the text, however quoted, spaced or nested. Null when none can be read, or several say different things. */
export function lenientVerdict(text: string): Verdict | null {
  const found = new Set([...text.matchAll(BRACKETED)].flatMap(([, inner = '']) => forgiven(bare(inner)) ?? []));
  const [only = null] = found;
  return found.size === 1 ? only : null;
}

const FILE = /(?:^|\/)([^/]+_(?:generation|edition))\/([^/]+)\/pairwise\.jsonl$/;

interface GenaiFile {
  readonly source: Source;
  readonly task: string;
  readonly judge: string;
}

function promptOf(row: RawRow): string {
  const { prompt, instruct_prompt: asked, source_prompt: before, target_prompt: after } = row;
  if (typeof prompt === 'string') return prompt;
  if (typeof asked !== 'string') return '';
  return `${asked}\n\nBefore: ${textOf(before)}\n\nAfter: ${textOf(after)}`;
}

function rowProblem(file: string, line: number, row: unknown): Problem | null {
  const refuse = (field: string, found: unknown, expected: string): Problem => ({
    file,
    line,
    field,
    message: 'not accepted; the row was left out',
    found: JSON.stringify(found) ?? 'nothing',
    expected,
  });
  if (!isRow(row)) return refuse('', row, 'an object');
  if (!Number.isSafeInteger(row['idx'])) return refuse('idx', row['idx'], 'a whole number');
  if (typeof row['response'] !== 'string') return refuse('response', row['response'], 'text');
  return Object.hasOwn(HUMAN_VOTES, textOf(row['human_vote']))
    ? null
    : refuse('human_vote', row['human_vote'], Object.keys(HUMAN_VOTES).join(', '));
}

/** Reads one file of answers. Pairs with one prompt are one cluster, called after the first of them. */
class TaskReader {
  private readonly ledger: Ledger;
  private readonly answers: GenaiFile;
  private readonly clusters = new Map<string, string>();
  private readonly seen = new Map<string, string>();
  private withoutPrompt = 0;

  constructor(answers: GenaiFile, ledger: Ledger) {
    this.answers = answers;
    this.ledger = ledger;
  }

  async *read(): ImportSteps {
    const { source, task: split } = this.answers;
    this.ledger.expect(source.name, { split });
    yield* importRows(source, this.ledger, { use: (row, line) => this.row(line, row) });
    if (this.withoutPrompt > 0) {
      const message = 'rows without a prompt, so it is unknown which pairs share one';
      const hint = 'take the instances of another judge';
      this.ledger.warn({ file: source.name, message, found: `${this.withoutPrompt} of ${this.seen.size}`, hint });
    }
  }

  private row(line: number, given: unknown): RowOutcome {
    const file = this.answers.source.name;
    const problem = rowProblem(file, line, given);
    if (problem !== null) return problem;
    const row = given as RawRow;
    const instance = `${this.answers.task}/${row['idx']}`;
    const said = JSON.stringify([row['response'], row['human_vote']]);
    const again = this.seen.get(instance) === said;
    const message = again ? 'the same row again; left out' : 'another row of this pair; the first was kept';
    return this.ledger.once(instance, { file, line, field: 'idx', found: String(row['idx']), message }, () => {
      this.seen.set(instance, said);
      this.add(instance, row, line);
      return null;
    });
  }

  private add(instance: string, row: RawRow, line: number): void {
    const { task: split } = this.answers;
    const prompt = promptOf(row);
    if (prompt === '') this.withoutPrompt++;
    const cluster = prompt === '' ? instance : this.clusterOf(prompt, `${split}/prompt-${row['idx']}`);
    this.ledger.add({ kind: 'instances', record: { instance, cluster, split, prompt } });
    const value = HUMAN_VOTES[textOf(row['human_vote'])] ?? '';
    this.ledger.add({ kind: 'gold', record: { instance, kind: 'preference', value } });
    this.judgment(instance, row, line);
  }

  private judgment(instance: string, row: RawRow, line: number): void {
    const rationale = textOf(row['response']);
    const vote = officialVote(rationale);
    const verdict = officialVerdict(vote);
    if ((row['model_vote'] ?? null) !== vote) {
      const message = 'the vote that the file names is not the one in its text; the text was read';
      const place = { file: this.answers.source.name, line, field: 'model_vote' };
      this.ledger.warn({ ...place, message, found: textOf(row['model_vote']), expected: vote ?? 'none' });
    }
    const raw = vote === null ? {} : { raw: vote };
    const lenient = verdict === null ? lenientVerdict(rationale) : null;
    const read =
      verdict === null ? { parse: 'failed' as const, ...(lenient && { lenient }) } : { verdict, parse: 'ok' as const };
    this.ledger.add({ kind: 'judgments', record: { instance, ...read, ...raw, rationale } });
  }

  private clusterOf(prompt: string, name: string): string {
    const known = this.clusters.get(prompt);
    if (known === undefined) this.clusters.set(prompt, name);
    return known ?? name;
  }
}

function noAnswers(judges: readonly string[], asked = 'none named'): Problem {
  return {
    file: '.',
    field: 'judge',
    found: asked,
    message: 'no answers of this judge',
    expected: judges.join(', ') || '<task>/<judge>/pairwise.jsonl',
    hint: judges.length === 0 ? 'give the folder results, or one above it' : 'say --judge',
  };
}

function select(sources: readonly Source[], options: ImportOptions, ledger: Ledger): readonly GenaiFile[] {
  const found = sources.flatMap((source): GenaiFile[] => {
    const [, task, judge] = FILE.exec(source.name) ?? [];
    return task === undefined || judge === undefined ? [] : [{ source, task, judge }];
  });
  const judges = [...new Set(found.map((f) => f.judge))].sort();
  const wanted = namedJudge(judges, options.judge);
  const fault = wanted === null ? noAnswers(judges, options.judge) : rivalJudge(judges, wanted);
  if (fault === null) return found.filter(({ judge }) => judge === wanted);
  ledger.fail(fault);
  return [];
}

async function* importGenaiBench(ledger: Ledger, sources: readonly Source[], options: ImportOptions): ImportSteps {
  const files = select(sources, options, ledger);
  for (const answers of files) yield* new TaskReader(answers, ledger).read();
  const [first] = files;
  if (first !== undefined) {
    const names = runNames(options, plainId(first.judge), 'genai-bench');
    const notes = 'One order, one answer per pair; raw holds the vote as the official code takes it from the text.';
    ledger.add({ kind: 'run', record: { ...names, protocol: 'pairwise', notes } });
  }
}

export const genaiBench: ImportFormat = {
  id: 'genai-bench',
  about: 'GenAI-Bench: <task>/<judge>/pairwise.jsonl of its results; --judge',
  import: importGenaiBench,
  picks: true,
};
