import { type RefObject, useCallback, useMemo } from 'react';
import { type Choices, QUEUES, sortColumns } from '../cases/choices.ts';
import type { SortKey } from '../schema/board.ts';
import { ListBox, ThenBy } from '../ui/boxes.tsx';
import { Button, ControlGroup } from '../ui/layout.tsx';
import { Waiting } from '../ui/loading.tsx';
import { countOf, numberWords } from '../ui/number-words.ts';
import { DotsKey } from './CaseRow.tsx';
import type { ChangeExplore, ReadyAnswer } from './selection.ts';
import { columnWords, type FilterChip, orderWords } from './words.ts';

function Taken({ words, onClick }: { readonly words: string; readonly onClick: () => void }) {
  return (
    <Button look="on" onClick={onClick}>
      {words} <span aria-hidden="true">×</span>
      <span className="hidden">, take away</span>
    </Button>
  );
}

function ListOrder({ choices, sort, change, onTaken }: Omit<ChipsProps, 'chips'>) {
  const columns = useMemo(
    () => sortColumns(choices).map((column) => [column, columnWords(choices, column)] as const),
    [choices],
  );
  const set = useCallback((next: readonly SortKey[]) => change({ sort: next }), [change]);
  return (
    <li className="order flex wrap gap-1">
      <Taken
        words={`Sorted by ${orderWords(choices, sort)}`}
        onClick={() => {
          set([]);
          onTaken();
        }}
      />
      <ThenBy columns={columns} sort={sort} descendingFirst={descendingFirst} change={set} />
    </li>
  );
}

interface ChipsProps {
  readonly choices: Choices;
  readonly chips: readonly FilterChip[];
  readonly sort: readonly SortKey[];
  readonly change: ChangeExplore;
  /** Called when a button has removed itself, so that the focus must go elsewhere. */
  readonly onTaken: () => void;
}

/** What is asked for, part by part, and the order; where nothing is, what the dots mean. Clearing the filters leaves the order. */
export function FilterChips({ choices, chips, sort, change, onTaken }: ChipsProps) {
  if (chips.length + sort.length === 0) return choices.runs.length === 0 ? null : <DotsKey />;
  const clear = (): void => {
    const state = Object.assign({}, ...chips.map((chip) => chip.state), { right: [], wrong: [] });
    change(state, Object.assign({}, ...chips.map(({ facets }) => facets)));
    onTaken();
  };
  return (
    <ul className="chips flex wrap gap-1 below-3 no-list" aria-label="Selected">
      {chips.map((chip) => (
        <li key={chip.words}>
          <Taken
            words={chip.words}
            onClick={() => {
              change(chip.state, chip.facets);
              onTaken();
            }}
          />
        </li>
      ))}
      {chips.length === 0 ? null : (
        <li>
          <Button look="quiet" onClick={clear}>
            Clear filters
          </Button>
        </li>
      )}
      {sort.length === 0 ? null : <ListOrder choices={choices} sort={sort} change={change} onTaken={onTaken} />}
    </ul>
  );
}

/** Columns that sort from the largest value down at the first click. */
const MOST_FIRST: ReadonlySet<string> = new Set(['points', ...QUEUES]);

const descendingFirst = (column: string): boolean => MOST_FIRST.has(column);

/** The order after a click: ascending, descending, none (points lost: descending first). `add` keeps the other columns, as does one of several, since a touch screen has no Shift key. */
export function nextSort(sort: readonly SortKey[], column: string, add: boolean): readonly SortKey[] {
  const at = sort.findIndex((key) => key.column === column);
  const old = sort[at];
  const first = descendingFirst(column);
  const next =
    old === undefined
      ? [{ column, descending: first }]
      : old.descending === first
        ? [{ column, descending: !first }]
        : [];
  if (old === undefined) return add ? [...sort, ...next] : next;
  return [...sort.slice(0, at), ...next, ...sort.slice(at + 1)];
}

type OfferedOrder = readonly [label: string, ...keys: SortKey[]];

const ORDERS: readonly OfferedOrder[] = [
  ['decided cases first'],
  ['as released', { column: 'case', descending: false }],
  ['most points lost', { column: 'points', descending: true }],
  ['label suspects first', { column: 'suspect', descending: true }],
  ['common blind spots first', { column: 'blind', descending: true }],
  ['fewest judges right', { column: 'right', descending: false }],
  ['longest reason', { column: 'longest', descending: true }],
];

/** Columns that have a name of their own above, and are not offered in the other direction. */
const NAMED = new Set(ORDERS.flatMap(([, key]) => key?.column ?? []));

const ordersOf = (choices: Choices): readonly OfferedOrder[] => [
  ...ORDERS,
  ...sortColumns(choices)
    .filter((column) => !NAMED.has(column))
    .map((column): OfferedOrder => [columnWords(choices, column), { column, descending: descendingFirst(column) }]),
];

const OTHER = 'other';
const valueAt = (at: number): string => (at === 0 ? '' : String(at));

interface OrderListProps {
  readonly choices: Choices;
  readonly sort: readonly SortKey[];
  readonly change: ChangeExplore;
}

function OrderList({ choices, sort, change }: OrderListProps) {
  const orders = useMemo(() => ordersOf(choices), [choices]);
  const at = orders.findIndex(([, ...keys]) => JSON.stringify(keys) === JSON.stringify(sort));
  const choose = useCallback(
    (value: string) => {
      const [, ...keys] = orders[Number(value)] ?? [];
      if (value !== OTHER) change({ sort: keys });
    },
    [change, orders],
  );
  const known = orders.map(([label], i) => ({ value: valueAt(i), label }));
  const options = at < 0 ? [{ value: OTHER, label: orderWords(choices, sort) }, ...known] : known;
  return (
    <label className="btn pick js">
      <span>Order</span>
      <ListBox value={at < 0 ? OTHER : valueAt(at)} options={options} choose={choose} />
    </label>
  );
}

interface BarProps {
  readonly choices: Choices;
  readonly ready: ReadyAnswer | null;
  readonly busy: boolean;
  /** Rows on the page before there is an answer; 0 while others are on their way. */
  readonly first: number;
  readonly filters: number;
  readonly sort: readonly SortKey[];
  readonly change: ChangeExplore;
  readonly bar: RefObject<HTMLDivElement | null>;
  readonly preview: { readonly isOpen: boolean; readonly toggle: () => void };
  readonly onDownload: (anchor: HTMLElement) => void;
}

function shownWords({ ready, choices, first }: Pick<BarProps, 'ready' | 'choices' | 'first'>): string {
  if (ready === null)
    return `${first === 0 ? '…' : `first ${numberWords(first)}`} of ${countOf(choices.cases, 'case')}`;
  const { total } = ready.counts;
  return total === choices.cases
    ? countOf(total, 'case')
    : `${numberWords(total)} of ${countOf(choices.cases, 'case')}`;
}

export function SelectionBar(props: BarProps) {
  const { choices, ready, busy, filters, sort, change, bar, preview, onDownload } = props;
  return (
    <ControlGroup ref={bar} className="bar selection" label="Selection" tabIndex={-1}>
      <output className="count">{shownWords(props)}</output>
      <span className="doing small js nowrap min-w-0 overflow-hidden ellipsis">
        {busy ? <Waiting>{ready === null ? 'Opening the cases…' : 'Counting…'}</Waiting> : null}
      </span>
      <Button look="js to-filters" popoverTarget="filters">
        Filters
        {filters > 0 ? <span className="used">{filters}</span> : null}
      </Button>
      {choices.runs.length === 0 ? null : <OrderList choices={choices} sort={sort} change={change} />}
      <Button
        look="js to-preview"
        aria-pressed={preview.isOpen}
        disabled={ready === null || ready.counts.total === 0}
        onClick={preview.toggle}
      >
        Preview
      </Button>
      <Button
        look="js"
        aria-haspopup="dialog"
        disabled={ready === null || busy || ready.counts.total === 0}
        onClick={(event) => onDownload(event.currentTarget)}
      >
        Download
      </Button>
    </ControlGroup>
  );
}
