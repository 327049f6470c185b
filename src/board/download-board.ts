import { type Provenance, zipWithProvenance } from '../client/download.ts';
import { isLocalName } from '../client/local-cases.ts';
import { saveFile } from '../client/save-file.ts';
import { BOARD_LINE_COLUMNS, boardLine, boardLineTexts, JUDGE_COLUMNS } from '../schema/board-lines.ts';
import { boardName, isComputed } from '../schema/board-name.ts';
import { csvText } from '../schema/csv.ts';
import { fileName } from '../ui/file-name.ts';
import {
  filterWords,
  NOTHING_SHOWN,
  type ShownBoard,
  type ShownCell,
  type ShownRow,
  shownTable,
  viewWords,
} from './shown.ts';
import type { SlimBoard } from './slim.ts';
import type { BoardState } from './state.ts';
import type { BoardView } from './use-view.ts';

const LEAD = ['kind', 'rank_best', 'rank_worst', ...JUDGE_COLUMNS];

/** A reference line has nothing but what it shows. */
const NO_CELL = { interval: null, n: null, rank: null, note: '', status: null } as const;

const writtenValue = (value: number | string | null | undefined): string => String(value ?? '');
const thinkingText = (thinking: boolean | null): string => (thinking === null ? '' : thinking ? 'yes' : 'no');

function notesOf({ columns }: ShownBoard, row: ShownRow): string {
  return row.cells.flatMap(({ cell }, i) => (cell?.note ? [`${columns[i]?.header}: ${cell.note}`] : [])).join('; ');
}

interface CsvColumn {
  readonly header: string;
  readonly of: (row: ShownRow) => string;
}

/** Writes the value of a cell for programs: empty where nothing was measured, or where only the ends of a range are known. */
const readValue = ({ shown, range }: ShownCell): string => (range !== null || shown === NOTHING_SHOWN ? '' : shown);

/** Gives an end of a cell's interval, or of its range. */
function endText({ range, cell }: ShownCell, end: 'lo' | 'hi'): string {
  if (range !== null) return range[end === 'lo' ? 0 : 1];
  return writtenValue(cell?.interval?.[end]);
}

/** A column as shown, followed by the ends of its intervals and its n wherever some row has them. */
function columnsOf({ columns, rows }: ShownBoard): readonly CsvColumn[] {
  return columns.flatMap(({ header }, i) => {
    const written = (name: string, of: (cell: ShownCell) => string): CsvColumn => ({
      header: name,
      of: ({ cells }) => (cells[i] === undefined ? '' : of(cells[i])),
    });
    const more = [
      written(`${header}, low`, (cell) => endText(cell, 'lo')),
      written(`${header}, high`, (cell) => endText(cell, 'hi')),
      written(`${header}, n`, ({ cell }) => writtenValue(cell?.n)),
    ];
    const filled = more.filter(({ of }) => rows.some((row) => of(row) !== ''));
    return [written(header, readValue), ...filled];
  });
}

/** Writes the shown table, one line a row: what the row is, its values with their intervals and n, and what there is to say about them. */
export function wideCsv(shown: ShownBoard): string {
  const columns = columnsOf(shown);
  const rows = shown.rows.map((row) => [
    row.kind,
    writtenValue(row.rankBest),
    writtenValue(row.rankWorst),
    writtenValue(row.judge),
    row.name,
    row.organisation,
    row.access,
    thinkingText(row.thinking),
    row.variant,
    ...columns.map(({ of }) => of(row)),
    notesOf(shown, row),
  ]);
  return csvText([...LEAD, ...columns.map(({ header }) => header), 'notes'], rows);
}

/** Writes the shown table, one line a value, with the columns of the release's own files of boards. */
export function longCsv({ columns, rows }: ShownBoard): string {
  const lines = rows.flatMap((row) =>
    row.cells.flatMap(({ shown, cell, range }, i) => {
      const column = columns[i];
      if (column === undefined || shown === '') return [];
      const value = range === null ? Number(shown) : null;
      const line = boardLine({ row, column, cell: cell ?? { ...NO_CELL, printed: shown, value } });
      return [boardLineTexts(range === null ? line : { ...line, low: Number(range[0]), high: Number(range[1]) })];
    }),
  );
  return csvText(BOARD_LINE_COLUMNS, lines);
}

function jsonCell({ shown, cell }: ShownRow['cells'][number]) {
  const { printed = null, value = null, status = null, note = '', n = null, interval = null, rank = null } = cell ?? {};
  return { shown, printed, value, status, note, n, interval, rank };
}

/** Writes the shown table as JSON, with n, interval, rank, status and note of every value. */
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

/** Says where the shown table comes from. */
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

/** A file of a board: plain CSV as wide as the table or one value a line, or CSV or JSON in a zip with its provenance. */
export type BoardDownload = 'wide' | 'long' | 'zip-csv' | 'zip-json';

/** Saves the shown table; returns the name of the file. */
export function downloadBoard(asShown: BoardAsShown, file: BoardDownload): string {
  const { board, state, view } = asShown;
  const shown = shownTable(view.frame, view.ranking.standings, view.arrangement.lines);
  const of = isLocalName(board.benchmark) ? 'your' : board.benchmark;
  const name = fileName(`${of}-${board.table}`, filterWords(view.frame, state));
  const save = (ending: string, content: BlobPart, type: string): string => {
    saveFile(`${name}${ending}`, new Blob([content], { type }));
    return `${name}${ending}`;
  };
  if (file === 'wide') return save('.csv', wideCsv(shown), 'text/csv');
  if (file === 'long') return save('-long.csv', longCsv(shown), 'text/csv');
  const format = file === 'zip-csv' ? 'csv' : 'json';
  const text = format === 'csv' ? wideCsv(shown) : boardJson(shown);
  const zip = zipWithProvenance(`${name}.${format}`, text, provenanceOf(asShown, shown));
  return save(`-${format}.zip`, zip, 'application/zip');
}
