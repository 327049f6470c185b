import { useCallback, useMemo } from 'react';
import { unpackBoard } from '../board/pack.ts';
import type { SlimBoard } from '../board/slim.ts';
import { FigureBox } from '../figures/kit/FigureBox.tsx';
import { Alive } from '../ui/Alive.tsx';
import { Failed } from '../ui/Failed.tsx';
import { guarded } from '../ui/guarded.tsx';
import { IgnoredNotice } from '../ui/IgnoredNotice.tsx';
import { toggled } from '../ui/lists.ts';
import { useUrl } from '../ui/use-url.ts';
import { Waiting } from '../ui/Waiting.tsx';
import { axesOf, type PlotAxis } from './axes.ts';
import { PlotControls, PlotLegend } from './PlotControls.tsx';
import { PlotDrawing } from './PlotDrawing.tsx';
import { PlotNumbers } from './PlotNumbers.tsx';
import { plotView } from './plot-chart.ts';
import type { PlotIndex } from './plot-index.ts';
import { plottedPoints } from './points.ts';
import { SourceOfPlot } from './SourceOfPlot.tsx';
import { plotFields } from './state.ts';
import { usePlotBoards } from './use-boards.ts';
import { emptyWords, plotAnswer } from './words.ts';

/** What the page holds: all that can be chosen, and the table that it opens with. */
export interface PlotData {
  readonly index: PlotIndex;
  /** Packed boards. */
  readonly start: readonly string[];
}

interface PlotProps {
  readonly index: PlotIndex;
  readonly start: readonly SlimBoard[];
  readonly axes: ReadonlyMap<string, PlotAxis>;
  readonly opening: { readonly x: PlotAxis; readonly y: PlotAxis };
}

function PlotOfTwo({ index, start, axes, opening }: PlotProps) {
  const fields = useMemo(() => plotFields(index, axes.keys()), [index, axes]);
  const [state, change] = useUrl(fields);
  const [x, y] = [axes.get(state.x) ?? opening.x, axes.get(state.y) ?? opening.y];
  const { boards, isWhole, loading } = usePlotBoards(index, start, [x, y]);
  const judges = useMemo(() => new Map(index.judges.map((judge) => [judge.id, judge])), [index]);
  const found = useMemo(() => plottedPoints({ x, y }, boards, judges), [x, y, boards, judges]);
  const view = useMemo(() => plotView(found.points, { x, y }, state), [found, x, y, state]);
  const pin = useCallback((id: string) => change(({ pin: all }) => ({ pin: toggled(all, id) })), [change]);
  const told = { x, y, found, view };
  const title = `${y.name} against ${x.name}`;
  const empty = emptyWords(told);
  const controls = { state, change, view };
  return (
    <>
      <PlotControls index={index} x={x} y={y} opening={{ x: opening.x.address, y: opening.y.address }} {...controls} />
      <FigureBox
        id="plot"
        title={`${title.slice(0, 1).toUpperCase()}${title.slice(1)}`}
        width="broad"
        busy={!isWhole}
        source={<SourceOfPlot x={x} y={y} points={found.points.length} />}
      >
        {loading.state === 'failed' && !isWhole ? (
          <Failed lead="The tables could not be loaded." failure={loading.failure} retry={loading.retry} />
        ) : isWhole ? (
          <>
            <p className="takeaway">
              <span>{plotAnswer(told)}</span>
            </p>
            <PlotLegend {...controls} />
            {empty === null ? (
              <PlotDrawing view={view} onZoom={(zoom) => change({ zoom })} onPin={pin} />
            ) : (
              <p className="about plot-empty" role="status">
                {empty}
              </p>
            )}
            <PlotNumbers title={title} x={x} y={y} view={view} pinned={state.pin} onPin={pin} />
          </>
        ) : (
          <p className="state" role="status" aria-busy="true">
            <Waiting>Loading the tables…</Waiting>
          </p>
        )}
      </FigureBox>
      <IgnoredNotice fields={fields} />
    </>
  );
}

interface PlotIslandProps {
  /** JSON of `PlotData`. At build it is a function, since those do not travel in the page; the directive brings the text. */
  readonly data: string | (() => string);
}

function AlivePlot({ data }: PlotIslandProps) {
  const { index, start } = useMemo(() => JSON.parse(typeof data === 'string' ? data : data()) as PlotData, [data]);
  const boards = useMemo(() => start.map(unpackBoard), [start]);
  const axes = useMemo(() => axesOf(index), [index]);
  const fields = plotFields(index, axes.keys());
  const [x, y] = [axes.get(fields.x.defaultValue), axes.get(fields.y.defaultValue)];
  if (x === undefined || y === undefined) return <p className="about">There is nothing to plot.</p>;
  return (
    <Alive>
      <PlotOfTwo index={index} start={boards} axes={axes} opening={{ x, y }} />
    </Alive>
  );
}

/** Sets any two columns of boards, or facts of their judges, against each other. */
export const PlotIsland = guarded(AlivePlot);
