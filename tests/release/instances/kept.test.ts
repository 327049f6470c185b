import fs from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { turnVerdict, writeStoredShapes } from '../../../scripts/bench/stored-shapes.ts';
import { buildRelease } from '../../../src/release/build.ts';
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

/** Gives one answer about a changed case another score. */
async function turnScore(): Promise<void> {
  const file = 'runs/run-noisy-perturbation/judgments.jsonl';
  const lines = (await fs.readFile(path.join(folder, file), 'utf8')).split('\n');
  const line = lines.find((one) => one.includes('"score":4')) ?? '';
  await replaceLine(file, line, line.replace('"score":4', '"score":2'));
}

async function turnLabel(): Promise<void> {
  const gold = await fs.readFile(path.join(folder, 'gold.jsonl'), 'utf8');
  const line = gold.split('\n').find((one) => one.includes('"preference"') && one.includes('"value":"a"')) ?? '';
  await replaceLine('gold.jsonl', line, line.replace('"value":"a"', '"value":"b"'));
}

/** Rows of a file of records that a condition holds for. */
async function keepRows(file: string, holds: (line: string) => boolean): Promise<void> {
  const text = await fs.readFile(file, 'utf8');
  const kept = text.split('\n').filter((line) => line === '' || holds(line));
  expect(kept.length).toBeLessThan(text.split('\n').length);
  await fs.writeFile(file, kept.join('\n'));
}

/** Takes a case away with all that speaks of it, and puts another picture in the place of one. */
async function removeCase(): Promise<void> {
  const first = JSON.parse((await fs.readFile(path.join(folder, 'gold.jsonl'), 'utf8')).split('\n')[0] ?? '');
  const runs = (await fs.readdir(path.join(folder, 'runs'))).filter((run) => run.endsWith('-pairwise'));
  const files = [
    'instances.jsonl',
    'responses.jsonl',
    'gold.jsonl',
    ...runs.map((run) => `runs/${run}/judgments.jsonl`),
  ];
  for (const file of files)
    await keepRows(path.join(folder, file), (line) => !line.includes(`"instance":"${first.instance}"`));
  const [one = '', two = ''] = (await fs.readdir(path.join(folder, 'media'))).toSorted();
  await fs.copyFile(path.join(folder, 'media', one), path.join(folder, 'media', two));
}

const CHANGES: readonly (readonly [what: string, change: () => Promise<unknown>])[] = [
  ['a changed judgment', () => turnVerdict(folder, 'noisy-checker-pairwise')],
  ['a changed score, which changes what is worked out of several', turnScore],
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
  ['a case less, and another picture of one', removeCase],
];

test.each(CHANGES)(
  '%s: a build with what earlier ones kept is a clean build, byte for byte',
  async (_, change) => {
    await change();
    expect(await released(root)).toEqual(await fromClean(root));
  },
  300_000,
);

test('a run is checked against records that an earlier build read', async () => {
  const file = 'runs/noisy-checker-pairwise/judgments.jsonl';
  const sound = await fs.readFile(path.join(folder, file), 'utf8');
  const [line = ''] = sound.split('\n');
  await replaceLine(file, line, line.replace(/"instance":"[^"]*"/, '"instance":"nobody"'));
  const { problems } = await buildRelease(root, path.join(await scratch(), 'data'));
  expect(problems.map(({ line: at, found }) => ({ at, found }))).toEqual([{ at: 1, found: 'nobody' }]);
  await fs.writeFile(path.join(folder, file), sound);
}, 300_000);

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
