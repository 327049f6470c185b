import { OFFICIAL_SETTINGS, type Settings } from '../metrics/settings.ts';
import type { Switch } from '../metrics/switches.ts';
import type { Board } from '../schema/board.ts';
import { choiceField, freeText, listField, type StateOf } from '../ui/field.ts';
import { sortField } from '../ui/sort-field.ts';
import type { ChangeUrl } from '../ui/use-url.ts';

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
    /** Keys of hidden columns. */
    hide: listField(columns),
    /** Keys of the columns kept at the left. */
    left: listField(columns),
    /** Ids of the rows that are kept at the top. */
    pin: listField(rows),
    /** Id of the row that the others are compared with; empty for none. */
    base: choiceField(['', ...rows], ''),
    heat: choiceField(['on', 'off'], 'on'),
    /** Whether rows of reference lines are shown. */
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

/** All that a visitor can change about a board; the URL holds it. */
export type BoardState = StateOf<ReturnType<typeof boardFields>>;
export type ChangeBoard = ChangeUrl<BoardState>;
