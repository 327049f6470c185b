import type { Board, BoardCell, BoardColumn, BoardRow } from './board.ts';

/** Columns that say whose a line of a download is. */
export const JUDGE_COLUMNS = ['judge', 'name', 'organisation', 'access', 'thinking', 'variant'] as const;

/** Columns of a board as a long table: one line per row and column of the board. */
export const BOARD_LINE_COLUMNS = [
  'kind',
  'id',
  ...JUDGE_COLUMNS,
  'column',
  'group',
  'label',
  'metric',
  'unit',
  'direction',
  'printed',
  'value',
  'low',
  'high',
  'interval',
  'n',
  'rank_best',
  'rank_worst',
  'status',
  'note',
] as const;

export type BoardLine = Readonly<Record<(typeof BOARD_LINE_COLUMNS)[number], string | number | null>>;

/** What a line needs of a row, a column and a cell; the page's rows hold reference lines, too. */
interface Place {
  readonly row: Pick<BoardRow, 'id' | 'judge' | 'name' | 'organisation' | 'thinking' | 'variant'> & {
    readonly kind: string;
    readonly access: string | null;
  };
  readonly column: Pick<BoardColumn, 'key' | 'group' | 'label' | 'metric' | 'unit' | 'direction'>;
  readonly cell: Pick<BoardCell, 'printed' | 'value' | 'interval' | 'n' | 'rank' | 'note'> & {
    readonly status: string | null;
  };
}

/** Gives one line; numbers in the printed unit, null where there is none. */
export function boardLine({ row, column, cell }: Place): BoardLine {
  return {
    kind: row.kind,
    id: row.id,
    judge: row.judge,
    name: row.name,
    organisation: row.organisation,
    access: row.access,
    thinking: row.thinking === null ? null : row.thinking ? 'yes' : 'no',
    variant: row.variant,
    column: column.key,
    group: column.group,
    label: column.label,
    metric: column.metric,
    unit: column.unit,
    direction: column.direction,
    printed: cell.printed,
    value: cell.value,
    low: cell.interval?.lo ?? null,
    high: cell.interval?.hi ?? null,
    interval: cell.interval?.kind ?? null,
    n: cell.n,
    rank_best: cell.rank?.best ?? null,
    rank_worst: cell.rank?.worst ?? null,
    status: cell.status,
    note: cell.note,
  };
}

/** Gives every line of a board, row by row. */
export const boardLines = ({ rows, columns }: Pick<Board, 'rows' | 'columns'>): readonly BoardLine[] =>
  rows.flatMap((row) =>
    columns.flatMap((column) => {
      const cell = row.cells[column.key];
      return cell === undefined ? [] : [boardLine({ row, column, cell })];
    }),
  );

/** Gives the cells of a line, as text, in the order of `BOARD_LINE_COLUMNS`. */
export const boardLineTexts = (line: BoardLine): readonly string[] =>
  BOARD_LINE_COLUMNS.map((name) => String(line[name] ?? ''));
