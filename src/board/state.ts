import { OFFICIAL, type Settings } from '../metrics/settings.ts';
import type { Switch } from '../metrics/switches.ts';
import type { Board } from '../schema/board.ts';
import type { SortKey } from '../schema/sort-key.ts';
import { choiceField, type Field, listField, type Reading, textField } from '../ui/field.ts';

/** All that a visitor can change about a board. The URL holds it; defaults are left out. */
export interface BoardState {
  /** Empty: the order printed in the paper. */
  readonly sort: readonly SortKey[];
  /** Empty: every kind of access. */
  readonly access: readonly string[];
  readonly thinking: 'any' | 'yes' | 'no';
  readonly q: string;
  /** Keys of hidden columns. */
  readonly hide: readonly string[];
  /** Keys of the columns kept at the left. */
  readonly left: readonly string[];
  /** Ids of the rows kept at the top. */
  readonly pin: readonly string[];
  /** Id of the row that the others are compared with; empty for none. */
  readonly base: string;
  readonly heat: 'on' | 'off';
  /** Rows of reference lines. */
  readonly lines: 'on' | 'off';
  /** Judgments that a run should hold and does not. */
  readonly missing: Settings['missing'];
  /** Bias types in which no pair could lose. */
  readonly zeros: Settings['zeros'];
}

export type BoardFields = { readonly [K in keyof BoardState]: Field<BoardState[K]> };
export type BoardShape = Pick<Board, 'sort'> & {
  readonly switches?: readonly Pick<Switch, 'id'>[];
  readonly columns: readonly Pick<Board['columns'][number], 'key'>[];
  readonly rows: readonly Pick<Board['rows'][number], 'id' | 'kind' | 'access'>[];
};

/** Sort key of the column that holds the row's name. */
export const NAME = 'judge';
const PRINTED_ORDER = 'printed';
const LONGEST_SEARCH = 80;

function sortField(columns: readonly string[], fallback: readonly SortKey[]): Field<readonly SortKey[]> {
  const known = new Set([...columns, NAME]);
  const read = (raw: string): Reading<readonly SortKey[]> => {
    if (raw === PRINTED_ORDER) return { value: [], rejected: [] };
    const value: SortKey[] = [];
    const rejected: string[] = [];
    for (const piece of raw.split(',')) {
      const descending = piece.startsWith('-');
      const column = descending ? piece.slice(1) : piece;
      if (known.has(column) && value.every((key) => key.column !== column)) value.push({ column, descending });
      else rejected.push(piece);
    }
    return { value: value.length > 0 ? value : null, rejected };
  };
  const write = (keys: readonly SortKey[]): string =>
    keys.length === 0 ? PRINTED_ORDER : keys.map((key) => (key.descending ? `-${key.column}` : key.column)).join(',');
  return { read, write, fallback };
}

/** The parameters of one board: which columns, judges and kinds of access a URL may name. */
export function boardFields(board: BoardShape): BoardFields {
  const columns = board.columns.map((column) => column.key);
  const judges = board.rows.filter((row) => row.kind !== 'total');
  const { sort, switches = [] } = board;
  const has = (id: Switch['id']): boolean => switches.some((one) => one.id === id);
  const rows = judges.map((row) => row.id);
  return {
    sort: sortField(
      columns,
      sort === null ? [] : [{ column: sort.column, descending: sort.direction === 'descending' }],
    ),
    access: listField<string>(new Set(judges.flatMap((row) => row.access ?? []))),
    thinking: choiceField(['any', 'yes', 'no'], 'any'),
    q: textField(LONGEST_SEARCH),
    hide: listField(columns),
    left: listField(columns),
    pin: listField(rows),
    base: choiceField(['', ...rows], ''),
    heat: choiceField(['on', 'off'], 'on'),
    lines: choiceField(['on', 'off'], 'on'),
    missing: choiceField(has('missing') ? ['left-out', 'wrong'] : ['left-out'], OFFICIAL.missing),
    zeros: choiceField(has('zeros') ? ['none', 'official'] : ['none'], OFFICIAL.zeros),
  };
}

/** The board as it stands before anyone touches it. */
export function defaultState(fields: BoardFields): BoardState {
  return {
    sort: fields.sort.fallback,
    access: fields.access.fallback,
    thinking: fields.thinking.fallback,
    q: fields.q.fallback,
    hide: fields.hide.fallback,
    left: fields.left.fallback,
    pin: fields.pin.fallback,
    base: fields.base.fallback,
    heat: fields.heat.fallback,
    lines: fields.lines.fallback,
    missing: fields.missing.fallback,
    zeros: fields.zeros.fallback,
  };
}
