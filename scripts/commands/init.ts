import fs from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { InvalidArgumentError } from 'commander';
import { stringify } from 'yaml';
import { type Preview, previewOf } from '../../src/own/intake/preview.ts';
import { answerColumns, guessedDraft, type MappingDraft, withMeanings } from '../../src/own/mapping/draft.ts';
import { MEANT_ANSWERS, ROLES } from '../../src/own/mapping/roles.ts';
import { mappingText } from '../../src/own/mapping/statement.ts';
import { nullIfMissing } from '../../src/release/folders.ts';
import { sourcesUnder } from '../../src/release/input-run.ts';
import { loadData } from '../../src/release/load.ts';
import { Answer, Protocol } from '../../src/schema/benchmark.ts';
import { Access, Id, Judge } from '../../src/schema/judge.ts';
import { formatProblem } from '../../src/schema/problem.ts';
import { commandOf, nothingWritten, option, ROOT_OPTION, UsageError } from './command.ts';
import { assertReadable, importRun } from './import.ts';

interface Options {
  readonly root: string;
  readonly in: string;
  readonly name?: string;
  readonly judge?: string;
  readonly organisation?: string;
  readonly access?: string;
  readonly thinking?: string;
  readonly licence?: string;
  readonly protocol?: string;
  readonly column: readonly (readonly [string, string])[];
  readonly value: readonly (readonly [string, string])[];
}

/** Collects `a=b`, said as often as one likes; the last `=` parts, since a column's name may hold some. */
function pair(text: string, before: unknown): readonly (readonly [string, string])[] {
  const at = text.lastIndexOf('=');
  if (at < 1) throw new InvalidArgumentError('found no =, expected for example winner=verdict');
  return [...(before as readonly (readonly [string, string])[]), [text.slice(0, at), text.slice(at + 1)]];
}

/** Asks on a terminal; elsewhere takes what is usual, and where nothing is, names the option that has to be said. */
type Ask = (flag: string, question: string, rules?: { usual?: string; choices?: readonly string[] }) => Promise<string>;

function asker(given: Options): { readonly ask: Ask; readonly close: () => void } {
  const terminal = process.stdin.isTTY ? createInterface({ input: process.stdin, output: process.stderr }) : null;
  const ask: Ask = async (flag, question, { usual = '', choices = [] } = {}) => {
    const said = (given as unknown as Readonly<Record<string, unknown>>)[flag];
    const among = choices.length === 0 ? '' : ` (${choices.filter((one) => one !== '').join(', ')})`;
    let answer = typeof said === 'string' ? said : null;
    while (answer === null || (choices.length > 0 && !choices.includes(answer))) {
      if (answer !== null && said !== undefined) throw new UsageError(`--${flag}: found "${answer}", expected${among}`);
      if (terminal === null && usual === '' && !choices.includes(''))
        throw new UsageError(`--${flag} is needed: ${question}${among}`);
      const typed = (await terminal?.question(`${question}${among}${usual === '' ? '' : ` [${usual}]`}: `)) ?? '';
      answer = typed.trim() || usual || (choices.length > 0 ? '' : null);
    }
    return answer;
  };
  return { ask, close: () => terminal?.close() };
}

/** The head of the table, what was said of it, and how the rest is asked. */
interface Known {
  readonly preview: Preview;
  readonly options: Options;
  readonly ask: Ask;
}

const NOTHING = 'nothing';

/** Gives what the columns mean: what was said, else what is answered to a guess. */
async function columnsOf(guess: MappingDraft, { preview, options: { column }, ask }: Known) {
  const meant = new Map(column);
  const unknown = [...meant.keys()].find((name) => !preview.columns.includes(name));
  if (unknown !== undefined)
    throw new UsageError(`--column: there is no column "${unknown}"; there are ${preview.columns.join(', ')}`);
  const choices = [...ROLES.map(({ id }) => id), NOTHING];
  const columns: Record<string, MappingDraft['columns'][string]> = {};
  for (const name of preview.columns) {
    const usual = meant.get(name) ?? guess.columns[name] ?? NOTHING;
    const isSaid = meant.has(name);
    if (isSaid && !choices.includes(usual))
      throw new UsageError(`--column: ${name}: found "${usual}", expected ${choices.join(', ')}`);
    const said = isSaid ? usual : await ask('', `What is the column ${name}?`, { usual, choices });
    const meaning = ROLES.find(({ id }) => id === said);
    if (meaning !== undefined) columns[name] = meaning.id;
  }
  return columns;
}

/** Translates the words in the columns of answers. A word that nobody can place is asked for, never guessed. */
async function valuesOf(draft: MappingDraft, { preview, options: { value }, ask }: Known) {
  const [said, usual] = [new Map(value), withMeanings(draft, preview).values];
  const answers: readonly string[] = draft.protocol === 'pairwise' ? Answer.options : MEANT_ANSWERS[draft.protocol];
  const values: Record<string, Record<string, string>> = {};
  for (const [column, words] of answerColumns(draft, preview))
    for (const word of words) {
      const known = said.get(word) ?? (usual[column]?.[word] || (answers.includes(word) ? word : ''));
      const meant =
        known || (await ask(`value ${word}=ANSWER`, `What does ${word} in ${column} say?`, { choices: answers }));
      if (meant !== word) values[column] = { ...values[column], [word]: meant };
    }
  return values;
}

async function draftOf(id: string, known: Known): Promise<MappingDraft> {
  const { preview, ask } = known;
  const guess = guessedDraft(preview, []);
  const protocol = Protocol.parse(
    await ask('protocol', 'How is judged?', { usual: guess.protocol, choices: Protocol.options }),
  );
  const judge = await ask('judge', 'The judge, by a short id');
  if (!Id.safeParse(judge).success)
    throw new UsageError(`--judge: found "${judge}", expected lower-case letters and digits joined by hyphens`);
  const columns = await columnsOf(guess, known);
  const meanings = new Set<string>(Object.values(columns));
  if (!['verdict', 'score', 'output', 'better'].some((meaning) => meanings.has(meaning)))
    throw new UsageError(
      `no column is the judge’s verdict or score; say which: --column NAME=verdict (there are ${preview.columns.join(', ')})`,
    );
  const draft: MappingDraft = { ...guess, benchmark: id, judge, protocol, columns, values: {} };
  return { ...draft, values: await valuesOf(draft, known) };
}

/** Writes the description: what was said, and of the files what people answered and which splits there are. */
async function descriptionOf(draft: MappingDraft, order: number, { preview, ask }: Known): Promise<string> {
  const name = await ask('name', 'The benchmark’s name', { usual: draft.benchmark });
  const named = (meaning: string): string[] =>
    Object.entries(draft.columns).flatMap(([column, one]) =>
      one === meaning ? (preview.facts[column]?.values ?? []) : [],
    );
  const meant = new Set(Object.values(draft.values).flatMap((words) => Object.values(words)));
  const answers = Answer.options.filter(
    (one) => meant.has(one) || named('gold').includes(one) || one === 'a' || one === 'b',
  );
  return stringify({
    ...{ id: draft.benchmark, order, name, tagline: name, summary: [`${name}, begun with judgeboard init.`] },
    ...{ protocol: draft.protocol, ...(draft.protocol === 'pairwise' ? { answers } : {}) },
    data_licence: await ask('licence', 'Under which licence are its cases and labels?'),
    splits: named('split').map((split) => ({ id: split, label: split })),
  });
}

async function judgeEntry(judge: string, ask: Ask): Promise<string> {
  const entry = Judge.parse({
    ...{ id: judge, name: judge, family: judge },
    organisation: await ask('organisation', `Who made ${judge}?`),
    access: await ask('access', `Who may run ${judge}?`, { choices: Access.options }),
    thinking: await ask('thinking', `Does ${judge} reason before it answers?`, {
      choices: ['always', 'optional', 'never'],
    }),
  });
  const { aliases: _, links: __, ...said } = entry;
  return stringify({ judges: [said] });
}

async function init(options: Options, id: string): Promise<boolean> {
  const { root } = options;
  if (!Id.safeParse(id).success)
    throw new UsageError(
      `found "${id}", expected an id such as my-benchmark: lower-case letters and digits joined by hyphens`,
    );
  const folder = path.join(root, 'data', id);
  if ((await fs.lstat(folder).catch(nullIfMissing)) !== null)
    throw new UsageError(`${folder} exists; choose another id`);
  await assertReadable(options.in);
  const sources = await sourcesUnder(options.in);
  const { preview, problems } = await previewOf({ sources });
  if (preview === null) throw new UsageError(problems.map(formatProblem).join('\n'));
  const { value: data } = await loadData(root);
  const { ask, close } = asker(options);
  try {
    const known = { preview, options, ask };
    const draft = await draftOf(id, known);
    const order = Math.max(0, ...data.benchmarks.map(({ benchmark }) => benchmark.order)) + 1;
    const texts = new Map([
      ['benchmark.yaml', await descriptionOf(draft, order, known)],
      ['mapping.sql', mappingText(draft, preview, [])],
    ]);
    if (!data.judges.some((judge) => judge.id === draft.judge))
      texts.set('judges.yaml', await judgeEntry(draft.judge, ask));
    await fs.mkdir(folder);
    for (const [name, text] of texts) await fs.writeFile(path.join(folder, name), text);
    const out = path.join(folder, 'runs', draft.judge);
    const whole = await importRun({
      from: 'sql',
      in: options.in,
      out,
      mapping: path.join(folder, 'mapping.sql'),
      limit: 50,
    });
    if ((await fs.lstat(out).catch(nullIfMissing)) === null) {
      await fs.rm(folder, { recursive: true });
      console.log(`Nothing was kept in ${folder}.`);
      return false;
    }
    console.log(`${folder}: ${[...texts.keys()].join(', ')}. Its board comes with npm start, at /${id}/.`);
    return whole;
  } finally {
    close();
  }
}

/** Exit code 1 where rows could not be used; where none could, nothing stays. */
export const registerInit = commandOf<Options>({
  name: 'init',
  about: 'one table of a judge’s answers → a benchmark: description, mapping, first run; asks what it cannot guess',
  argument: ['<id>', 'the benchmark’s id, which becomes its folder in data/ and its address'],
  options: [
    option('--in <path>', 'a table, or a folder of some', { needed: true }),
    ROOT_OPTION(),
    option('--name <name>', 'the benchmark’s name'),
    option('--judge <id>', 'the judge'),
    option('--organisation <name>', 'who made the judge, where no list has it'),
    option('--access <kind>', Access.options.join(', ')),
    option('--thinking <when>', 'always, optional or never'),
    option('--licence <text>', 'licence of cases and labels'),
    option('--protocol <name>', Protocol.options.join(', ')),
    option('--column <column=meaning>', `what a column is: ${ROLES.map(({ id }) => id).join(', ')} or ${NOTHING}`, {
      read: pair,
      usual: [],
    }),
    option('--value <word=answer>', 'what a word in a column of answers says, for example model_a=a', {
      read: pair,
      usual: [],
    }),
  ],
  help: '\nOn a terminal it asks for what is not said; elsewhere a guess is taken, and what cannot be guessed is wrong usage.',
  run: init,
  explain: nothingWritten,
});
