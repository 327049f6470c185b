import { csvText } from '../client/csv.ts';
import { type Provenance, zipWithProvenance } from '../client/download.ts';
import { saveFile } from '../client/save-file.ts';
import type { ShownBoard, ShownRow } from './shown.ts';

const LEAD = ['kind', 'rank', 'judge', 'name', 'organisation', 'access', 'thinking', 'variant'] as const;

function thinkingText(thinking: boolean | null): string {
  return thinking === null ? '' : thinking ? 'yes' : 'no';
}

function notesOf({ columns }: ShownBoard, row: ShownRow): string {
  return row.cells.flatMap((cell, i) => (cell.note === '' ? [] : [`${columns[i]?.header}: ${cell.note}`])).join('; ');
}

/** The shown table as CSV: what the row is, then the shown columns, then what there is to say about its cells. */
function boardCsv(shown: ShownBoard): string {
  const rows = shown.rows.map((row) => [
    row.kind,
    row.rank,
    row.judge ?? '',
    row.name,
    row.organisation,
    row.access,
    thinkingText(row.thinking),
    row.variant,
    ...row.cells.map((cell) => cell.shown),
    notesOf(shown, row),
  ]);
  return csvText([...LEAD, ...shown.columns.map((column) => column.header), 'notes'], rows);
}

/** The shown table as JSON, with n, interval, status and note of every value. */
function boardJson(shown: ShownBoard): string {
  const rows = shown.rows.map(({ cells, ...row }) => ({
    ...row,
    cells: Object.fromEntries(cells.map((cell, i) => [shown.columns[i]?.key ?? '', cell])),
  }));
  return `${JSON.stringify({ columns: shown.columns, rows }, null, 2)}\n`;
}

export interface BoardDownload {
  readonly shown: ShownBoard;
  /** File name without its ending. */
  readonly name: string;
  readonly provenance: Omit<Provenance, 'rows' | 'columns' | 'downloaded'>;
}

/** Saves the shown table and where it comes from as one zip. */
export function downloadBoard({ shown, name, provenance }: BoardDownload, format: 'csv' | 'json'): void {
  const text = format === 'csv' ? boardCsv(shown) : boardJson(shown);
  const sidecar = {
    ...provenance,
    rows: shown.rows.length,
    columns: shown.columns.length,
    downloaded: new Date().toISOString(),
  };
  const zip = zipWithProvenance(`${name}.${format}`, text, sidecar);
  saveFile(`${name}-${format}.zip`, new Blob([zip], { type: 'application/zip' }));
}
