import { useCallback } from 'react';
import { columnAddress } from '../board/plot-href.ts';
import { useBox } from '../ui/use-box.ts';
import { FACT_AXES, type PlotAxis } from './axes.ts';
import type { PlotIndex } from './plot-index.ts';

interface AxisPickerProps {
  /** `Up`, `Across`. */
  readonly label: string;
  readonly index: PlotIndex;
  readonly axis: PlotAxis;
  /** What the page opens with: the lists hold it as the empty choice, so that one made before the script came is told from it. */
  readonly opening: string;
  readonly choose: (address: string) => void;
}

/** The empty choice of what the axis is of: facts of judges. */
const FACTS_ID = 'judges';

type TablesOfAxis = PlotIndex['benchmarks'][number]['tables'];

/** The first address of a benchmark, or of the facts. */
function firstOf(index: PlotIndex, id: string): string {
  const table = index.benchmarks.find((one) => one.id === id)?.tables[0];
  const key = table?.columns[0]?.key;
  if (table === undefined || key === undefined) return FACT_AXES[0]?.address ?? '';
  return columnAddress({ benchmark: id, table: table.table }, key);
}

interface AxisColumnsProps extends Pick<AxisPickerProps, 'axis' | 'opening' | 'choose' | 'label'> {
  /** The benchmark. */
  readonly of: string;
  readonly tables: TablesOfAxis;
}

function AxisColumns({ label, of, tables, axis, opening, choose }: AxisColumnsProps) {
  const choiceOf = (address: string): string => (address === opening ? '' : address);
  const list = useBox<HTMLSelectElement>(
    choiceOf(axis.address),
    useCallback((value: string) => choose(value === '' ? opening : value), [choose, opening]),
  );
  const option = ({ address, label: name }: { readonly address: string; readonly label: string }) => (
    <option key={address} value={choiceOf(address)}>
      {name}
    </option>
  );
  return (
    <select
      ref={list}
      className="field"
      aria-label={`${label}: what`}
      defaultValue={choiceOf(axis.address)}
      autoComplete="off"
      onChange={({ currentTarget: { value } }) => choose(value === '' ? opening : value)}
    >
      {tables.length === 0
        ? FACT_AXES.map(option)
        : tables.map(({ table, name: called, columns }) => (
            <optgroup key={table} label={called}>
              {columns.map(({ key, label: name }) =>
                option({ address: columnAddress({ benchmark: of, table }, key), label: name }),
              )}
            </optgroup>
          ))}
    </select>
  );
}

/** Chooses what an axis shows: first of what, then which of it. */
export function AxisPicker({ label, index, axis, opening, choose }: AxisPickerProps) {
  const current = axis.from?.benchmark ?? FACTS_ID;
  const first = index.benchmarks.find(({ id }) => opening.startsWith(`${id}.`))?.id ?? FACTS_ID;
  const choiceOf = (id: string): string => (id === first ? '' : id);
  const chooseOf = useCallback(
    (value: string) => choose(value === '' ? opening : firstOf(index, value)),
    [choose, opening, index],
  );
  const list = useBox<HTMLSelectElement>(choiceOf(current), chooseOf);
  const tables = index.benchmarks.find(({ id }) => id === current)?.tables ?? [];
  return (
    <fieldset className="plot-axis">
      <legend>{label}</legend>
      <select
        ref={list}
        className="field"
        aria-label={`${label}: of what`}
        defaultValue=""
        autoComplete="off"
        onChange={({ currentTarget: { value } }) => chooseOf(value)}
      >
        {index.benchmarks.map(({ id, name }) => (
          <option key={id} value={choiceOf(id)}>
            {name}
          </option>
        ))}
        <option value={choiceOf(FACTS_ID)}>Facts of judges</option>
      </select>
      <AxisColumns
        key={current}
        of={current}
        label={label}
        tables={tables}
        axis={axis}
        opening={opening}
        choose={choose}
      />
    </fieldset>
  );
}
