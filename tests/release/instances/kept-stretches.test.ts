import fs from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import { KeptResults } from '../../../src/release/instances/kept.ts';
import { SILENT } from '../../../src/release/instances/progress.ts';
import { literal } from '../../../src/sql/quote.ts';
import { built, filesBelow, gold, instances, judgments, lines, project, query, type Row } from './project.ts';
import { fromClean, released } from './released.ts';

/** Two stretches of cases, and of clusters. */
const CASES = 1100;
/** What one build makes anew for one changed judgment, by kind, beside pieces of the database. */
const MADE = {
  ...{ totals: 1, answers: 2, boards: 1, column: 6 },
  ...{ columns: 1, rows: 3, shard: 1, lines: 1, files: 1, database: 1 },
};
/** All of that, and some pieces of the database. */
const FEW = Object.values(MADE).reduce((sum, n) => sum + n, 5);

let root: string;

/** A file of records below data/mini: its rows changed, and written again. */
async function change(file: string, edit: (rows: Row[]) => readonly Row[]): Promise<void> {
  const at = path.join(root, 'data', 'mini', file);
  const rows = (await fs.readFile(at, 'utf8'))
    .trim()
    .split('\n')
    .map((line): Row => JSON.parse(line));
  await fs.writeFile(at, lines(edit(rows)));
}

const turned = (row: Row): Row => ({ ...row, verdict: row['verdict'] === 'a' ? 'b' : 'a' });

const kept = async (): Promise<string[]> => filesBelow(path.join(root, '.cache', 'kept'));

beforeAll(async () => {
  // Labels of two people on some cases, which count only under another policy of labels.
  const people = Array.from({ length: 40 }, (_, i) =>
    ['ann', 'bob'].map((annotator) => ({
      ...{ instance: `i${i * 25}`, criterion: 'logic', kind: 'preference', annotator },
      value: annotator === 'ann' || i % 2 === 0 ? 'b' : 'a',
    })),
  ).flat();
  // Before the second stretch of cases end 20 rows of a vector of 2048, of which a filter leaves few.
  const settled = gold(CASES).filter(
    ({ instance, criterion }, i) =>
      !(criterion === 'logic' && instance === 'i100') && !(criterion === 'style' && i < 198),
  );
  root = await project(
    {
      'data/mini/instances.jsonl': lines(
        instances(CASES).map((row, i) => ({ ...row, ...(i % 60 === 0 ? { cluster: `c${i % 180}` } : {}) })),
      ),
      'data/mini/gold.jsonl': lines([...settled, ...people]),
      'data/mini/runs/one/judgments.jsonl': lines(
        judgments(CASES, 'First').map((row, i) => (i % 5 === 0 ? turned(row) : row)),
      ),
    },
    CASES,
  );
  await released(root);
}, 300_000);

test('a table that is written in stretches reads as one, in both formats', async () => {
  const release = await built(root);
  for (const table of ['judgments', 'contributions', 'cluster_sums', 'gold', 'instances']) {
    const pathOf = (ending: string): string => {
      const found = release.files.find(({ path: name }) => name.startsWith(`mini/${table}.`) && name.endsWith(ending));
      return path.join(release.out, found?.path ?? '');
    };
    const csv = [...(await filesBelow(path.join(release.out, 'mini')))].find((name) =>
      new RegExp(`^${table}\\.[0-9a-f]+\\.csv`).test(name),
    );
    const order =
      table === 'cluster_sums'
        ? 'SELECT *, row_number() OVER (ORDER BY cluster, metric, slice, run) AS place'
        : 'SELECT *, row_number() OVER () AS place';
    const digest = (from: string): string => `SELECT count(*) AS n, sum(hash(rows)) AS digest FROM (${from}) AS rows`;
    const [stored] = await query(release, digest(`${order} FROM ${table}`));
    const [parquet] = await query(
      release,
      digest(`SELECT *, row_number() OVER () AS place FROM read_parquet(${literal(pathOf('.parquet'))})`),
    );
    const [text] = await query(
      release,
      `SELECT count(*) AS n FROM read_csv(${literal(path.join(release.out, 'mini', csv ?? ''))}, header = true)`,
    );
    expect(parquet, table).toEqual(stored);
    expect(text?.['n'], table).toEqual(stored?.['n']);
  }
}, 60_000);

test('one changed judgment makes its own pieces anew, and no others', async () => {
  const before = new Set(await kept());
  await change('runs/one/judgments.jsonl', (rows) => rows.map((row, i) => (i === 2100 ? turned(row) : row)));
  const steps: string[] = [];
  const notes: string[] = [];
  const note = (text: string): void => void notes.push(text);
  const progress = { ...SILENT, note, step: (name: string) => steps.push(name) };
  const keep = vi.spyOn(KeptResults.prototype, 'keep');
  const found = await released(root, progress);
  const kinds = keep.mock.calls.map(([kind]) => kind);
  keep.mockRestore();
  const { deflated: _, ...made } = Object.fromEntries(
    [...Map.groupBy(kinds, (kind) => kind)].map(([kind, own]) => [kind, own.length]),
  );
  expect(made).toEqual(MADE);
  // Where what was kept cannot be used, a build begins again and says so.
  expect(notes).toEqual([]);
  expect(steps.filter((name) => name.startsWith('Reading'))).toHaveLength(1);
  expect(found).toEqual(await fromClean(root));
  const after = await kept();
  expect(after.filter((name) => !before.has(name)).length).toBeLessThanOrEqual(FEW);
  expect(after.length).toBeGreaterThan(2 * FEW);
}, 300_000);

const CHANGES: readonly (readonly [what: string, change: () => Promise<unknown>])[] = [
  [
    'verdicts turned, a judgment more and one less',
    () =>
      change('runs/two/judgments.jsonl', (rows) => [
        ...rows.filter((_, i) => i !== 1900).map((row, i) => (i % 400 === 7 ? turned(row) : row)),
        { instance: 'i9', criterion: 'logic', order: 'ba', verdict: 'b', parse: 'fallback', rationale: 'Once more.' },
      ]),
  ],
  [
    'answers that are not there any more, so that nobody is right or wrong on a case, which moves in the usual order, and then are again',
    async () => {
      const files = ['runs/one/judgments.jsonl', 'runs/two/judgments.jsonl'].map((file) =>
        path.join(root, 'data', 'mini', file),
      );
      const before = await Promise.all(files.map((file) => fs.readFile(file)));
      for (const file of ['runs/one/judgments.jsonl', 'runs/two/judgments.jsonl'])
        await change(file, (rows) =>
          rows.map((row) =>
            row['instance'] === 'i503' ? { instance: 'i503', criterion: row['criterion'], parse: 'missing' } : row,
          ),
        );
      expect(await released(root)).toEqual(await fromClean(root));
      await Promise.all(files.map((file, i) => fs.writeFile(file, before[i] ?? '')));
    },
  ],
  [
    'a verdict turned in a file of the same size and time, twice within one second',
    async () => {
      const file = path.join(root, 'data', 'mini', 'runs', 'one', 'judgments.jsonl');
      const { atime, mtime } = await fs.stat(file);
      for (const at of [700, 1500]) {
        await change('runs/one/judgments.jsonl', (rows) => rows.map((row, i) => (i === at ? turned(row) : row)));
        await fs.utimes(file, atime, mtime);
        expect(await released(root)).toEqual(await fromClean(root));
      }
    },
  ],
  [
    'a changed label, and a case that moves to another cluster',
    async () => {
      await change('gold.jsonl', (rows) => rows.map((row, i) => (i === 2150 ? { ...row, value: 'b' } : row)));
      await change('instances.jsonl', (rows) => rows.map((row, i) => (i === 1060 ? { ...row, cluster: 'c0' } : row)));
    },
  ],
  [
    'two cases change places, and two runs',
    async () => {
      await change('instances.jsonl', (rows) => {
        const [one, two] = [rows[30] ?? {}, rows[1050] ?? {}];
        return rows.with(30, two).with(1050, one);
      });
      const runs = path.join(root, 'data', 'mini', 'runs');
      await fs.rename(path.join(runs, 'one'), path.join(runs, 'zero'));
      await fs.rename(path.join(runs, 'two'), path.join(runs, 'a'));
    },
  ],
  [
    'another policy of labels',
    () => fs.appendFile(path.join(root, 'data', 'mini', 'benchmark.yaml'), 'labels: majority\n'),
  ],
  [
    'a name that others look like, remarked on once in all runs, and then in another one',
    async () => {
      const odd = (rows: Row[]): readonly Row[] =>
        rows.map((row, i) => (i === 1 ? { ...row, condition: 'base ' } : row));
      await change('runs/a/judgments.jsonl', odd);
      await change('runs/zero/judgments.jsonl', odd);
      await released(root);
      await change('runs/a/judgments.jsonl', (rows) => rows.map(({ condition: _, ...row }) => row));
    },
  ],
];

test.each(CHANGES)(
  '%s: a build with what earlier ones kept is a clean build, byte for byte',
  async (_, apply) => {
    await apply();
    expect(await released(root)).toEqual(await fromClean(root));
  },
  300_000,
);

test('what was kept by other code is not read', async () => {
  const folder = path.join(root, '.cache', 'kept');
  const [own = ''] = await fs.readdir(folder);
  await fs.rename(path.join(folder, own), path.join(folder, 'mini-0123456789abcdef'));
  await fs.rm(path.join(root, '.cache', 'release'), { recursive: true });
  const asked = await released(root);
  expect(await fs.readdir(path.join(folder, own))).not.toEqual([]);
  expect(asked).toEqual(await fromClean(root));
}, 300_000);
