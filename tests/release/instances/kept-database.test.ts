import fs from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { SILENT } from '../../../src/release/instances/progress.ts';
import { filesBelow, lines, project, type Row } from './project.ts';
import { fromClean, released } from './released.ts';

const CASES = 300;
/** DuckDB checks each block of this many bytes by itself. */
const BLOCK = 2 ** 18;

let root: string;

const databases = (): string => path.join(root, '.cache', 'database', 'mini');

/** The path of a file of the kept database. */
async function keptFile(name: string): Promise<string> {
  const [id = '', ...others] = await fs.readdir(databases());
  expect(others).toEqual([]);
  return path.join(databases(), id, name);
}

async function change(run: string, edit: (rows: Row[]) => readonly Row[]): Promise<void> {
  const file = path.join(root, 'data', 'mini', 'runs', run, 'judgments.jsonl');
  const rows = (await fs.readFile(file, 'utf8')).trim().split('\n');
  await fs.writeFile(file, lines(edit(rows.map((row): Row => JSON.parse(row)))));
}

const turned = (row: Row): Row => ({ ...row, verdict: row['verdict'] === 'a' ? 'b' : 'a' });

/** Turns the verdict of one judgment. */
const turn = (at: number): Promise<void> =>
  change('one', (rows) => rows.map((row, i) => (i === at ? turned(row) : row)));

async function spoil(file: string): Promise<void> {
  const bytes = await fs.readFile(file);
  for (let at = BLOCK / 2; at < bytes.length; at += BLOCK) bytes[at] = (bytes[at] ?? 0) ^ 255;
  await fs.writeFile(file, bytes);
}

async function cut(file: string): Promise<void> {
  await fs.truncate(file, Math.floor((await fs.stat(file)).size / 2));
}

beforeAll(async () => {
  root = await project({}, CASES);
  await released(root);
}, 300_000);

const CHANGES: readonly (readonly [what: string, edit: (rows: Row[]) => readonly Row[]])[] = [
  ['a turned verdict', (rows) => rows.map((row, i) => (i === 7 ? turned(row) : row))],
  ['another text alone', (rows) => rows.map((row, i) => (i === 31 ? { ...row, rationale: 'Said otherwise.' } : row))],
  ['another order of the rows', (rows) => rows.toReversed()],
  ['a judgment less', (rows) => rows.filter((_, i) => i !== 40)],
  ['a name that nothing else uses', (rows) => rows.map((row, i) => (i === 50 ? { ...row, parse: 'verifier' } : row))],
  [
    'that name gone again',
    (rows) => rows.map((row, i) => (i === 50 ? { ...row, parse: 'ok', rationale: 'Read again.' } : row)),
  ],
  ['many verdicts', (rows) => rows.map((row, i) => (i % 3 === 0 ? turned(row) : row))],
];

test.each(CHANGES)(
  '%s: the kept database becomes what a clean build makes, and no other run is read',
  async (_, edit) => {
    await change('two', edit);
    const read: number[] = [];
    const count = (done: number, unit: string): void => void (unit === 'judgments' && read.push(done));
    const made = await released(root, { ...SILENT, count });
    const rows = await fs.readFile(path.join(root, 'data/mini/runs/two/judgments.jsonl'), 'utf8');
    expect(Math.max(...read)).toBe(rows.trim().split('\n').length);
    expect(made).toEqual(await fromClean(root));
  },
  300_000,
);

/** Damages, and whether they show only when what was kept is read: then the build says that it begins again. */
const DAMAGES: readonly (readonly [what: string, isTold: boolean, damage: () => Promise<unknown>])[] = [
  ['what was read is cut off', true, async () => cut(await keptFile('work.duckdb'))],
  ['bytes of what was read are others', true, async () => spoil(await keptFile('work.duckdb'))],
  ['the tables of scores are cut off', true, async () => cut(await keptFile('final.duckdb'))],
  ['bytes of the tables of scores are others', true, async () => spoil(await keptFile('final.duckdb'))],
  ['one of its files is gone', false, async () => fs.rm(await keptFile('final.duckdb'))],
  ['it is gone', false, async () => fs.rm(databases(), { recursive: true })],
  [
    'a build was killed while it wrote another one',
    false,
    async () => {
      const half = path.join(databases(), 'half');
      const written = await keptFile('work.duckdb');
      await fs.mkdir(half);
      await fs.copyFile(written, path.join(half, 'work.duckdb'));
      await cut(path.join(half, 'work.duckdb'));
    },
  ],
];

test.each(DAMAGES.map((one, i) => [...one, i] as const))(
  '%s: a build makes what a clean one makes, and keeps one that is whole',
  async (_, isTold, damage, at) => {
    await damage();
    await turn(100 + at);
    const notes: string[] = [];
    const note = (text: string): void => void notes.push(text);
    expect(await released(root, { ...SILENT, note })).toEqual(await fromClean(root));
    await keptFile('work.duckdb');
    expect(await filesBelow(databases())).toHaveLength(2);
    const unusable = /^Mini: the database that an earlier build kept cannot be used, so all is made anew\. ./;
    expect(notes).toEqual(isTold ? [expect.stringMatching(unusable)] : []);
  },
  300_000,
);
