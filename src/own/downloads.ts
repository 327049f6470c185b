import { zipSync } from 'fflate';
import { csvText } from '../schema/csv.ts';
import type { Problem } from '../schema/problem.ts';
import type { ScoreRow } from '../scoring/score-rows.ts';
import type { RunFiles } from './intake/run-files.ts';

const cell = (value: unknown): string => (value === null || value === undefined ? '' : String(value));

const table = (columns: readonly string[], rows: readonly object[]): Blob => {
  const lines = rows.map((row) => columns.map((column) => cell(Reflect.get(row, column))));
  return new Blob([csvText(columns, lines)], { type: 'text/csv' });
};

export const scoresCsv = (rows: readonly ScoreRow[]): Blob =>
  table(['run', 'metric', 'slice', 'value', 'num', 'den', 'n', 'missing', 'se', 'lo', 'hi', 'reason'], rows);

/** Scores to the last bit, as `judgeboard score --json` lists them. */
export const scoresJson = (rows: readonly ScoreRow[]): Blob =>
  new Blob([`${JSON.stringify({ scores: rows }, null, 2)}\n`], { type: 'application/json' });

export const problemsCsv = (problems: readonly Problem[]): Blob =>
  table(
    ['severity', 'file', 'line', 'field', 'message', 'found', 'expected', 'hint'],
    problems.map((problem) => ({ ...problem, severity: problem.severity ?? 'error' })),
  );

/** Run folders as one archive, ready to be put under `data/<benchmark>/runs/`. */
export async function runsZip(runs: readonly RunFiles[]): Promise<Blob> {
  const parts: Record<string, Uint8Array> = {};
  for (const { label, files } of runs)
    for (const [name, blob] of Object.entries(files))
      parts[`${label.replace(/[^\w.-]+/g, '-')}/${name}`] = new Uint8Array(await blob.arrayBuffer());
  return new Blob([zipSync(parts).slice()], { type: 'application/zip' });
}
