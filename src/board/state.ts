import { OFFICIAL_SETTINGS, type Settings } from '../metrics/query.ts';
import type { Switch } from '../metrics/score.ts';
import type { Board } from '../schema/board.ts';
import { choiceField, freeText, listField, type StateOf } from '../ui/field.ts';
import { href } from '../ui/href.ts';
import { sortField } from '../ui/sort-field.ts';
import type { ChangeUrl } from '../ui/use-url.ts';
import type { PageBoard, PageColumn } from './page-board.ts';

export type BoardShape = Pick<Board, 'sort'> & {
  readonly switches?: readonly Pick<Switch, 'id'>[];
  readonly columns: readonly Pick<Board['columns'][number], 'key'>[];
  readonly rows: readonly Pick<Board['rows'][number], 'id' | 'kind' | 'access' | 'facts'>[];
};

/** Sort key of the column that holds the row's name. */
export const NAME_SORT = 'judge';
const LONGEST_SEARCH = 80;

/** Makes the parameters of one board: which columns, judges and kinds of access a URL may name. Defaults are left out. */
export function boardFields({ columns: ofBoard, rows: ofRows, sort, switches = [] }: BoardShape) {
  const columns = ofBoard.map((column) => column.key);
  const judges = ofRows.filter((row) => row.kind !== 'total');
  const rows = judges.map((row) => row.id);
  const has = (id: Switch['id']): boolean => switches.some((one) => one.id === id);
  const own = sort === null ? [] : [{ column: sort.column, descending: sort.direction === 'descending' }];
  return {
    /** Empty for the order printed in the paper. */
    sort: sortField([...columns, NAME_SORT], { fallback: own, none: 'printed' }),
    /** Empty for every kind of access. */
    access: listField<string>(judges.flatMap((row) => row.access ?? [])),
    /** What is known of all rows shown. */
    fact: listField<string>(judges.flatMap((row) => row.facts ?? [])),
    thinking: choiceField(['any', 'yes', 'no'], 'any'),
    q: freeText(LONGEST_SEARCH),
    /** Id of a dated release: the table says what stood there then. */
    release: freeText(LONGEST_SEARCH),
    hide: listField(columns),
    left: listField(columns),
    pin: listField(rows),
    /** Id of the row that the others are compared with; empty for none. */
    base: choiceField(['', ...rows], ''),
    heat: choiceField(['on', 'off'], 'on'),
    lines: choiceField(['on', 'off'], 'on'),
    /** How to count judgments that a run should have and does not. */
    missing: choiceField<Settings['missing']>(
      has('missing') ? ['left-out', 'wrong'] : ['left-out'],
      OFFICIAL_SETTINGS.missing,
    ),
    /** Bias types in which no pair could lose. */
    zeros: choiceField<Settings['zeros']>(has('zeros') ? ['none', 'official'] : ['none'], OFFICIAL_SETTINGS.zeros),
  };
}

export type BoardState = StateOf<ReturnType<typeof boardFields>>;
export type ChangeBoard = ChangeUrl<BoardState>;

/** Names a column of a board in the address of a plot: `<benchmark>.<table>.<column>`. */
export const columnAddress = ({ benchmark, table }: Pick<PageBoard, 'benchmark' | 'table'>, column: string): string =>
  `${benchmark}.${table}.${column}`;

/** The fact of judges that a column is plotted against where its board has no other. */
export const SIZE_FACT = 'size';

export const isPlotted = ({ unit }: Pick<PageColumn, 'unit'>): boolean => unit !== 'text';

/** The plot of a board's two best columns: what orders it upwards, beside the next of another metric, else the size of judges. Null without a better end. */
export function plotHref(board: Pick<PageBoard, 'benchmark' | 'table' | 'columns' | 'sort'>): string | null {
  const good = board.columns.filter((column) => isPlotted(column) && column.direction !== 'none');
  const first = good.find(({ key }) => key === board.sort?.column) ?? good[0];
  if (first === undefined) return null;
  const other = good.find(({ key, metric }) => key !== first.key && metric !== first.metric);
  const x = other === undefined ? SIZE_FACT : columnAddress(board, other.key);
  return `${href('/plot/')}?x=${encodeURIComponent(x)}&y=${encodeURIComponent(columnAddress(board, first.key))}`;
}
