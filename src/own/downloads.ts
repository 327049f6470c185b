import { zipOfFiles } from '../client/download.ts';
import { csvText } from '../schema/csv.ts';
import type { Problem } from '../schema/problem.ts';
import type { ScoreRow } from '../scoring/score-rows.ts';
import { numberedNames } from './intake/rounds.ts';
import type { RunFiles } from './intake/run-files.ts';

const cell = (value: unknown): string => (value === null || value === undefined ? '' : String(value));

const table = (columns: readonly string[], rows: readonly object[]): Blob => {
  const lines = rows.map((row) => columns.map((column) => cell(Reflect.get(row, column))));
  return new Blob([csvText(columns, lines)], { type: 'text/csv' });
};

export const scoresCsv = (rows: readonly ScoreRow[]): Blob =>
  table(['run', 'metric', 'slice', 'value', 'num', 'den', 'n', 'missing', 'se', 'lo', 'hi', 'reason'], rows);

/** Writes scores to the last bit, as `judgeboard score --json` lists them. */
export const scoresJson = (rows: readonly ScoreRow[]): Blob =>
  new Blob([`${JSON.stringify({ scores: rows }, null, 2)}\n`], { type: 'application/json' });

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

/** Gives run folders as one archive, ready to be put under `data/<benchmark>/runs/`. Rejects where a file cannot be read any more. */
export function runsZip(runs: readonly RunFiles[]): Promise<Blob> {
  const names = folderNames(runs);
  return zipOfFiles(
    runs.flatMap(({ files }, i) => Object.entries(files).map(([name, file]) => [`${names[i]}/${name}`, file] as const)),
  );
}
