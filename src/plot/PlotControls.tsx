import { useCallback } from 'react';
import { columnAddress } from '../board/state.ts';
import { PickList, useBox } from '../ui/boxes.tsx';
import { Button, ControlGroup } from '../ui/layout.tsx';
import type { PlotView } from './plot-chart.ts';
import type { PlotIndex } from './plot-index.ts';
import { FACT_AXES, type PlotAxis } from './points.ts';
import { type ChangePlot, GROUPINGS, type Grouping, type PlotState, type PlotZoom } from './state.ts';

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

function firstOf(index: PlotIndex, id: string): string {
  const table = index.benchmarks.find((one) => one.id === id)?.tables[0];
  const key = table?.columns[0]?.key;
  if (table === undefined || key === undefined) return FACT_AXES[0]?.address ?? '';
  return columnAddress({ benchmark: id, table: table.table }, key);
}

interface AxisColumnsProps extends Pick<AxisPickerProps, 'axis' | 'opening' | 'choose' | 'label'> {
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

function AxisPicker({ label, index, axis, opening, choose }: AxisPickerProps) {
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
    <fieldset className="plot-axis flex gap-1 m-0 p-0 border-0 min-w-0">
      <legend className="small p-0">{label}</legend>
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

export interface PlotControlsProps {
  readonly index: PlotIndex;
  readonly x: PlotAxis;
  readonly y: PlotAxis;
  readonly opening: { readonly x: string; readonly y: string };
  readonly state: PlotState;
  readonly change: ChangePlot;
  readonly view: PlotView;
}

const GROUPING_WORDS: Readonly<Record<Grouping, string>> = {
  access: 'openness',
  organisation: 'organisation',
  licence: 'licence',
};

type ScaleButtonProps = Pick<PlotControlsProps, 'state' | 'change'> & {
  readonly name: 'xscale' | 'yscale';
  readonly axis: PlotAxis;
  readonly label: string;
};

function ScaleButton({ name, axis, label, state, change }: ScaleButtonProps) {
  if (axis.dates) return null;
  const isLog = state[name] === '' ? axis.log : state[name] === 'log';
  const other = isLog ? 'linear' : 'log';
  return (
    <Button
      aria-pressed={isLog}
      aria-label={`Log scale, ${label}`}
      onClick={() => change({ [name]: (other === 'log') === axis.log ? '' : other, zoom: null })}
    >
      Log
    </Button>
  );
}

const HALF = 0.5;

function closer([lo, hi]: readonly [number, number], log: boolean): readonly [number, number] {
  const [a, b] = log ? [Math.log(lo), Math.log(hi)] : [lo, hi];
  const [middle, reach] = [(a + b) / 2, ((b - a) * HALF) / 2];
  const ends = [middle - reach, middle + reach].map((end) => Number((log ? Math.exp(end) : end).toPrecision(4)));
  return [ends[0] ?? lo, ends[1] ?? hi];
}

function zoomedIn(view: PlotView): PlotZoom {
  const { x, y } = view.chart('wide');
  return { x: closer(x.domain, x.log), y: closer(y.domain, y.log) };
}

export function PlotControls({ index, x, y, opening, state, change, view }: PlotControlsProps) {
  const chooseX = useCallback((address: string) => change({ x: address, xscale: '', zoom: null }), [change]);
  const chooseY = useCallback((address: string) => change({ y: address, yscale: '', zoom: null }), [change]);
  const chooseBy = useCallback(
    (value: string) => change({ by: GROUPINGS.find((one) => one === value) ?? 'access', hide: [] }),
    [change],
  );
  const options = GROUPINGS.map((one) => ({ value: one === 'access' ? '' : one, label: GROUPING_WORDS[one] }));
  return (
    <ControlGroup className="bar plot-bar js below-3" label="What is plotted">
      <div className="plot-axis-line flex gap-1 min-w-0 max-w-full">
        <AxisPicker label="Up" index={index} axis={y} opening={opening.y} choose={chooseY} />
        <ScaleButton name="yscale" axis={y} label="up" state={state} change={change} />
      </div>
      <div className="plot-axis-line flex gap-1 min-w-0 max-w-full">
        <AxisPicker label="Across" index={index} axis={x} opening={opening.x} choose={chooseX} />
        <ScaleButton name="xscale" axis={x} label="across" state={state} change={change} />
      </div>
      <PickList label="Colour by" value={state.by === 'access' ? '' : state.by} options={options} choose={chooseBy} />
      <Button
        aria-pressed={state.names === 'fit'}
        onClick={() => change({ names: state.names === 'fit' ? 'few' : 'fit' })}
      >
        All names
      </Button>
      <Button onClick={() => change({ zoom: zoomedIn(view) })}>Zoom in</Button>
      <Button disabled={state.zoom === null} onClick={() => change({ zoom: null })}>
        Reset zoom
      </Button>
      <Button disabled={state.pin.length === 0} onClick={() => change({ pin: [] })}>
        Unpin all
      </Button>
    </ControlGroup>
  );
}
