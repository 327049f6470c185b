import type { Source } from '../records/source.ts';
import type { Parse } from '../schema/records.ts';
import { dataFiles, type ImportFormat, type ImportOptions, orderOf, type RawRow, textOf } from './importer.ts';
import type { ImportItems } from './item.ts';
import { Ledger } from './ledger.ts';
import { readChoice, readCorrection, readCritique, readCritiqueScore } from './mm-critic-answers.ts';
import { type CriticRow, MmCriticSamples, readSample } from './mm-critic-samples.ts';
import { NameBook, plainId } from './names.ts';
import { identified, importRows } from './rows-of.ts';
import { judgeOfImport, runNames } from './run-names.ts';
import { unswapped } from './verdict.ts';

/** Files of the documented layout, by the beginning of their names, in the order in which they are read. */
const FILES = {
  samples: /(?:^|\/)samples[^/]*$/,
  critiqueScores: /(?:^|\/)critique[_-]scores[^/]*$/,
  correctionScores: /(?:^|\/)correction[_-]scores[^/]*$/,
  critiques: /(?:^|\/)critiques[^/]*$/,
  corrections: /(?:^|\/)corrections[^/]*$/,
  preferences: /(?:^|\/)preferences[^/]*$/,
} as const;

/** Files whose rows are the judge's own answers. */
const ANSWERS: ReadonlySet<string> = new Set(['critiques', 'corrections', 'preferences']);

const LAYOUT =
  'names that begin with samples, critiques, critique_scores, corrections, correction_scores or preferences';

interface Given {
  readonly critiqueJudge: string;
  readonly score: number;
  readonly explanation: string;
}

type AnswerStage = 'critique' | 'correction';

/** Joins critiques and corrections with the scores they got; a text without a score makes one judgment all the same. */
class Critics {
  private readonly ledger: Ledger;
  private readonly samples: MmCriticSamples;
  private readonly scores: Record<AnswerStage, Map<string, Given[]>> = { critique: new Map(), correction: new Map() };
  private readonly seen = new Set<string>();
  private readonly names = new NameBook();

  constructor(ledger: Ledger, samples: MmCriticSamples) {
    this.ledger = ledger;
    this.samples = samples;
  }

  score(stage: AnswerStage, { file, line, id, row }: CriticRow): void {
    const read = readCritiqueScore(row);
    const name = textOf(row.critique_judge ?? row.judge);
    const critiqueJudge = plainId(name);
    const fault =
      critiqueJudge === ''
        ? {
            file,
            line,
            field: 'critique_judge',
            found: name,
            message: 'no critique judge is named; the row was left out',
          }
        : this.names.rivalAmong({ file, line }, { critique_judge: [name, critiqueJudge] });
    if (fault !== null) {
      this.ledger.reject(fault);
      return;
    }
    if (read.score === null) {
      const found = read.remark === undefined ? read.parse : read.explanation;
      this.ledger.reject({
        file,
        line,
        field: 'score',
        found,
        message: read.remark ?? 'no score',
        expected: '0 to 10',
      });
      return;
    }
    const given = this.scores[stage].get(id) ?? [];
    if (given.some((g) => g.critiqueJudge === critiqueJudge)) {
      this.ledger.leaveOut({
        file,
        line,
        field: 'id',
        found: id,
        message: 'a second score by this critique judge; the first was kept',
      });
      return;
    }
    given.push({ critiqueJudge, score: read.score, explanation: read.explanation });
    this.scores[stage].set(id, given);
    this.ledger.used(file);
  }

  text(stage: AnswerStage, { file, line, id, row }: CriticRow): void {
    if (!this.samples.has(id)) {
      this.ledger.reject({ file, line, field: 'id', found: id, message: 'unknown: not in the samples' });
      return;
    }
    if (this.seen.has(`${stage}\u0000${id}`)) {
      this.ledger.leaveOut({
        file,
        line,
        field: 'id',
        found: id,
        message: `a second ${stage} of this sample; the first was kept`,
      });
      return;
    }
    this.seen.add(`${stage}\u0000${id}`);
    const { verdict, parse, rationale } = stage === 'critique' ? critique(row) : correction(row);
    const base = { instance: id, response: 'a', stage, verdict, rationale };
    const given = this.scores[stage].get(id) ?? [];
    for (const { critiqueJudge, score, explanation } of given) {
      // The score was read, whatever became of the verdict.
      const read: Parse = parse === 'failed' || parse === 'error' ? 'fallback' : parse;
      this.ledger.add({
        kind: 'judgments',
        record: { ...base, critique_judge: critiqueJudge, score, parse: read, raw: explanation },
      });
    }
    if (given.length === 0) this.ledger.add({ kind: 'judgments', record: { ...base, parse } });
    this.ledger.used(file);
  }

  choice(given: CriticRow): void {
    const { file, line, id, row } = given;
    const order = orderOf(row);
    if (order === null) {
      const message = 'cannot be read; the row was left out';
      const found = textOf(row.order) || JSON.stringify(row.order);
      this.ledger.reject({ file, line, field: 'order', found, message, expected: 'ab or ba' });
      return;
    }
    if (!this.samples.pair(given)) return;
    if (this.seen.has(`preference\u0000${id}\u0000${order}`)) {
      this.ledger.leaveOut({
        file,
        line,
        field: 'id',
        found: id,
        message: 'a second choice on this pair; the first was kept',
      });
      return;
    }
    this.seen.add(`preference\u0000${id}\u0000${order}`);
    const { value, parse, prose } = readChoice(row);
    const verdict = value === null ? null : unswapped(value, order);
    this.ledger.add({
      kind: 'judgments',
      record: { instance: id, stage: 'preference', order, verdict, parse, rationale: prose },
    });
    this.ledger.used(file);
  }
}

function critique(row: RawRow): { verdict: 'correct' | 'error' | null; parse: Parse; rationale: string } {
  const { value, parse, prose } = readCritique(row);
  return { verdict: value, parse, rationale: prose };
}

function correction(row: RawRow): { verdict: null; parse: Parse; rationale: string } {
  const { text, parse } = readCorrection(row);
  // A correction has no verdict: its text is the answer, so only `ok` and the failures fit.
  return { verdict: null, parse: parse === 'fallback' ? 'ok' : parse, rationale: text };
}

async function* importMmCritic(sources: readonly Source[], options: ImportOptions): ImportItems {
  const ledger = new Ledger();
  const samples = new MmCriticSamples(ledger);
  const critics = new Critics(ledger, samples);
  const handlers: Record<keyof typeof FILES, (row: CriticRow) => void> = {
    samples: (row) => readSample(samples, row),
    critiqueScores: (row) => critics.score('critique', row),
    correctionScores: (row) => critics.score('correction', row),
    critiques: (row) => critics.text('critique', row),
    corrections: (row) => critics.text('correction', row),
    preferences: (row) => critics.choice(row),
  };
  let answers: string | undefined;
  const patterns = Object.values(FILES);
  for (const { name: file } of dataFiles(sources).filter((s) => !patterns.some((p) => p.test(s.name))))
    ledger.warn({ file, message: 'not read: no part of the layout has this name', expected: LAYOUT });
  for (const kind of Object.keys(FILES) as (keyof typeof FILES)[]) {
    for (const source of sources.filter((s) => FILES[kind].test(s.name))) {
      if (kind !== 'samples') answers ??= source.name;
      if (ANSWERS.has(kind)) ledger.expect(source.name);
      yield* importRows(source, ledger, {
        use: (given, line) => {
          const found = identified({ row: given, line }, ledger, { file: source.name, field: 'id' });
          if (found !== null) handlers[kind]({ file: source.name, line, ...found });
        },
      });
    }
  }
  if (answers === undefined)
    ledger.fail({
      file: '.',
      message: 'no answers found',
      expected: 'critiques.jsonl, corrections.jsonl or preferences.jsonl',
    });
  const judge = judgeOfImport(options, answers, ledger);
  ledger.add({ kind: 'run', record: { ...runNames(options, judge, 'mm-critic'), protocol: 'critique' } });
  yield ledger.close();
}

export const mmCritic: ImportFormat = {
  id: 'mm-critic',
  about:
    'MM-Critic, our reading of the paper’s prompts: samples, critiques, corrections, preferences and their scores as JSONL',
  import: importMmCritic,
};
