import type { SlimBoard, SlimColumn } from '../../components/board/slim.ts';
import type { BoardState } from '../../url-state/board.ts';
import { toggled } from './lists.ts';
import type { SetBoardState } from './use-board-state.ts';

interface ColumnsPanelProps {
  readonly board: SlimBoard;
  readonly state: BoardState;
  readonly change: SetBoardState;
}

function ColumnLine({ column, state, change }: Omit<ColumnsPanelProps, 'board'> & { readonly column: SlimColumn }) {
  const hidden = state.hide.includes(column.key);
  const kept = state.left.includes(column.key);
  return (
    <li>
      <label>
        <input type="checkbox" checked={!hidden} onChange={() => change({ hide: toggled(state.hide, column.key) })} />
        {column.label}
      </label>
      <button
        type="button"
        className="btn quiet"
        aria-pressed={kept}
        disabled={hidden}
        aria-label={`Keep ${column.label}${column.group === '' ? '' : `, ${column.group},`} at the left`}
        onClick={() => change({ left: toggled(state.left, column.key) })}
      >
        {kept ? 'At the left' : 'Keep at left'}
      </button>
    </li>
  );
}

function Group({
  name,
  columns,
  state,
  change,
}: Omit<ColumnsPanelProps, 'board'> & { readonly name: string; readonly columns: readonly SlimColumn[] }) {
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

/** Which columns are shown, which stay at the left, and how the cells are drawn. */
export function ColumnsPanel({ board, state, change }: ColumnsPanelProps) {
  const groups = [...Map.groupBy(board.columns, (column) => column.group)];
  return (
    <div className="columns">
      {groups.map(([name, columns]) => (
        <Group key={name} name={name} columns={columns} state={state} change={change} />
      ))}
      <fieldset>
        <legend>Drawing</legend>
        <label>
          <input
            type="checkbox"
            checked={state.heat === 'on'}
            onChange={() => change({ heat: state.heat === 'on' ? 'off' : 'on' })}
          />
          Shade cells from worst to best
        </label>
        {board.references.length === 0 ? null : (
          <label>
            <input
              type="checkbox"
              checked={state.lines === 'on'}
              onChange={() => change({ lines: state.lines === 'on' ? 'off' : 'on' })}
            />
            Reference lines
          </label>
        )}
      </fieldset>
      <button type="button" className="btn" onClick={() => change({ hide: [], left: [], heat: 'on', lines: 'on' })}>
        Reset columns
      </button>
    </div>
  );
}
