import type { SortKey } from '../schema/board.ts';
import { ThenBy } from '../ui/boxes.tsx';
import { Button } from '../ui/layout.tsx';
import { toggled } from '../ui/lists.ts';
import type { PageBoard, PageColumn } from './page-board.ts';
import { type BoardState, type ChangeBoard, NAME_SORT } from './state.ts';
import { descendsFirst } from './use-view.ts';

interface ColumnsPanelProps {
  readonly board: PageBoard;
  readonly state: BoardState;
  readonly change: ChangeBoard;
}

function ColumnLine({ column, state, change }: Omit<ColumnsPanelProps, 'board'> & { readonly column: PageColumn }) {
  const hidden = state.hide.includes(column.key);
  const kept = state.left.includes(column.key);
  return (
    <li>
      <label>
        <input type="checkbox" checked={!hidden} onChange={() => change({ hide: toggled(state.hide, column.key) })} />
        {column.label}
      </label>
      <Button
        look="quiet"
        aria-pressed={kept}
        disabled={hidden}
        aria-label={`Keep ${column.label}${column.group === '' ? '' : `, ${column.group},`} at the left`}
        onClick={() => change({ left: toggled(state.left, column.key) })}
      >
        {kept ? 'At the left' : 'Keep at left'}
      </Button>
    </li>
  );
}

function Group({
  name,
  columns,
  state,
  change,
}: Omit<ColumnsPanelProps, 'board'> & { readonly name: string; readonly columns: readonly PageColumn[] }) {
  const keys = columns.map((column) => column.key);
  const shown = keys.filter((key) => !state.hide.includes(key));
  const others = state.hide.filter((key) => !keys.includes(key));
  return (
    <fieldset>
      {name === '' ? null : (
        <legend>
          <label>
            <input
              type="checkbox"
              checked={shown.length > 0}
              ref={(box) => {
                if (box !== null) box.indeterminate = shown.length > 0 && shown.length < keys.length;
              }}
              onChange={() => change({ hide: shown.length > 0 ? [...others, ...keys] : others })}
            />
            {name}
          </label>
        </legend>
      )}
      <ul>
        {columns.map((column) => (
          <ColumnLine key={column.key} column={column} state={state} change={change} />
        ))}
      </ul>
    </fieldset>
  );
}

function ColumnOrder({ board, state: { sort }, change }: ColumnsPanelProps) {
  const columns = [
    [NAME_SORT, board.rowLabel] as const,
    ...board.columns.map(({ key, label }) => [key, label] as const),
  ];
  const [first] = sort;
  const name = columns.find(([id]) => id === first?.column)?.[1];
  return (
    <fieldset>
      <legend>Order</legend>
      <p className="small">
        {name === undefined ? 'As printed.' : `By ${name}, ${first?.descending ? 'descending' : 'ascending'}.`} A click
        on a heading chooses another; with Shift it adds one.
      </p>
      <ThenBy
        columns={columns}
        sort={sort}
        descendingFirst={(id) => board.columns.some((column) => column.key === id && descendsFirst(column))}
        change={(keys: readonly SortKey[]) => change({ sort: keys })}
      />
    </fieldset>
  );
}

export function ColumnsPanel({ board, state, change }: ColumnsPanelProps) {
  const groups = [...Map.groupBy(board.columns, (column) => column.group)];
  return (
    <div className="columns grid gap-3">
      {groups.map(([name, columns]) => (
        <Group key={name} name={name} columns={columns} state={state} change={change} />
      ))}
      <ColumnOrder board={board} state={state} change={change} />
      <fieldset className="m-0 p-0 border-0 min-w-0">
        <legend className="p-0">Drawing</legend>
        <label className="flex items-center">
          <input
            type="checkbox"
            checked={state.heat === 'on'}
            onChange={() => change({ heat: state.heat === 'on' ? 'off' : 'on' })}
          />
          Shade cells from worst to best
        </label>
        {board.references.length === 0 ? null : (
          <label className="flex items-center">
            <input
              type="checkbox"
              checked={state.lines === 'on'}
              onChange={() => change({ lines: state.lines === 'on' ? 'off' : 'on' })}
            />
            Reference lines
          </label>
        )}
      </fieldset>
      <Button onClick={() => change({ hide: [], left: [], heat: 'on', lines: 'on' })}>Reset columns</Button>
    </div>
  );
}
