import fs from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { readCaseColumns } from '../../../src/cases/columns/layout.ts';
import { writeCaseFiles } from '../../../src/cases/columns/write.ts';
import { summarisedBy } from '../../../src/cases/gather.ts';
import { gatherList } from '../../../src/explore/gather-list.ts';
import { gatherPages } from '../../../src/figures/page/gather-figures.ts';
import type { EngineWork } from '../../../src/own/intake/engine-work.ts';
import {
  OWN_BUCKETS,
  ownBucket,
  ownCaseTexts,
  ownCatalogs,
  ownLines,
  readOwnWords,
  showOwnCases,
} from '../../../src/own/intake/own-cases.ts';
import { ResultTables, type ScoreAsk, scoreOwnRuns } from '../../../src/own/intake/score-runs.ts';
import { readYaml } from '../../../src/records/yaml.ts';
import { Benchmark } from '../../../src/schema/benchmark.ts';
import { bucketOf, instancesOfGaps, searchWordsOf } from '../../../src/schema/release-paths.ts';
import type { Query } from '../../../src/sql/query.ts';
import { sharedWasmWork } from './wasm-work.ts';

const lines = (rows: readonly object[]): Blob => new Blob(rows.map((row) => `${JSON.stringify(row)}\n`));

const benchmarkOf = (id: string): Benchmark => {
  const { value } = readYaml(`${id}.yaml`, fs.readFileSync(`data/${id}/benchmark.yaml`, 'utf8'), Benchmark);
  if (value === null) throw new Error(`no ${id}`);
  return value;
};

/** A result of which the release has no case. */
const OWN = { result: 1, catalog: null };

/** Six cases judged on one criterion, of which every third answer is not the label. */
function ownRun(run: string, wrong: number) {
  const ids = Array.from({ length: 6 }, (_, i) => `case-${i}`);
  return {
    label: run,
    files: {
      'run.yaml': new Blob([`run: ${run}\nbenchmark: multi-crit\njudge: my-judge\nprotocol: pairwise\n`]),
      'instances.jsonl': lines(
        ids.map((instance, i) => ({
          instance,
          split: 'open_ended',
          prompt: `What of ${instance}?`,
          media: [{ src: `secret-${i}.png`, alt: 'a picture' }],
          attributes: { task: i % 2 ? 'vqa' : 'ocr' },
        })),
      ),
      'gold.jsonl': lines(
        ids.map((instance) => ({ instance, criterion: 'completeness', kind: 'preference', value: 'a' })),
      ),
      'judgments.jsonl': lines(
        ids.map((instance, i) => ({
          instance,
          criterion: 'completeness',
          verdict: i % wrong === 0 ? 'b' : 'a',
          parse: 'ok',
          rationale: `since ${instance}`,
        })),
      ),
    },
  };
}

const caseOf = async (id: string) => (await ownCaseTexts(work, { ...OWN, ids: [id, 'nobody'] }))[0];

/** Finds the places of the cases with a word, out of the bucket that it lies in. */
async function placesFinder(): Promise<(word: string) => number[]> {
  const words = await readOwnWords((use) => use(work), 1);
  return (word) => {
    const bucket = ownBucket(words, bucketOf(word, OWN_BUCKETS));
    return instancesOfGaps(new Map(Object.entries(bucket)).get(word) ?? []);
  };
}

const listOf = async (query: Query, named: Parameters<typeof gatherList>[2]) =>
  gatherList(query, readCaseColumns((await writeCaseFiles(query, await summarisedBy(query))).columns), named);

/** One engine for all: each test finds it as the one before left it. */
let work: EngineWork;
const benchmark = benchmarkOf('multi-crit');
const JOB = { benchmark, judges: [], shared: null, release: null, printed: [] };
beforeAll(async () => {
  work = await sharedWasmWork();
  await scoreOwnRuns({ ...JOB, runs: [ownRun('first', 3), ownRun('second', 2)] }, work);
  await showOwnCases(work, { ...OWN, judges: [] });
});

test('what was scored is a database that explorer, figures and cases read as they read the release', async () => {
  await work.run(`USE ${ownCatalogs(1).cases}`);
  const named = { benchmark, id: 'your-results/#', name: 'Yours', licence: '', release: '', words: false };
  const { choices, first } = await listOf(work.query, named);
  // Runs of one judge in one setting are told apart by what their owner calls them.
  expect(choices.runs).toEqual([
    { run: 'yours-first', label: 'my-judge (yours), pairwise, run first', judge: 'my-judge (yours)' },
    { run: 'yours-second', label: 'my-judge (yours), pairwise, run second', judge: 'my-judge (yours)' },
  ]);
  expect(choices.facets.map(({ name }) => name)).toContain('task');
  expect(first.map(({ instance, _right, _wrong }) => [instance, _right, _wrong])).toEqual([
    ['case-0', 0, 2],
    ['case-1', 2, 0],
    ['case-2', 1, 1],
    ['case-3', 1, 1],
    ['case-4', 1, 1],
    ['case-5', 2, 0],
  ]);
  const pages = [];
  const opensOn = (run: string): boolean => run === 'yours-second';
  for await (const page of gatherPages(work.query, benchmark, { ...named, benchmark: named.id, opensOn }))
    pages.push(page);
  expect(pages.map(({ opening }) => opening)).toEqual(pages.map(() => ({ pairwise: 'yours-second' })));
  expect(pages.flatMap(({ data }) => Object.keys(data))).toContain('slices-pairwise');
  const found = await caseOf('case-3');
  expect(found?.released).toBe(false);
  expect(found?.own).toMatchObject({
    instance: 'case-3',
    prompt: 'What of case-3?',
    // Its picture lies on the visitor's disk, and nothing may ask a server for its name.
    media: [{ src: null, alt: 'a picture' }],
    gold: [{ criterion: 'completeness', value: 'a' }],
    judgments: [
      { run: 'yours-first', verdict: 'b', rationale: 'since case-3' },
      { run: 'yours-second', verdict: 'a', rationale: 'since case-3' },
    ],
  });
  expect(found?.own.contributions?.map(({ run }) => run)).toContain('yours-first');
});

test('a list says of own cases what it says of the release’s: prompt, label, answers and the first words of reasons', async () => {
  const runs = ['first', 'second'];
  const found = await ownLines(work, { ...OWN, places: [0, 3, 8], runs });
  // Of a place without a case there is none.
  expect([...found.keys()]).toEqual([0, 3]);
  expect([found.get(0), found.get(3)]).toEqual([
    {
      released: null,
      line: {
        prompt: 'What of case-0?',
        thumb: '',
        gold: [['completeness', 'a']],
        said: [
          [0, 'completeness', 'b', 'since case-0'],
          [1, 'completeness', 'b', 'since case-0'],
        ],
      },
    },
    {
      released: null,
      line: {
        prompt: 'What of case-3?',
        thumb: '',
        gold: [['completeness', 'a']],
        said: [
          [0, 'completeness', 'b', 'since case-3'],
          [1, 'completeness', 'a', 'since case-3'],
        ],
      },
    },
  ]);
});

/** A run of Multi-Crit with these reasons, a case each; a case has a prompt of two lines. */
function reasonedRun(run: string, reasons: readonly (readonly [reason: string, raw?: string])[]) {
  const ids = reasons.map((_, i) => `case-${i}`);
  return {
    label: run,
    files: {
      'run.yaml': new Blob([`run: ${run}\nbenchmark: multi-crit\njudge: ${run}\nprotocol: pairwise\n`]),
      'instances.jsonl': lines(
        ids.map((instance) => ({ instance, split: 'open_ended', prompt: `What of ${instance}?\nAnd why?` })),
      ),
      'gold.jsonl': lines(ids.map((instance) => ({ instance, criterion: 'clarity', kind: 'preference', value: 'a' }))),
      'judgments.jsonl': lines(
        reasons.map(([rationale, raw], i) => ({
          instance: `case-${i}`,
          criterion: 'clarity',
          verdict: 'a',
          parse: 'ok',
          rationale,
          ...(raw === undefined ? {} : { raw }),
        })),
      ),
    },
  };
}

/** Reasons in which words are hard to tell. */
const REASONS: readonly (readonly [string, string?])[] = [
  ['Response A names the red circle.'],
  ['The Circle is red_ish; reddish, not RED'],
  ['circles and redness'],
  ['', 'a raw answer of a red circle'],
  ['a plain reason', 'red circle'],
  ['Der Kreis ist rot: “ｒｅｄ Ｃｉｒｃｌｅ”'],
  ['红色的圆 red', 'circle'],
  ['😀😀 reason', '😀 red circle'],
  ["it's red-circle: 3.5 of 10"],
  [`${'x'.repeat(64)}tail`],
  [`${'x'.repeat(63)}`],
  ['Café naïve, cafe\u0301'],
  ['red\ncircle\tred'],
];

test('words of reasons are found in own cases as the release finds them, whatever they are written in', async () => {
  const others = REASONS.map((_, i): readonly [string] => [i === 2 ? 'a red thing' : '']);
  await scoreOwnRuns({ ...JOB, runs: [reasonedRun('first', REASONS), reasonedRun('second', others)] }, work);
  await showOwnCases(work, { ...OWN, judges: [] });
  const places = await work.query(
    `SELECT rowid::DOUBLE AS place, instance FROM ${ownCatalogs(1).cases}.main.instances`,
  );
  const placeOf = new Map(places.map(({ instance, place }) => [String(instance), Number(place)]));
  // By definition: the cases whose reasons, of whichever run, have every word.
  const expected = (asked: string): number[] =>
    REASONS.flatMap(([reason], i) => {
      const own = new Set([...searchWordsOf(reason), ...searchWordsOf(others[i]?.[0] ?? '')]);
      return searchWordsOf(asked).every((word) => own.has(word)) ? [placeOf.get(`case-${i}`) ?? -1] : [];
    }).sort((a, b) => a - b);
  const questions = [
    'red',
    'RED circle',
    'circle red circle',
    'red circles',
    '红',
    '圆 red',
    'ｒｅｄ',
    'café',
    'reason',
    "it's",
    '3.5',
    'ish',
    'nowhere',
    `${'x'.repeat(70)}`,
    `${'x'.repeat(63)}`,
    '😀 reason',
  ];
  const placesOf = await placesFinder();
  for (const word of new Set(questions.flatMap(searchWordsOf))) expect(placesOf(word), word).toEqual(expected(word));
  // Of two runs each has one of the words.
  expect(expected('red')).toContain(placeOf.get('case-2'));
  expect(expected('circles')).toEqual([placeOf.get('case-2')]);
});

test('a benchmark that the site does not know has boards with intervals, a list and figures at once', async () => {
  const unknown = ownRun('first', 3);
  const text = await unknown.files['run.yaml'].text();
  const files = { ...unknown.files, 'run.yaml': new Blob([text.replace('multi-crit', 'my-bench')]) };
  const scored = await scoreOwnRuns({ ...JOB, benchmark: null, runs: [{ label: 'first', files }] }, work);
  const { benchmark: made, paired, lost } = scored;
  if (made === null) throw new Error('no benchmark');
  const [board] = paired;
  const cells = Object.values(board?.rows[0]?.cells ?? {});
  // Four of six answers are the label.
  expect(cells.map(({ value }) => value)).toContain(4 / 6);
  expect(cells.some(({ interval }) => interval !== null && interval.lo < interval.hi)).toBe(true);
  expect(lost).toEqual([{ run: 'first', split: '', metric: 'overall_accuracy', lost: 2, of: 6 }]);
  await showOwnCases(work, { ...OWN, judges: [] });
  await work.run(`USE ${ownCatalogs(1).cases}`);
  const named = { benchmark: 'your-results/#', name: 'Yours', licence: '', release: '', words: false };
  const { choices } = await listOf(work.query, { ...named, benchmark: made, id: named.benchmark });
  expect(choices.facets.map(({ name }) => name)).toContain('task');
  const figures = [];
  for await (const { data } of gatherPages(work.query, made, named)) figures.push(...Object.keys(data));
  expect(figures).toContain('slices-pairwise');
});

test('each result keeps its cases while others are scored, and what rests on scoring alone is scored again', async () => {
  const results = new ResultTables();
  const ask = (result: number, run: string): ScoreAsk => ({
    ...{ result, catalog: null, benchmark, judges: [], shared: null, printed: [] },
    runs: [ownRun(run, 3)],
  });
  const [one, two] = [ask(1, 'one'), ask(2, 'two')];
  const first = await results.score(work, one);
  await results.show(work, one);
  const values = await results.values(work, { job: one, ...first });
  await results.score(work, two);
  await results.show(work, two);
  const runsOf = async (result: number): Promise<readonly unknown[]> =>
    (await work.query(`SELECT run FROM ${ownCatalogs(result).cases}.main.runs`)).map(({ run }) => run);
  expect([await runsOf(1), await runsOf(2)]).toEqual([['yours-one'], ['yours-two']]);
  const found = await caseOf('case-3');
  expect(found?.own.judgments?.map(({ run, rationale }) => [run, rationale])).toEqual([['yours-one', 'since case-3']]);
  // Words are read once, in turn with other work, whoever asks for them at the same time.
  const turns: number[] = [];
  const since = { result: 1, bucket: bucketOf('since', OWN_BUCKETS) };
  const asked = async () => results.bucket(async (use) => use(work).finally(() => turns.push(1)), since);
  const [bucket, again] = await Promise.all([asked(), asked()]);
  expect(instancesOfGaps(bucket['since'] ?? [])).toEqual([0, 1, 2, 3, 4, 5]);
  expect(again).toEqual(bucket);
  expect(turns).toHaveLength(2);
  expect(values.length).toBeGreaterThan(3);
  expect(await results.values(work, { job: one, ...first })).toEqual(values);
  // Files that are dropped next have the engine for themselves.
  await new ResultTables().score(work, two);
  const left = await work.query(
    "SELECT database_name AS name FROM duckdb_databases() WHERE starts_with(name, 'own_cases')",
  );
  expect(left).toEqual([]);
});
