import { type RefObject, useCallback, useMemo } from 'react';
import type { Choices } from '../cases/choices.ts';
import { sortColumns } from '../cases/list-columns.ts';
import type { SortKey } from '../schema/board.ts';
import { ListBox } from '../ui/boxes.tsx';
import { ControlGroup } from '../ui/layout.tsx';
import { Waiting } from '../ui/loading.tsx';
import { countOf, numberWords } from '../ui/number-words.ts';
import { descendingFirst } from './next-sort.ts';
import type { ReadyAnswer } from './use-answer.ts';
import type { ChangeExplore } from './use-explore-state.ts';
import { columnWords, orderWords } from './words.ts';

type OfferedOrder = readonly [label: string, ...keys: SortKey[]];

/** Orders that people ask for, before those by one column each. */
const ORDERS: readonly OfferedOrder[] = [
  ['verdicts first'],
  ['as released', { column: 'case', descending: false }],
  ['most points lost', { column: 'points', descending: true }],
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
/** The first is the order of an untouched list. */
const valueAt = (at: number): string => (at === 0 ? '' : String(at));

interface OrderListProps {
  readonly choices: Choices;
  readonly sort: readonly SortKey[];
  readonly change: ChangeExplore;
}

/** Offers the usual orders of the list. */
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
  /** Number of filters that are set. */
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

/** Shows the line above the list: how many cases there are, what goes on, filters where they are a sheet, order, preview and download. */
export function SelectionBar(props: BarProps) {
  const { choices, ready, busy, filters, sort, change, bar, preview, onDownload } = props;
  return (
    <ControlGroup ref={bar} className="bar selection" label="Selection" tabIndex={-1}>
      <output className="count">{shownWords(props)}</output>
      <span className="doing js">
        {busy ? <Waiting>{ready === null ? 'Opening the cases…' : 'Counting…'}</Waiting> : null}
      </span>
      <button type="button" className="btn js to-filters" popoverTarget="filters">
        Filters
        {filters > 0 ? <span className="used">{filters}</span> : null}
      </button>
      {choices.runs.length === 0 ? null : <OrderList choices={choices} sort={sort} change={change} />}
      <button
        type="button"
        className="btn js to-preview"
        aria-pressed={preview.isOpen}
        disabled={ready === null || ready.counts.total === 0}
        onClick={preview.toggle}
      >
        Preview
      </button>
      <button
        type="button"
        className="btn js"
        aria-haspopup="dialog"
        disabled={ready === null || busy || ready.counts.total === 0}
        onClick={(event) => onDownload(event.currentTarget)}
      >
        Download
      </button>
    </ControlGroup>
  );
}
