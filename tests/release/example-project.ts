import fs from 'node:fs/promises';
import path from 'node:path';
import Papa from 'papaparse';
import { registerImport } from '../../scripts/commands/import.ts';
import { run as command } from '../importers/command.ts';

const EXAMPLE = 'examples/captions';
const RUNS = ['first-always', 'short-words', 'careful', 'careful-hinted'];

export type RawRow = Readonly<Record<string, string>>;

/** A raw table of the example. */
async function rawTable(file: string): Promise<readonly RawRow[]> {
  const text = await fs.readFile(path.join(EXAMPLE, 'raw', file), 'utf8');
  return Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true }).data;
}

/** The command by which a run of the example is imported, as far as `--out`. */
export const importCommand = (run: string): readonly string[] => [
  ...['import', '--from', 'table', '--in', `${EXAMPLE}/raw`, '--mapping', `${EXAMPLE}/${run}.yaml`],
];

/** Puts the example's benchmark into a project, its judges beside it, and imports its runs from the raw tables. */
export async function addExample(root: string): Promise<void> {
  const folder = path.join(root, 'data/captions');
  await fs.cp(path.join(EXAMPLE, 'data/captions'), folder, { recursive: true });
  await fs.cp(path.join(EXAMPLE, 'data/judges.yaml'), path.join(folder, 'judges.yaml'));
  for (const run of RUNS) {
    const { code, err } = await command(registerImport, [
      ...importCommand(run),
      '--out',
      path.join(folder, 'runs', run),
    ]);
    if (code !== 0) throw new Error(err);
  }
}

/** What each run answered, by pair, and how often that is what people said, in percent as the board prints it. */
export async function rawAnswers(): Promise<
  ReadonlyMap<string, { readonly accuracy: string; readonly answers: readonly RawRow[] }>
> {
  const people = new Map((await rawTable('pairs.csv')).map(({ id, people: said }) => [id, said]));
  const byJudge = Map.groupBy(await rawTable('answers.csv'), ({ judge }) => judge ?? '');
  return new Map(
    RUNS.map((run) => {
      const answers = byJudge.get(run) ?? [];
      const right = answers.filter(({ pair, choice }) => people.get(pair ?? '') === choice).length;
      return [run, { accuracy: ((100 * right) / answers.length).toFixed(1), answers }] as const;
    }),
  );
}
