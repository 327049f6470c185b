import fs from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { SHAPES_DEFAULTS } from '../../../scripts/shapes/runs.ts';
import { writeShapes } from '../../../scripts/shapes/write.ts';
import { facetsOf } from '../../../src/cases/gather.ts';
import { answerAgreement, mostGaps } from '../../../src/compare/paired/most.ts';
import { comparePair, type PairQuestion, type PairTable, pairMeasureOf } from '../../../src/compare/paired/paired.ts';
import { OFFICIAL_SETTINGS } from '../../../src/metrics/query.ts';
import { ownCatalogs, showOwnCases } from '../../../src/own/intake/own-cases.ts';
import type { RunFiles } from '../../../src/own/intake/run-files.ts';
import { type OwnScores, ownValues, scoreOwnRuns } from '../../../src/own/intake/score-runs.ts';
import { releaseRuns } from '../../../src/own/intake/standing.ts';
import { gatherComparison } from '../../../src/own/own-source.ts';
import { readYaml } from '../../../src/records/yaml.ts';
import { buildRelease } from '../../../src/release/build.ts';
import { scoreFolder } from '../../../src/release/instances/score-run.ts';
import { Benchmark } from '../../../src/schema/benchmark.ts';
import { type Judge, JudgesFile } from '../../../src/schema/judge.ts';
import { Manifest } from '../../../src/schema/release.ts';
import type { ScoreRow } from '../../../src/scoring/score-rows.ts';
import type { Query } from '../../../src/sql/query.ts';
import { opened } from '../../release/instances/opened.ts';
import { scratch } from '../../scratch.ts';
import { openWasmWork } from './wasm-work.ts';

vi.mock('../../../src/client/database.ts', () => ({ openDatabase: async () => ({}) }));
const { releaseRecords } = await import('../../../src/own/judge-files.ts');

/** Pairs of runs of the demonstration benchmark, one of each protocol with several kinds of rows. */
const PAIRS = [
  { base: 'noisy-checker-pairwise', other: 'image-blind-pairwise', protocol: 'pairwise' },
  { base: 'noisy-checker-perturbation', other: 'query-blind-perturbation', protocol: 'perturbation' },
] as const;
const RUNS = PAIRS.flatMap(({ base, other }) => [base, other]);

let published: Query;
let own: Query;
let close = (): void => undefined;
let scored: OwnScores;
let values: readonly ScoreRow[];
let root: string;
let records: string;
let benchmark: Benchmark;
let judges: readonly Judge[];

/** What somebody has who judged the cases of the release: judgments alone. */
async function runFiles(folder: string, run: string): Promise<RunFiles> {
  const files: Record<string, Blob> = {};
  for (const name of ['run.yaml', 'judgments.jsonl.gz'])
    files[name] = new Blob([await fs.readFile(path.join(folder, 'runs', run, name))]);
  return { label: run, files };
}

beforeAll(async () => {
  root = await scratch();
  await fs.mkdir(path.join(root, 'data/shapes'), { recursive: true });
  for (const name of ['judges.yaml', 'benchmark.yaml'])
    await fs.copyFile(path.join('data/shapes', name), path.join(root, 'data/shapes', name));
  await fs.writeFile(path.join(root, 'data/judges.yaml'), await fs.readFile('data/judges.yaml', 'utf8'));
  const out = path.join(root, 'out');
  records = path.join(root, 'data/shapes');
  await writeShapes(records, { size: 24, seed: SHAPES_DEFAULTS.seed });
  // The other thirty runs are nothing to these.
  const needed = new Set<string>(RUNS);
  for (const run of await fs.readdir(path.join(records, 'runs')))
    if (!needed.has(run)) await fs.rm(path.join(records, 'runs', run), { recursive: true });
  await buildRelease(root, out);
  const manifest = Manifest.parse(JSON.parse(await fs.readFile(path.join(out, 'manifest.json'), 'utf8')));
  const release = await opened({ out, manifest } as Parameters<typeof opened>[0]);
  ({ query: published, close } = release);

  const text = (file: string): Promise<string> => fs.readFile(path.join('data/shapes', file), 'utf8');
  const described = readYaml('benchmark.yaml', await text('benchmark.yaml'), Benchmark).value;
  const listed = readYaml('judges.yaml', await text('judges.yaml'), JudgesFile).value;
  if (described === null || listed === null) throw new Error('the demonstration is not described');
  benchmark = described;
  judges = listed.judges;
  const stored = await fs.readFile(path.join(out, manifest.benchmarks[0]?.instances?.database ?? ''));
  const work = await openWasmWork({ shapes: gunzipSync(stored) });
  const job = {
    benchmark,
    judges,
    runs: await Promise.all(RUNS.map((run) => runFiles(records, run))),
    shared: await releaseRecords({ query: published as Parameters<typeof releaseRecords>[0]['query'] }),
    printed: [],
  };
  scored = await scoreOwnRuns(
    { ...job, release: { catalog: 'shapes', runs: await releaseRuns(work, 'shapes') } },
    work,
  );
  values = await ownValues(work, scored);
  await showOwnCases(work, { result: 1, catalog: 'shapes', judges });
  await work.run(`USE ${ownCatalogs(1).cases}`);
  own = work.query;
});
afterAll(() => close());

/** Names apart: own runs have other ids. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value).replaceAll('yours-', ''));

const lineCount = (tables: readonly PairTable[]): number =>
  tables.reduce((n, { groups }) => n + groups.reduce((m, { slices }) => m + 1 + slices.length, 0), 0);

test('judgments alone have the values of judgeboard score, also those that rest on the release’s responses', async () => {
  // Nothing of the release is told as a fault of one's files.
  expect(scored.ingest.problems).toEqual([]);
  for (const run of RUNS) {
    const { rows, ingest } = await scoreFolder(path.join(records, 'runs', run), root, {
      where: null,
      settings: OFFICIAL_SETTINGS,
    });
    expect(ingest.problems).toEqual([]);
    expect(values.filter((row) => row.run === run)).toEqual(rows);
  }
  expect(values.some(({ metric }) => metric === 'verbosity_robustness')).toBe(true);
});

test.each(PAIRS)('own runs compare as the same runs of the release do, value by value: $base, $other', async (pair) => {
  for (const support of ['union', 'shared'] as const) {
    const question: PairQuestion = { ...pair, support };
    const expected = await comparePair(published, question);
    expect(lineCount(expected)).toBeGreaterThan(10);
    const mine = { ...question, base: `yours-${pair.base}`, other: `yours-${pair.other}` };
    expect(await comparePair(own, mine)).toEqual(expected);
    // One of one's own against a judge of the release.
    if (support === 'union') expect(await comparePair(own, { ...question, other: mine.other })).toEqual(expected);
    expect(plain(await answerAgreement(own, mine))).toEqual(plain(await answerAgreement(published, question)));
  }
});

test('where two own runs differ most is where the same runs of the release do', async () => {
  const [pair] = PAIRS;
  const question: PairQuestion = { ...pair, support: 'union' };
  const mine = { ...question, base: `yours-${pair.base}`, other: `yours-${pair.other}` };
  const [table] = await comparePair(published, question);
  const metric = table?.groups[0]?.whole.metric.id ?? '';
  // Of the cases that were judged; the release has more.
  const attributes = (await facetsOf(own)).map(({ name }) => name);
  expect(attributes).toEqual(expect.arrayContaining(['split', 'task', 'difficulty', 'pair_kind', 'dimension']));
  const asked = { measure: pairMeasureOf(metric, table?.groups[0]?.whole.slice ?? {}), attributes };
  expect(await mostGaps(own, mine, asked)).toEqual(await mostGaps(published, question, asked));
});

test('a run against itself differs by nothing, and one’s own runs come first among those to choose from', async () => {
  const [{ base, protocol }] = PAIRS;
  const tables = await comparePair(own, { base, other: `yours-${base}`, protocol, support: 'union' });
  const values = tables.flatMap(({ groups }) => groups.map(({ whole }) => whole.difference.value));
  expect(values.length).toBeGreaterThan(3);
  expect(values.filter((value) => value !== null && value !== 0)).toEqual([]);

  const result = { scored, release: 'r', job: { judges } } as unknown as Parameters<typeof gatherComparison>[1];
  const found = await gatherComparison(own, result, { benchmark, id: 'your-results/#', name: 'Yours' });
  const [set] = found.comparable.cases;
  expect(set?.runs.slice(0, 4).every(({ run }) => run.startsWith('yours-'))).toBe(true);
  expect(set?.runs.slice(4).some(({ run }) => run.startsWith('yours-'))).toBe(false);
  expect(found.choices.filter(({ access }) => access === null).map(({ name }) => name)).toEqual([
    'Image-blind checker (yours)',
    'Noisy checker (yours)',
    'Query-blind checker (yours)',
  ]);
  expect(found.opening).toEqual(['yours-image-blind', 'yours-noisy-checker']);
  // Every table of own runs stays in this page: its address would tell the server the names of runs.
  expect(new Set(found.comparable.boards.map((board) => board.benchmark))).toEqual(new Set(['your-results/#']));
});
