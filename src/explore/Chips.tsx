import { useCallback, useMemo } from 'react';
import type { Choices } from '../cases/choices.ts';
import { sortColumns } from '../cases/list-columns.ts';
import type { SortKey } from '../schema/board.ts';
import { ThenBy } from '../ui/boxes.tsx';
import { DotsKey } from './CaseRow.tsx';
import { descendingFirst } from './next-sort.ts';
import type { ChangeExplore } from './use-explore-state.ts';
import { columnWords, type FilterChip, orderWords } from './words.ts';

function Taken({ words, onClick }: { readonly words: string; readonly onClick: () => void }) {
  return (
    <button type="button" className="btn on" onClick={onClick}>
      {words} <span aria-hidden="true">×</span>
      <span className="hidden">, take away</span>
    </button>
  );
}

/** Shows the order, and a way to add to it without the Shift key. */
function ListOrder({ choices, sort, change, onTaken }: Omit<ChipsProps, 'chips'>) {
  const columns = useMemo(
    () => sortColumns(choices).map((column) => [column, columnWords(choices, column)] as const),
    [choices],
  );
  const set = useCallback((next: readonly SortKey[]) => change({ sort: next }), [change]);
  return (
    <li className="order">
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

/**
 * Shows what is asked for, part by part, and the order; where nothing is, what the dots mean. A click takes a part away. Clearing the
 * filters leaves the order.
 */
export function FilterChips({ choices, chips, sort, change, onTaken }: ChipsProps) {
  if (chips.length + sort.length === 0) return choices.runs.length === 0 ? null : <DotsKey />;
  const clear = (): void => {
    const state = Object.assign({}, ...chips.map((chip) => chip.state), { right: [], wrong: [] });
    change(state, Object.assign({}, ...chips.map(({ facets }) => facets)));
    onTaken();
  };
  return (
    <ul className="chips" aria-label="Selected">
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
          <button type="button" className="btn quiet" onClick={clear}>
            Clear filters
          </button>
        </li>
      )}
      {sort.length === 0 ? null : <ListOrder choices={choices} sort={sort} change={change} onTaken={onTaken} />}
    </ul>
  );
}
