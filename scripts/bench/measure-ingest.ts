/** ingest.ts runs this as a process of its own, so that the memory and the warm code of one measurement do not disturb another. */

import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import { OFFICIAL_SETTINGS } from '../../src/metrics/settings.ts';
import { loadRuns } from '../../src/release/instances/load-runs.ts';
import { SILENT } from '../../src/release/instances/progress.ts';
import { WorkDatabase } from '../../src/release/instances/work.ts';
import { buildNarrowTables, closeFinal, scoreRuns, storeScores } from '../../src/scoring/narrow.ts';
import { literal } from '../../src/sql/quote.ts';
import { ingestInput, judgmentFiles } from './ingest-data.ts';

/** What reading, storing and scoring cost: seconds of wall time, bytes, rows. */
export interface StepFigures {
  readonly rows: number;
  /** Reading and checking every record, and keeping it on disk. */
  readonly read: number;
  /** Sorting into the narrow tables of the final file. */
  readonly store: number;
  /** All contributions of all metrics, into a table. */
  readonly score: number;
  /** Sorting those into the final file. */
  readonly storeScores: number;
  /** Most memory of the process up to here. */
  readonly peakMemory: number;
  /** The final database, gzipped as in a release, and its tables as Parquet (zstd). */
  readonly databaseGzip: number;
  readonly parquet: number;
}

export interface ReaderFigures {
  /** DuckDB's own reader on the same files, with one thread and into a table, which checks nothing. */
  readonly readJson: number;
}

async function timed<T>(work: () => Promise<T>): Promise<{ readonly seconds: number; readonly value: T }> {
  const started = performance.now();
  const value = await work();
  return { seconds: (performance.now() - started) / 1000, value };
}

async function measureReader(folder: string): Promise<ReaderFigures> {
  const instance = await DuckDBInstance.create(join(folder, 'reader.duckdb'), { threads: '1' });
  const connection = await instance.connect();
  const list = judgmentFiles(folder).map(literal).join(', ');
  const { seconds } = await timed(() =>
    connection.run(`CREATE TABLE judgments AS SELECT * FROM read_json([${list}], format = 'newline_delimited')`),
  );
  connection.closeSync();
  instance.closeSync();
  return { readJson: seconds };
}

async function gzippedBytes(file: string): Promise<number> {
  let bytes = 0;
  await pipeline(createReadStream(file), createGzip({ level: 6 }), async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) bytes += chunk.byteLength;
  });
  return bytes;
}

const TABLES = ['judges', 'runs', 'instances', 'responses', 'gold', 'judgments', 'contributions'];

async function parquetBytes(work: WorkDatabase, folder: string): Promise<number> {
  let bytes = 0;
  for (const table of TABLES) {
    const file = join(folder, `${table}.parquet`);
    await work.run(`COPY (SELECT * FROM final.${table}) TO ${literal(file)} (FORMAT parquet, COMPRESSION zstd)`);
    bytes += (await stat(file)).size;
  }
  return bytes;
}

async function measureSteps(folder: string): Promise<StepFigures> {
  const input = await ingestInput(folder);
  const work = await WorkDatabase.open(join(folder, 'work'));
  try {
    const file = join(folder, 'final.duckdb');
    const read = await timed(() => loadRuns(input, work, { gallery: null, progress: SILENT }));
    if (read.value.ingest.errors > 0) throw new Error('the generated records are not sound');
    const store = await timed(() => buildNarrowTables(work, file, read.value.attributes));
    const score = await timed(() => scoreRuns(work, OFFICIAL_SETTINGS));
    const stored = await timed(() => storeScores(work));
    const peakMemory = process.resourceUsage().maxRSS * 1024;
    const { n } = await work.row('SELECT count(*)::DOUBLE AS n FROM final.stored.judgments');
    const parquet = await parquetBytes(work, folder);
    await closeFinal(work);
    const seconds = { read: read.seconds, store: store.seconds, score: score.seconds, storeScores: stored.seconds };
    return { rows: Number(n), ...seconds, peakMemory, databaseGzip: await gzippedBytes(file), parquet };
  } finally {
    work.close();
  }
}

const [task, folder = ''] = process.argv.slice(2);
process.send?.(task === 'reader' ? await measureReader(folder) : await measureSteps(folder));
