import { useCallback } from 'react';
import { LegendMark } from '../charts/mark-kinds.tsx';
import { ControlGroup } from '../ui/ControlGroup.tsx';
import { ListBox } from '../ui/ListBox.tsx';
import { toggled } from '../ui/lists.ts';
import { AxisPicker } from './AxisPicker.tsx';
import type { PlotAxis } from './axes.ts';
import { GROUPINGS, type Grouping } from './groups.ts';
import type { PlotView } from './plot-chart.ts';
import type { PlotIndex } from './plot-index.ts';
import type { ChangePlot, PlotState, PlotZoom } from './state.ts';

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

/** Turns a logarithmic axis on and off; dates have none. */
function ScaleButton({ name, axis, label, state, change }: ScaleButtonProps) {
  if (axis.dates) return null;
  const isLog = state[name] === '' ? axis.log : state[name] === 'log';
  const other = isLog ? 'linear' : 'log';
  return (
    <button
      type="button"
      className="btn"
      aria-pressed={isLog}
      aria-label={`Log scale, ${label}`}
      onClick={() => change({ [name]: (other === 'log') === axis.log ? '' : other, zoom: null })}
    >
      Log
    </button>
  );
}

const HALF = 0.5;

/** Gives the middle half of a range, in places of its axis. */
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

/** Chooses the axes of the plot and how it is drawn. */
export function PlotControls({ index, x, y, opening, state, change, view }: PlotControlsProps) {
  const chooseX = useCallback((address: string) => change({ x: address, xscale: '', zoom: null }), [change]);
  const chooseY = useCallback((address: string) => change({ y: address, yscale: '', zoom: null }), [change]);
  const chooseBy = useCallback(
    (value: string) => change({ by: GROUPINGS.find((one) => one === value) ?? 'access', hide: [] }),
    [change],
  );
  const options = GROUPINGS.map((one) => ({ value: one === 'access' ? '' : one, label: GROUPING_WORDS[one] }));
  return (
    <ControlGroup className="bar plot-bar js" label="What is plotted">
      <div className="plot-axis-line">
        <AxisPicker label="Up" index={index} axis={y} opening={opening.y} choose={chooseY} />
        <ScaleButton name="yscale" axis={y} label="up" state={state} change={change} />
      </div>
      <div className="plot-axis-line">
        <AxisPicker label="Across" index={index} axis={x} opening={opening.x} choose={chooseX} />
        <ScaleButton name="xscale" axis={x} label="across" state={state} change={change} />
      </div>
      <label className={state.by === 'access' ? 'btn pick' : 'btn pick on'}>
        <span>Colour by</span>
        <ListBox value={state.by === 'access' ? '' : state.by} options={options} choose={chooseBy} />
      </label>
      <button
        type="button"
        className="btn"
        aria-pressed={state.names === 'fit'}
        onClick={() => change({ names: state.names === 'fit' ? 'few' : 'fit' })}
      >
        All names
      </button>
      <button type="button" className="btn" onClick={() => change({ zoom: zoomedIn(view) })}>
        Zoom in
      </button>
      <button type="button" className="btn" disabled={state.zoom === null} onClick={() => change({ zoom: null })}>
        Reset zoom
      </button>
      <button type="button" className="btn" disabled={state.pin.length === 0} onClick={() => change({ pin: [] })}>
        Unpin all
      </button>
    </ControlGroup>
  );
}

/** Lists what colours and marks stand for; each hides and shows its judges. */
export function PlotLegend({ view: { groups }, state, change }: Pick<PlotControlsProps, 'view' | 'state' | 'change'>) {
  return (
    <ul className="legend-row plot-legend">
      {groups.map(({ id, label, mark, hue }) => (
        <li key={id}>
          <button
            type="button"
            className="btn quiet"
            aria-pressed={!state.hide.includes(id)}
            onClick={() => change({ hide: toggled(state.hide, id) })}
          >
            <LegendMark mark={mark} hue={hue} />
            {label}
          </button>
        </li>
      ))}
    </ul>
  );
}
