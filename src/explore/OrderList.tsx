import { useCallback, useMemo } from 'react';
import type { Choices } from '../cases/choices.ts';
import { sortColumns } from '../cases/list-columns.ts';
import type { SortKey } from '../schema/sort-key.ts';
import { ListBox } from '../ui/ListBox.tsx';
import { descendingFirst } from './next-sort.ts';
import type { ChangeExplore } from './use-explore-state.ts';
import { columnWords, orderWords } from './words.ts';

type OfferedOrder = readonly [label: string, ...keys: SortKey[]];

/** Orders that people ask for, before those by one column each. */
const ORDERS: readonly OfferedOrder[] = [
  ['usual'],
  ['as released', { column: 'case', descending: false }],
  ['most points lost', { column: 'points', descending: true }],
  ['fewest judges right', { column: 'right', descending: false }],
  ['longest reason', { column: 'longest', descending: true }],
];

/** What has a name of its own above, and is not asked for in the other direction. */
const NAMED = new Set(ORDERS.flatMap(([, key]) => key?.column ?? []));

const ordersOf = (choices: Choices): readonly OfferedOrder[] => [
  ...ORDERS,
  ...sortColumns(choices)
    .filter((column) => !NAMED.has(column))
    .map((column): OfferedOrder => [columnWords(choices, column), { column, descending: descendingFirst(column) }]),
];

const OTHER = 'other';
/** The first is what a list shows that nobody has touched. */
const valueAt = (at: number): string => (at === 0 ? '' : String(at));

interface OrderListProps {
  readonly choices: Choices;
  readonly sort: readonly SortKey[];
  readonly change: ChangeExplore;
}

/** The order of the list, by what most people want of it. */
export function OrderList({ choices, sort, change }: OrderListProps) {
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
