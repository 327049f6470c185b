import { useCallback } from 'react';
import type { Choices } from '../cases/choices.ts';
import type { SortKey } from '../schema/sort-key.ts';
import { ListBox } from '../ui/ListBox.tsx';
import type { ChangeExplore } from './use-explore-state.ts';
import { orderWords } from './words.ts';

/** Orders that people ask for; the heads of the columns and “then by” make all others. */
const ORDERS: readonly (readonly [label: string, ...keys: SortKey[]])[] = [
  ['as released'],
  ['most points lost', { column: 'points', descending: true }],
  ['fewest judges right', { column: 'right', descending: false }],
  ['longest reason', { column: 'longest', descending: true }],
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
  const at = ORDERS.findIndex(([, ...keys]) => JSON.stringify(keys) === JSON.stringify(sort));
  const choose = useCallback(
    (value: string) => {
      const [, ...keys] = ORDERS[Number(value)] ?? [];
      if (value !== OTHER) change({ sort: keys });
    },
    [change],
  );
  const known = ORDERS.map(([label], i) => ({ value: valueAt(i), label }));
  const options = at < 0 ? [{ value: OTHER, label: orderWords(choices, sort) }, ...known] : known;
  return (
    <label className="btn pick js">
      <span>Order</span>
      <ListBox value={at < 0 ? OTHER : valueAt(at)} options={options} choose={choose} />
    </label>
  );
}
