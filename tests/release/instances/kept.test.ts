import fs from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { turnVerdict, writeStoredShapes } from '../../../scripts/bench/stored-shapes.ts';
import { scratch } from '../../scratch.ts';
import { fromClean, released } from './released.ts';

/** Runs of every protocol of Shapes: every kind of board and of test is there, and switches change some. */
const RUNS = [
  ...['longest-pairwise', 'full-checker-pairwise', 'noisy-checker-pairwise'],
  ...['run-noisy-perturbation', 'full-checker-critique'],
];
const ADDED = 'longest-pairwise';
const REMOVED = 'full-checker-critique';

let root: string;
let folder: string;
let away: string;

async function keptFiles(): Promise<string[]> {
  const kept = path.join(root, '.cache', 'kept');
  const [own = ''] = await fs.readdir(kept);
  return (await fs.readdir(path.join(kept, own))).map((name) => path.join(kept, own, name));
}

async function replaceLine(file: string, from: string, to: string): Promise<void> {
  const at = path.join(folder, file);
  const text = await fs.readFile(at, 'utf8');
  expect(text).toContain(from);
  await fs.writeFile(at, text.replace(from, to));
}

beforeAll(async () => {
  root = await scratch();
  away = await scratch();
  folder = await writeStoredShapes(root, 8);
  for (const run of await fs.readdir(path.join(folder, 'runs')))
    if (!RUNS.includes(run)) await fs.rm(path.join(folder, 'runs', run), { recursive: true });
  await fs.rename(path.join(folder, 'runs', ADDED), path.join(away, ADDED));
  await released(root);
}, 300_000);

async function turnLabel(): Promise<void> {
  const gold = await fs.readFile(path.join(folder, 'gold.jsonl'), 'utf8');
  const line = gold.split('\n').find((one) => one.includes('"preference"') && one.includes('"value":"a"')) ?? '';
  await replaceLine('gold.jsonl', line, line.replace('"value":"a"', '"value":"b"'));
}

const CHANGES: readonly (readonly [what: string, change: () => Promise<unknown>])[] = [
  ['a changed judgment', () => turnVerdict(folder, 'noisy-checker-pairwise')],
  [
    'a changed label, and another name of the benchmark',
    async () => {
      await turnLabel();
      await replaceLine('benchmark.yaml', 'name: Shapes', 'name: Shapes again');
    },
  ],
  [
    'a run more, and one less',
    async () => {
      await fs.rename(path.join(away, ADDED), path.join(folder, 'runs', ADDED));
      await fs.rm(path.join(folder, 'runs', REMOVED), { recursive: true });
    },
  ],
];

test.each(CHANGES)(
  '%s: a build with what earlier ones kept is a clean build, byte for byte',
  async (_, change) => {
    await change();
    expect(await released(root)).toEqual(await fromClean(root));
  },
  300_000,
);

test('what a change does not touch is not made again, and what is damaged is', async () => {
  const before = await keptFiles();
  await replaceLine('runs/run-noisy-perturbation/judgments.jsonl', '"score":', '"cost":1,"score":');
  await released(root);
  const after = await keptFiles();
  const used = after.filter((file) => before.includes(file));
  // Boards of another protocol, and columns of cases, which do not tell of costs.
  expect(used.length).toBeGreaterThan(3);
  expect(used.length).toBeLessThan(after.length);

  await turnVerdict(folder, 'full-checker-pairwise');
  for (const file of after) await fs.truncate(file, 40);
  expect(await released(root)).toEqual(await fromClean(root));
}, 300_000);
