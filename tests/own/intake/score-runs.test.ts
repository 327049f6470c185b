import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { FORMATS } from '../../../src/importers/index.ts';
import { OFFICIAL_SETTINGS } from '../../../src/metrics/query.ts';
import { OWN_BUCKETS, ownBucket, readOwnWords, showOwnCases } from '../../../src/own/intake/own-cases.ts';
import { recognise } from '../../../src/own/intake/recognise.ts';
import { importRunFiles, type RunFiles, unpackDropped } from '../../../src/own/intake/run-files.ts';
import { ownValues, type ScoreJob, scoreInRounds, scoreOwnRuns } from '../../../src/own/intake/score-runs.ts';
import { blobSource } from '../../../src/records/bytes.ts';
import { readYaml } from '../../../src/records/yaml.ts';
import { sourcesUnder } from '../../../src/release/input-run.ts';
import { scoreFolder } from '../../../src/release/instances/score-run.ts';
import { Benchmark } from '../../../src/schema/benchmark.ts';
import { bucketOf, searchWordsOf } from '../../../src/schema/release-paths.ts';
import type { ScoreRow } from '../../../src/scoring/score-rows.ts';
import { drawn, nightly } from '../../drawn.ts';
import { scratchFolder } from '../../scratch.ts';
import { describeShared, sharedData } from '../../shared-data.ts';
import { sharedWasmWork } from './wasm-work.ts';

const work = await sharedWasmWork();

const FIXTURES = path.join(import.meta.dirname, '../../fixtures/importers');

const benchmarkOf = (id: string): Benchmark | null =>
  readYaml(`${id}.yaml`, fs.readFileSync(path.join('data', id, 'benchmark.yaml'), 'utf8'), Benchmark).value;

/** What the command line writes: the folder on disk. */
async function writeRun({ files }: RunFiles, name: string): Promise<string> {
  const folder = path.join(scratchFolder(), name);
  fs.mkdirSync(folder);
  for (const [file, blob] of Object.entries(files))
    fs.writeFileSync(path.join(folder, file), new Uint8Array(await blob.arrayBuffer()));
  return folder;
}

/** A project that describes the benchmark and lists no judges, since those of fixtures are made up. */
function rootWith(id: string): string {
  const root = scratchFolder();
  fs.mkdirSync(path.join(root, 'data', id), { recursive: true });
  fs.copyFileSync(path.join('data', id, 'benchmark.yaml'), path.join(root, 'data', id, 'benchmark.yaml'));
  return root;
}

/** A fixture's files as they would be dropped. */
async function dropped(name: string): Promise<RunFiles> {
  const { sources } = await unpackDropped(await sourcesUnder(path.join(FIXTURES, name, 'input')));
  const { found } = await recognise(sources);
  const [first] = found;
  const format = FORMATS.find(({ id }) => id === first?.format);
  if (first === undefined || format === undefined) throw new Error(`${name} is not recognised`);
  const options = JSON.parse(fs.readFileSync(path.join(FIXTURES, name, 'options.json'), 'utf8'));
  const { run } = await importRunFiles({ format, sources: first.sources, options });
  if (run === null) throw new Error(`nothing was imported of ${name}`);
  return run;
}

describe('own runs', () => {
  const valuesOf = async (job: ScoreJob) => ownValues(work, await scoreOwnRuns(job, work));

  // GenAI-Bench is compared by the runs of which each is scored by itself, and Multi-Crit has the answers and labels of VIEScore.
  const daily: readonly (readonly [name: string, benchmark: string])[] = [
    ['mm-judgebias', 'mm-judgebias'],
    ['mm-critic', 'mm-critic'],
    ['viescore', 'viescore'],
  ];
  test.each(drawn([...daily, ['multi-crit-lmms-eval', 'multi-crit'], ['genai-bench', 'genai-bench']], daily))(
    '%s: the page’s engine gives the values of judgeboard score, to the last bit',
    async (name, id) => {
      const run = await dropped(name);
      const expected = await scoreFolder(await writeRun(run, name), rootWith(id), {
        where: null,
        settings: OFFICIAL_SETTINGS,
      });
      const benchmark = benchmarkOf(id);
      const job = { benchmark, judges: [], runs: [run], shared: null, release: null, printed: [] };
      const scored = await scoreOwnRuns(job, work);
      const values = await ownValues(work, scored);
      expect(values.length).toBeGreaterThan(3);
      expect(values).toEqual(expected.rows);
      expect(scored.valued).toBe(true);
      // Pages show what was scored as a database; values are the same afterwards.
      await showOwnCases(work, { result: 1, catalog: null, judges: [] });
      expect(await ownValues(work, scored)).toEqual(expected.rows);
      expect(scored.paired.length).toBeGreaterThan(0);
      for (const { lost, of } of scored.lost) expect(of).toBeGreaterThanOrEqual(Math.max(lost, 1));
      const said = await work.query("SELECT text FROM work.main.judgments WHERE raw_at < 0 AND text <> '' LIMIT 1");
      const [word] = searchWordsOf(String(said[0]?.['text'] ?? ''));
      if (word === undefined) return;
      const words = await readOwnWords((use) => use(work), 1);
      const bucket = ownBucket(words, bucketOf(word, OWN_BUCKETS));
      expect(bucket[word]?.length).toBeGreaterThan(0);
    },
  );

  test('of a judge’s settings one is read, and that another is not is told', async () => {
    const { found, problems } = await recognise(await sourcesUnder(path.join(FIXTURES, 'viescore', 'input')));
    expect(found.map(({ format }) => format)).toEqual(['viescore']);
    expect(problems.map(({ file, message }) => `${file}: ${message}`)).toEqual([
      expect.stringMatching(/results_tiny_1shot: not read: of tiny another setting is$/),
    ]);
  });

  test('a run whose cases say otherwise than another’s is scored by itself, as the command line does', async () => {
    const { sources } = await unpackDropped(await sourcesUnder(path.join(FIXTURES, 'genai-bench', 'input')));
    const [first] = (await recognise(sources)).found;
    const format = FORMATS.find(({ id }) => id === first?.format);
    if (first === undefined || format === undefined) throw new Error('not recognised');
    expect(first.judges).toEqual(['Odd-1.5', 'other']);
    const runs: RunFiles[] = [];
    for (const judge of first.judges) {
      const { run } = await importRunFiles({ format, sources: first.sources, options: { judge } });
      if (run !== null) runs.push(run);
    }
    const job = { benchmark: benchmarkOf('genai-bench'), judges: [], shared: null, release: null, printed: [] };
    const values: (readonly ScoreRow[])[] = [];
    const rounds = await scoreInRounds(runs, async (left) => {
      const scored = await scoreOwnRuns({ ...job, runs: left }, work);
      values.push(await ownValues(work, scored));
      return scored;
    });
    expect(rounds.map(({ scored }) => scored.runs.map(({ run }) => run))).toEqual([['odd-1-5'], ['other']]);
    const of = { where: null, settings: OFFICIAL_SETTINGS };
    for (const [place, run] of runs.entries()) {
      const expected = await scoreFolder(await writeRun(run, `apart-${place}`), rootWith('genai-bench'), of);
      expect(values[place]).toEqual(expected.rows);
    }
  });

  test('several judges at once have the values that each has alone, what is missing included', async () => {
    const { sources } = await unpackDropped(await sourcesUnder(path.join(FIXTURES, 'mm-judgebias', 'input')));
    const [first] = (await recognise(sources)).found;
    const format = FORMATS.find(({ id }) => id === first?.format);
    if (first === undefined || format === undefined) throw new Error('not recognised');
    expect(first.judges.length).toBeGreaterThan(2);
    const runs: RunFiles[] = [];
    for (const judge of first.judges) {
      const { run } = await importRunFiles({ format, sources: first.sources, options: { judge } });
      if (run !== null) runs.push(run);
    }
    const job = { benchmark: benchmarkOf('mm-judgebias'), judges: [], shared: null, release: null, printed: [] };
    const together = await valuesOf({ ...job, runs });
    for (const run of drawn(runs, runs.slice(0, 2))) {
      const alone = await valuesOf({ ...job, runs: [run] });
      expect(alone.length).toBeGreaterThan(3);
      expect(together.filter((row) => row.run === alone[0]?.run)).toEqual(alone);
    }
  });

  nightly(describeShared)('genai-bench.tar.gz', 'an archive of real judges’ outputs, as it is', () => {
    test('is told by what is in it, and a judge of it has the values of judgeboard score', async () => {
      const archive = new Blob([fs.readFileSync(sharedData('genai-bench.tar.gz'))]);
      const { sources, problems } = await unpackDropped([blobSource('genai-bench.tar.gz', archive)]);
      expect(problems).toEqual([]);
      const [first] = (await recognise(sources)).found;
      const format = FORMATS.find(({ id }) => id === first?.format);
      if (first === undefined || format === undefined) throw new Error('not recognised');
      expect(first.judges).toHaveLength(20);
      const { run } = await importRunFiles({ format, sources: first.sources, options: { judge: 'gpt4o' } });
      if (run === null) throw new Error('nothing was imported');
      const of = { where: null, settings: OFFICIAL_SETTINGS };
      const expected = await scoreFolder(await writeRun(run, 'real'), rootWith('genai-bench'), of);
      const job = { benchmark: benchmarkOf('genai-bench'), judges: [], shared: null, release: null, printed: [] };
      expect(await valuesOf({ ...job, runs: [run] })).toEqual(expected.rows);
    });
  });
});
