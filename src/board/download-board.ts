import { csvText } from '../client/csv.ts';
import { type Provenance, zipWithProvenance } from '../client/download.ts';
import { saveFile } from '../client/save-file.ts';
import { boardName, isComputed } from '../schema/board-name.ts';
import { type ShownBoard, type ShownRow, shownTable, viewWords } from './shown.ts';
import type { SlimBoard } from './slim.ts';
import type { BoardState } from './state.ts';
import type { BoardView } from './use-view.ts';

const LEAD = ['kind', 'rank', 'judge', 'name', 'organisation', 'access', 'thinking', 'variant'] as const;

function thinkingText(thinking: boolean | null): string {
  return thinking === null ? '' : thinking ? 'yes' : 'no';
}

function notesOf({ columns }: ShownBoard, row: ShownRow): string {
  return row.cells.flatMap(({ cell }, i) => (cell?.note ? [`${columns[i]?.header}: ${cell.note}`] : [])).join('; ');
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

function jsonCell({ shown, cell }: ShownRow['cells'][number]) {
  const { printed = null, status = null, note = '', n = null, interval = null } = cell ?? {};
  return { shown, printed, status, note, n, interval };
}

/** The shown table as JSON, with n, interval, status and note of every value. */
function boardJson(shown: ShownBoard): string {
  const rows = shown.rows.map(({ cells, ...row }) => ({
    ...row,
    cells: Object.fromEntries(cells.map((cell, i) => [shown.columns[i]?.key ?? '', jsonCell(cell)])),
  }));
  return `${JSON.stringify({ columns: shown.columns, rows }, null, 2)}\n`;
}

/** A table, what the visitor made of it, and what its data's licence says. */
export interface BoardAsShown {
  readonly board: SlimBoard;
  readonly state: BoardState;
  readonly view: Pick<BoardView, 'frame' | 'ranking' | 'arrangement'>;
  readonly licence: string;
}

/** Where the shown table comes from. */
function provenanceOf({ board, state, view, licence }: BoardAsShown, shown: ShownBoard): Provenance {
  return {
    title: board.heading,
    source: isComputed(board)
      ? `${boardName(board)}, computed from the judgments of its runs`
      : `${boardName(board)}, as printed in ${board.printedIn ?? 'the paper'}`,
    release: board.release,
    address: window.location.href,
    shown: viewWords(view.frame, state),
    licence,
    rows: shown.rows.length,
    columns: shown.columns.length,
    downloaded: new Date().toISOString(),
  };
}

/** Saves the shown table and where it comes from as one zip. */
export function downloadBoard(asShown: BoardAsShown, format: 'csv' | 'json'): void {
  const { board, view } = asShown;
  const shown = shownTable(view.frame, view.ranking.standings, view.arrangement.lines);
  const text = format === 'csv' ? boardCsv(shown) : boardJson(shown);
  const name = `${board.benchmark}-${board.table}`;
  const zip = zipWithProvenance(`${name}.${format}`, text, provenanceOf(asShown, shown));
  saveFile(`${name}-${format}.zip`, new Blob([zip], { type: 'application/zip' }));
}
