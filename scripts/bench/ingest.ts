import { fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BudgetVerdict, judge } from './budgets.ts';
import { writeIngestData } from './ingest-data.ts';
import type { ReaderFigures, StepFigures } from './measure-ingest.ts';

/** Seconds of wall time, bytes, rows. */
export type IngestFigures = StepFigures & ReaderFigures;

const CHILD = fileURLToPath(new URL('./measure-ingest.ts', import.meta.url));

/** Runs a measurement in a process of its own and gives its result. */
function measured<T>(task: 'reader' | 'steps', folder: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const child = fork(CHILD, [task, folder]);
    let answer: T | undefined;
    child.on('message', (message) => {
      // `measure-ingest.ts` wrote it for this very task.
      answer = message as T;
    });
    child.on('error', reject);
    child.on('exit', (code) => {
      if (answer === undefined) reject(new Error(`measuring ended with code ${code} and without a result`));
      else resolve(answer);
    });
  });
}

/** Measures reading, checking, storing and scoring of `rows` made-up narrow judgments; leaves nothing behind. */
async function measureSize(rows: number): Promise<IngestFigures> {
  const folder = await mkdtemp(join(tmpdir(), 'judgeboard-bench-'));
  try {
    await writeIngestData(folder, rows);
    const reader = await measured<ReaderFigures>('reader', folder);
    return { ...(await measured<StepFigures>('steps', folder)), ...reader };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Measures `rows` judgments, and ten times as many. */
export async function measureIngest(rows: number): Promise<readonly [IngestFigures, IngestFigures]> {
  return [await measureSize(rows), await measureSize(10 * rows)];
}

const ingestOf = ({ read, store }: IngestFigures): number => read + store;
const totalOf = (figures: IngestFigures): number => ingestOf(figures) + figures.score + figures.storeScores;

/** Judgments from which on the targets apply: with fewer, most of the time goes into starting. */
const LARGE = 1_000_000;

/** Checks the targets for records, each against the worse of its sizes. */
export function judgeIngest(sizes: readonly [IngestFigures, IngestFigures]): readonly BudgetVerdict[] {
  const [one, ten] = sizes;
  const counts = ({ rows }: IngestFigures): boolean => rows >= LARGE || ten.rows < LARGE;
  const each = (of: (figures: IngestFigures) => number) =>
    sizes.filter(counts).map((figures) => ({ value: of(figures), where: `${figures.rows} judgments` }));
  const grown = (of: (figures: IngestFigures) => number) => [
    { value: of(ten) / of(one), where: `${one.rows} → ${ten.rows} judgments` },
  ];
  return [
    judge(
      each((f) => ingestOf(f) / f.readJson),
      { budget: 'read, check, store: to read_json', limit: 6, unit: '×' },
    ),
    judge(
      each((f) => (ingestOf(f) / f.rows) * 1e6),
      { budget: 'read, check, store 1 M judgments', limit: 5, unit: 's' },
    ),
    judge(
      each((f) => (f.score / f.rows) * 1e6),
      { budget: 'score 1 M judgments', limit: 1, unit: 's' },
    ),
    judge(grown(totalOf), { budget: 'time for ten times the rows', limit: 11, unit: '×' }),
    judge(
      grown((f) => f.peakMemory),
      { budget: 'peak memory for ten times the rows', limit: 1.5, unit: '×' },
    ),
    judge(
      each((f) => f.databaseGzip / f.parquet),
      { budget: 'gzipped database to zstd Parquet', limit: 1.1, unit: '×' },
    ),
  ];
}
