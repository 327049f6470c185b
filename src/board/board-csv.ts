import { BOARD_LINE_COLUMNS, boardLine, boardLineTexts, JUDGE_COLUMNS } from '../schema/board-lines.ts';
import { csvText } from '../schema/csv.ts';
import type { ShownBoard, ShownRow } from './shown.ts';

const LEAD = ['kind', 'rank_best', 'rank_worst', ...JUDGE_COLUMNS];

/** A reference line has nothing but what it shows. */
const NO_CELL = { value: null, interval: null, n: null, rank: null, note: '', status: null } as const;

const text = (value: number | string | null | undefined): string => String(value ?? '');
const thinkingText = (thinking: boolean | null): string => (thinking === null ? '' : thinking ? 'yes' : 'no');

function notesOf({ columns }: ShownBoard, row: ShownRow): string {
  return row.cells.flatMap(({ cell }, i) => (cell?.note ? [`${columns[i]?.header}: ${cell.note}`] : [])).join('; ');
}

interface CsvColumn {
  readonly header: string;
  readonly of: (row: ShownRow) => string;
}

/** A column as shown, followed by the ends of its intervals and its n wherever some row has them. */
function columnsOf({ columns, rows }: ShownBoard): readonly CsvColumn[] {
  return columns.flatMap(({ header }, i) => {
    const more: readonly CsvColumn[] = [
      { header: `${header}, low`, of: (row) => text(row.cells[i]?.cell?.interval?.lo) },
      { header: `${header}, high`, of: (row) => text(row.cells[i]?.cell?.interval?.hi) },
      { header: `${header}, n`, of: (row) => text(row.cells[i]?.cell?.n) },
    ];
    const filled = more.filter(({ of }) => rows.some((row) => of(row) !== ''));
    return [{ header, of: (row: ShownRow) => text(row.cells[i]?.shown) }, ...filled];
  });
}

/** The shown table, one line a row: what the row is, its values with their intervals and n, and what there is to say about them. */
export function wideCsv(shown: ShownBoard): string {
  const columns = columnsOf(shown);
  const rows = shown.rows.map((row) => [
    row.kind,
    text(row.rankBest),
    text(row.rankWorst),
    text(row.judge),
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

/** The shown table, one line a value, with the columns of the release's own files of boards. */
export function longCsv({ columns, rows }: ShownBoard): string {
  const lines = rows.flatMap((row) =>
    row.cells.flatMap(({ shown, cell }, i) => {
      const column = columns[i];
      if (column === undefined || shown === '') return [];
      const line = boardLine({ row, column, cell: cell ?? { ...NO_CELL, printed: shown } });
      return [boardLineTexts(line)];
    }),
  );
  return csvText(BOARD_LINE_COLUMNS, lines);
}
