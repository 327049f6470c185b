import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import { OFFICIAL } from '../../metrics/settings.ts';
import type { Source } from '../../records/source.ts';
import { Benchmark } from '../../schema/benchmark.ts';
import { Judge } from '../../schema/judge.ts';
import { Run } from '../../schema/records.ts';
import { fileSource } from '../input-files.ts';
import type { BenchmarkInput, RunFolder } from './inputs.ts';
import { loadRuns } from './load-runs.ts';
import { buildNarrowTables, closeFinal, narrowTables, scoreInto, scoreRuns } from './narrow.ts';
import { SILENT } from './progress.ts';
import { literal, WorkDatabase } from './work.ts';

/** What reading, storing and scoring cost on this machine; seconds of wall time, bytes, rows. */
export interface IngestFigures {
  readonly rows: number;
  /** Bytes of the JSON Lines file. */
  readonly jsonl: number;
  /** DuckDB's own reader on the same file, one thread, into a table: nothing checked. */
  readonly readJson: number;
  /** Reading, validating and storing. */
  readonly ingest: number;
  readonly rowsPerSecond: number;
  /** `ingest` / `readJson`. */
  readonly ratio: number;
  /** Sorting into the narrow tables of the final file. */
  readonly narrow: number;
  /** All contributions and cluster sums. */
  readonly score: number;
  readonly scoredPerSecond: number;
  /** Most memory of the process while reading and scoring. */
  readonly peakMemory: number;
  /** The final database, gzipped, and its tables as Parquet (zstd). */
  readonly databaseGzip: number;
  readonly parquet: number;
}

const CRITERIA = ['completeness', 'grounding', 'hallucination', 'expressiveness', 'clarity'];
/** Every criterion in both orders. */
const PER_INSTANCE = CRITERIA.length * 2;
const RUNS = 10;

/** Repeatable numbers that look like chance (xorshift), other ones for every seed. */
function chance(seed: number): () => number {
  let x = Math.imul(seed + 1, 0x9e3779b9);
  return () => {
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    return (x >>> 0) / 2 ** 32;
  };
}

async function writeLines(file: string, lines: Iterable<string>): Promise<void> {
  const out = createWriteStream(file, { highWaterMark: 2 ** 20 });
  let waiting: string[] = [];
  for (const line of lines) {
    if (waiting.push(line) < 4096) continue;
    if (!out.write(waiting.join(''))) await once(out, 'drain');
    waiting = [];
  }
  out.end(waiting.join(''));
  await once(out, 'finish');
}

const instanceId = (i: number): string => `pair-${String(i).padStart(7, '0')}`;

function* instanceLines(count: number): Generator<string> {
  for (let i = 0; i < count; i++)
    yield `{"instance":"${instanceId(i)}","split":"open_ended","prompt":"What is shown?","attributes":{"task":"t${i % 7}"}}\n`;
}

function* goldLines(count: number): Generator<string> {
  const next = chance(0);
  for (let i = 0; i < count; i++) {
    for (const criterion of CRITERIA) {
      yield `{"instance":"${instanceId(i)}","criterion":"${criterion}","kind":"preference","value":"${next() < 0.5 ? 'a' : 'b'}"}\n`;
    }
  }
}

/** Narrow judgments of one run: no rationale to speak of. */
function* judgmentLines(count: number, seed: number): Generator<string> {
  const next = chance(seed);
  for (let i = 0; i < count; i++) {
    for (const criterion of CRITERIA) {
      for (const order of ['ab', 'ba']) {
        yield `{"instance":"${instanceId(i)}","criterion":"${criterion}","order":"${order}","verdict":"${next() < 0.6 ? 'a' : 'b'}","parse":"ok","rationale":"Better on ${criterion}."}\n`;
      }
    }
  }
}

async function timed<T>(work: () => Promise<T>): Promise<{ readonly seconds: number; readonly value: T }> {
  const started = performance.now();
  const value = await work();
  return { seconds: (performance.now() - started) / 1000, value };
}

async function timeReadJson(folder: string, files: readonly string[]): Promise<number> {
  const instance = await DuckDBInstance.create(path.join(folder, 'reader.duckdb'), { threads: '1' });
  const connection = await instance.connect();
  const list = files.map(literal).join(', ');
  const { seconds } = await timed(() =>
    connection.run(`CREATE TABLE judgments AS SELECT * FROM read_json([${list}], format = 'newline_delimited')`),
  );
  connection.closeSync();
  instance.closeSync();
  return seconds;
}

/** Watches the process's memory until told to stop. */
function watchMemory(): () => number {
  let peak = process.memoryUsage.rss();
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 20);
  return () => {
    clearInterval(timer);
    return Math.max(peak, process.memoryUsage.rss());
  };
}

async function parquetBytes(work: WorkDatabase, folder: string): Promise<number> {
  let bytes = 0;
  for (const table of Object.keys(narrowTables([]))) {
    const file = path.join(folder, `${table}.parquet`);
    await work.run(`COPY final.${table} TO ${literal(file)} (FORMAT parquet, COMPRESSION zstd)`);
    bytes += (await fs.stat(file)).size;
  }
  return bytes;
}

const BENCHMARK = Benchmark.parse({
  id: 'bench',
  name: 'Bench',
  order: 0,
  tagline: 'generated',
  summary: ['Generated judgments.'],
  protocol: 'pairwise',
  data_licence: 'none',
  metrics: [{ id: 'pacc', unit: 'ratio', source: 'ours' }],
});

/** Ten runs over the same instances. */
async function writeInput(folder: string, rows: number): Promise<BenchmarkInput> {
  const instances = Math.ceil(rows / RUNS / PER_INSTANCE);
  const source = async (name: string, lines: Iterable<string>): Promise<Source> => {
    await writeLines(path.join(folder, name), lines);
    return fileSource(path.join(folder, name), name);
  };
  const judges = new Map<string, Judge>();
  const runs: RunFolder[] = [];
  for (let i = 1; i <= RUNS; i++) {
    const id = `judge-${i}`;
    const about = { name: id, organisation: 'none', family: 'none', access: 'program', thinking: 'never' };
    judges.set(id, Judge.parse({ id, ...about }));
    const run = Run.parse({ run: id, benchmark: 'bench', judge: id, protocol: 'pairwise' });
    const files = { judgments: [await source(`${id}.jsonl`, judgmentLines(instances, i))] };
    runs.push({ folder, label: id, run, problems: [], files });
  }
  const shared = {
    instances: [await source('instances.jsonl', instanceLines(instances))],
    gold: [await source('gold.jsonl', goldLines(instances))],
  };
  return { benchmark: BENCHMARK, judges, folder, label: 'bench', shared, runs };
}

async function measure(folder: string, rows: number): Promise<IngestFigures> {
  const input = await writeInput(folder, rows);
  const judgments = input.runs.flatMap((run) => run.files.judgments ?? []);
  const readJson = await timeReadJson(
    folder,
    judgments.map(({ name }) => path.join(folder, name)),
  );
  const memory = watchMemory();
  const work = await WorkDatabase.open(path.join(folder, 'work'));
  try {
    const file = path.join(folder, 'final.duckdb');
    const ingest = await timed(() => loadRuns(input, work, null, SILENT));
    if (ingest.value.ingest.errors > 0) throw new Error('the generated records are not sound');
    const narrow = await timed(() => buildNarrowTables(work, file, ingest.value.attributes));
    const score = await timed(() => scoreInto(work, OFFICIAL));
    const peakMemory = memory();
    await scoreRuns(work);
    const { n } = await work.row('SELECT count(*)::DOUBLE AS n FROM final.judgments');
    const parquet = await parquetBytes(work, folder);
    await closeFinal(work);
    return {
      rows: Number(n),
      jsonl: judgments.reduce((sum, { size }) => sum + size, 0),
      readJson,
      ingest: ingest.seconds,
      rowsPerSecond: Number(n) / ingest.seconds,
      ratio: ingest.seconds / readJson,
      narrow: narrow.seconds,
      score: score.seconds,
      scoredPerSecond: Number(n) / score.seconds,
      peakMemory,
      databaseGzip: gzipSync(await fs.readFile(file)).byteLength,
      parquet,
    };
  } finally {
    work.close();
  }
}

/** Measures reading, validating, storing and scoring of `rows` generated narrow judgments; leaves nothing behind. */
export async function benchIngest(rows: number): Promise<IngestFigures> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'judgeboard-bench-'));
  try {
    return await measure(folder, rows);
  } finally {
    await fs.rm(folder, { recursive: true, force: true });
  }
}
