import { zipOfFiles } from '../client/download.ts';
import { exportEvalEver, exportOptions } from '../importers/every-eval-ever-export.ts';
import { metricTold } from '../metrics/index.ts';
import { blobSource } from '../records/bytes.ts';
import { ProblemLog } from '../records/issues.ts';
import { submissionTexts } from '../records/submission.ts';
import { csvBlob } from '../schema/csv.ts';
import type { Judge } from '../schema/judge.ts';
import { hexDigits } from '../schema/packs.ts';
import type { Problem } from '../schema/problem.ts';
import type { DescribedRun } from '../schema/release.ts';
import { inputOf } from '../scoring/run-folder.ts';
import type { ScoreRow } from '../scoring/score-rows.ts';
import { browserHash, openRunFiles, type RunFiles } from './intake/run-files.ts';
import { numberedNames } from './intake/score-runs.ts';
import type { OwnResult } from './judge-files.ts';

const cell = (value: unknown): string => (value === null || value === undefined ? '' : String(value));

const table = (columns: readonly string[], rows: readonly object[]): Blob =>
  csvBlob(
    columns,
    rows.map((row) => columns.map((column) => cell(Reflect.get(row, column)))),
  );

export const scoresCsv = (rows: readonly ScoreRow[]): Blob =>
  table(['run', 'metric', 'slice', 'value', 'num', 'den', 'n', 'missing', 'se', 'lo', 'hi', 'reason'], rows);

/** Writes scores to the last bit, and what is known of their runs, as `judgeboard score --json` lists them. */
export const scoresJson = (scores: readonly ScoreRow[], runs: readonly DescribedRun[]): Blob =>
  new Blob([`${JSON.stringify({ scores, runs }, null, 2)}\n`], { type: 'application/json' });

export const problemsCsv = (problems: readonly Problem[]): Blob =>
  table(
    ['severity', 'file', 'line', 'field', 'message', 'found', 'expected', 'hint'],
    problems.map((problem) => ({ ...problem, severity: problem.severity ?? 'error' })),
  );

/** Writes names of folders: `GPT-4o (2)` → `GPT-4o-2-`. */
const folderNames = (runs: readonly RunFiles[]): readonly string[] =>
  numberedNames(
    runs.map(({ label }) => label.replace(/[^\w.-]+/g, '-')),
    (name, n) => `${name}-${n}`,
  );

async function readyFiles(one: RunFiles, judges: readonly Judge[]): Promise<RunFiles['files']> {
  const { run } = await openRunFiles(one);
  if (run === null) return one.files;
  const files = await Promise.all(
    Object.entries(one.files).map(async ([file, blob]) => {
      return { file, bytes: blob.size, sha256: await browserHash(blobSource(file, blob)) };
    }),
  );
  const knowsJudge = judges.some(({ id }) => id === run.judge);
  const texts = submissionTexts({ run, knowsJudge, madeBy: 'Your results', files });
  return { ...one.files, ...Object.fromEntries([...texts].map(([name, text]) => [name, new Blob([text])])) };
}

/** Gives run folders as one archive, ready to be put under `data/<benchmark>/runs/`. Rejects where a file cannot be read any more. */
export async function runsZip(runs: readonly RunFiles[], judges: readonly Judge[]): Promise<Blob> {
  const names = folderNames(runs);
  const folders = await Promise.all(runs.map((one) => readyFiles(one, judges)));
  return zipOfFiles(
    folders.flatMap((files, i) => Object.entries(files).map(([name, file]) => [`${names[i]}/${name}`, file] as const)),
  );
}

export interface EvalEverFiles {
  readonly zip: Blob;
  readonly problems: readonly Problem[];
}

/** Holds the samples in memory; their hash is worked out at the end, which is how browsers do it. */
function sampleLines() {
  const lines: string[] = [];
  let bytes = new Uint8Array();
  return {
    write: (line: string): void => void lines.push(line),
    close: async (): Promise<string> => {
      bytes = new TextEncoder().encode(lines.join(''));
      return hexDigits(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
    },
    bytes: () => bytes,
  };
}

/** As `judgeboard export --to every-eval-ever` writes them, in one archive. Throws where browsers compute no hashes (neither https nor this machine). */
export async function evalEverOf(
  { runs, benchmark, job }: OwnResult,
  values: readonly ScoreRow[],
): Promise<EvalEverFiles> {
  const log = new ProblemLog();
  const files: (readonly [string, Blob])[] = [];
  const { shared: records } = job;
  const shared =
    records === null
      ? {}
      : { instances: [blobSource('release', records.instances)], gold: [blobSource('release', records.gold)] };
  for (const one of runs) {
    const input = inputOf({ shared }, await openRunFiles(one));
    const { run } = input;
    if (run === null) continue;
    const samples = sampleLines();
    const made = await exportEvalEver(input, {
      uuid: crypto.randomUUID(),
      log,
      samples,
      options: exportOptions({
        ...{ run, judge: job.judges.find(({ id }) => id === run.judge), benchmarkName: benchmark?.name },
        scores: values.map((row) => ({ ...row, ...metricTold(row.metric) })),
      }),
    });
    files.push([made.aggregate.file, new Blob([made.aggregate.text])]);
    if (made.samples.rows > 0) files.push([made.samples.file, new Blob([samples.bytes()])]);
  }
  return { zip: await zipOfFiles(files), problems: log.kept };
}
