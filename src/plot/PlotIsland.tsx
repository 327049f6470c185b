import { useCallback, useEffect, useMemo, useState } from 'react';
import { type BoardJson, boardOfPage, type PageBoard } from '../board/page-board.ts';
import { PressLegend } from '../charts/mark-kinds.tsx';
import type { FailureWords } from '../client/failure.ts';
import { FigureBox, NumbersTable } from '../figures/kit/Parts.tsx';
import { better } from '../schema/metric.ts';
import { numberWords } from '../schema/words.ts';
import { showAsked } from '../ui/asked.ts';
import { href } from '../ui/href.ts';
import { IgnoredNotice } from '../ui/IgnoredNotice.tsx';
import { pageIsland, useHydrated } from '../ui/island.tsx';
import { toggled } from '../ui/lists.ts';
import { type AskedQuestion, Failed, useQuestion, Waiting } from '../ui/loading.tsx';
import { countOf } from '../ui/number-words.ts';
import { useUrl } from '../ui/use-url.ts';
import { PlotControls, type PlotControlsProps } from './PlotControls.tsx';
import { PlotDrawing } from './PlotDrawing.tsx';
import { type PlotSides, type PlotView, plotTitle, plotView } from './plot-chart.ts';
import type { PlotIndex } from './plot-index.ts';
import { axesOf, type PlotAxis, type PlotPoint, type PlotPoints, plottedPoints } from './points.ts';
import { type PlotState, plotFields } from './state.ts';

/** What is told of: the axes, who has values on both, and what is drawn of them. */
interface PlotTold {
  readonly x: PlotAxis;
  readonly y: PlotAxis;
  readonly found: PlotPoints;
  readonly view: PlotView;
}

/** Most judges of the frontier that a sentence names; the table marks all. */
const MOST_NAMED = 5;

const judgesHave = (n: number): string => `${countOf(n, 'judge')} ${n === 1 ? 'has' : 'have'}`;

/** Says who has both values: `18 judges have both values, of 25 with PAcc (Multi-Crit, table 3).` */
function sharedWords({ x, y, found: { points, withX, withY } }: PlotTold): string {
  const both = new Set(points.map(({ judge }) => judge.id)).size;
  const rows = points.length > both ? `, in ${countOf(points.length, 'row')}` : '';
  if (x.address === y.address) return `${judgesHave(both)} a value${rows}; both axes show the same.`;
  if (x.factOf === null && y.factOf === null)
    return `${countOf(both, 'judge')} ${both === 1 ? 'is' : 'are'} shared${rows}: ${numberWords(withY)} with ${y.name}, ${numberWords(withX)} with ${x.name}.`;
  // Of a fact it is not known who has it; of a column, who stands in it.
  const [column, of] = x.factOf === null ? [x, withX] : y.factOf === null ? [y, withY] : [null, both];
  const all = column === null || of === both ? '' : `, of ${numberWords(of)} with ${column.name}`;
  return `${judgesHave(both)} both values${rows}${all}.`;
}

function frontierWords({ x, y, view: { frontier, shown } }: PlotTold): string {
  const without = [x, y].find(({ direction }) => direction === 'none');
  if (without !== undefined) return `No frontier: neither end of ${without.name} is better.`;
  if (shown.length < 2) return '';
  const names = frontier.slice(0, MOST_NAMED).map(({ label }) => label);
  const more = frontier.length - names.length;
  const list = more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ');
  const better = x.good === y.good ? `${y.good} in both` : `${y.good} up and ${x.good} across`;
  return `On the frontier, where nobody is as good in both and better in one (${better}): ${list}.`;
}

export function plotAnswer(told: PlotTold): string {
  const { belowZero, hidden } = told.view;
  const parts = [
    sharedWords(told),
    told.view.shown.length === 1 ? 'One judge alone is neither ahead nor behind.' : frontierWords(told),
    belowZero === 0 ? '' : `${countOf(belowZero, 'value')} of 0 or less have no place on a logarithmic axis.`,
    hidden === 0 ? '' : `${numberWords(hidden)} hidden by the legend.`,
  ];
  return parts.filter((part) => part !== '').join(' ');
}

/** Says why nothing is drawn; null where something is. */
export function emptyWords({ x, y, found, view }: PlotTold): string | null {
  if (view.inView.length > 0) return null;
  if (view.shown.length > 0) return 'No judge lies in this part of the plot.';
  if (view.hidden > 0) return 'The legend hides all judges of this plot.';
  if (found.points.length > 0) return 'No value is above 0, so none has a place on a logarithmic axis.';
  if (found.withX > 0 && found.withY > 0)
    return `No judge has both: ${judgesHave(found.withY)} ${y.name}, ${judgesHave(found.withX)} ${x.name}, and none is among both.`;
  const missing = found.withY === 0 ? y : x;
  return `No judge of this plot has a value for ${missing.name}.`;
}

const PLOT_UNREAD: FailureWords = {
  what: 'The file of tables cannot be read.',
  todo: 'Try again, or reload the page.',
};

interface PlotBoards {
  readonly boards: readonly PageBoard[];
  /** Whether the tables of both axes are there. */
  readonly isWhole: boolean;
  readonly loading: AskedQuestion<readonly PageBoard[]>;
}

/** Loads the tables of the benchmarks of both axes, but for a table that came with the page. */
function usePlotBoards(
  index: PlotIndex,
  start: readonly PageBoard[],
  axes: readonly (PlotAxis | undefined)[],
): PlotBoards {
  const wanted = axes.flatMap((axis) => axis?.from ?? []);
  const isIn = (boards: readonly PageBoard[], { benchmark, table }: (typeof wanted)[number]): boolean =>
    boards.some((board) => board.benchmark === benchmark && board.table === table);
  const missing = wanted.filter((one) => !isIn(start, one)).map(({ benchmark }) => benchmark);
  const files = index.benchmarks.filter(({ id }) => missing.includes(id)).map(({ file }) => file);
  const key = files.join(' ');
  const ask = useCallback(async () => {
    const { loadTables } = await import('../board/load-tables.ts');
    return (await Promise.all(key.split(' ').map((file) => loadTables(index.address, file)))).flat();
  }, [index, key]);
  const loading = useQuestion(key === '' ? null : ask, PLOT_UNREAD);
  const boards = useMemo(() => [...start, ...(loading.last ?? [])], [start, loading.last]);
  return { boards, isWhole: wanted.every((one) => isIn(boards, one)), loading };
}

interface SourceOfPlotProps {
  readonly x: PlotAxis;
  readonly y: PlotAxis;
  readonly points: number;
}

function SourceOfPlot({ x, y, points }: SourceOfPlotProps) {
  const tables = [y, x].flatMap(({ from, name }) =>
    from === null
      ? [{ path: '/judges/', words: `${name}: judges` }]
      : [{ path: `/${from.benchmark}/${from.table}/`, words: name }],
  );
  const different = tables.filter(({ words }, i) => tables.findIndex((other) => other.words === words) === i);
  return (
    <>
      From{' '}
      {different.map(({ path, words }, i) => (
        <span key={words}>
          {i === 0 ? '' : ' and '}
          <a href={href(path)}>{words}</a>
        </span>
      ))}
      , {countOf(points, 'point')}
    </>
  );
}

interface PlotNumbersProps {
  readonly title: string;
  readonly x: PlotAxis;
  readonly y: PlotAxis;
  readonly view: PlotView;
  readonly pinned: PlotState['pin'];
  readonly onPin: (judge: string) => void;
}

/** Lists the drawn judges with both values: pinned ones first, then by the value upwards, the best first. A name pins its judge. */
function PlotNumbers({ title, x, y, view, pinned, onPin }: PlotNumbersProps) {
  const isPinned = ({ judge }: PlotPoint): boolean => pinned.includes(judge.id);
  const rows = view.shown.toSorted(
    (a, b) => Number(isPinned(b)) - Number(isPinned(a)) || better(y.direction, b.y.value, a.y.value),
  );
  return (
    <NumbersTable
      of={title}
      columns={['Judge', y.label, x.label, 'On the frontier', 'Organisation', 'More']}
      rows={rows.map((point) => [
        <button
          key={point.id}
          type="button"
          className="pin-judge"
          aria-pressed={isPinned(point)}
          onClick={() => onPin(point.judge.id)}
        >
          {point.label}
        </button>,
        point.y.text,
        point.x.text,
        view.frontier.includes(point) ? 'yes' : '',
        point.judge.organisation,
        <a key="page" href={href(`/judge/${point.judge.id}/`)} aria-label={`Page of ${point.label}`}>
          Page
        </a>,
      ])}
    />
  );
}

export interface PlotData {
  readonly index: PlotIndex;
  readonly start: readonly BoardJson[];
}

interface PlotProps {
  readonly index: PlotIndex;
  readonly start: readonly PageBoard[];
  readonly axes: ReadonlyMap<string, PlotAxis>;
  readonly opening: { readonly x: PlotAxis; readonly y: PlotAxis };
}

interface WholePlot extends PlotSides {
  readonly boards: readonly PageBoard[];
}

/** Gives what the address asks for, and what is drawn: the same once its tables are there, until then what was drawn before. */
function useWhole({ index, start, axes, opening }: PlotProps, state: PlotState) {
  const asked = { x: axes.get(state.x) ?? opening.x, y: axes.get(state.y) ?? opening.y };
  const { boards, isWhole, loading } = usePlotBoards(index, start, [asked.x, asked.y]);
  const [whole, setWhole] = useState<WholePlot>({ ...opening, boards: start });
  const isShown = whole.x === asked.x && whole.y === asked.y && whole.boards === boards;
  if (isWhole && !isShown) setWhole({ ...asked, boards });
  const isFailed = loading.state === 'failed' && !isWhole;
  // Before it is hydrated, all is as it was served, whatever the address asks for.
  const isAnswered = useHydrated() && (isWhole || isFailed);
  useEffect(() => {
    if (isAnswered) showAsked();
  }, [isAnswered]);
  return { asked, whole, isWhole, failed: isFailed ? loading : null };
}

type PlotPartProps = Pick<PlotControlsProps, 'state' | 'change'> & { readonly told: PlotTold };

function Plotted({ told, state, change }: PlotPartProps) {
  const { x, y, view } = told;
  const pin = useCallback((id: string) => change(({ pin: all }) => ({ pin: toggled(all, id) })), [change]);
  const empty = emptyWords(told);
  return (
    <>
      <p className="takeaway">
        <span>{plotAnswer(told)}</span>
      </p>
      <PressLegend
        items={view.groups.map((group) => ({ ...group, on: !state.hide.includes(group.id) }))}
        press={(id) => change({ hide: toggled(state.hide, id) })}
      />
      {empty === null ? (
        <PlotDrawing view={view} onZoom={(zoom) => change({ zoom })} onPin={pin} />
      ) : (
        <p className="about plot-empty grid rounded" role="status">
          {empty}
        </p>
      )}
      <PlotNumbers title={plotTitle(told)} x={x} y={y} view={view} pinned={state.pin} onPin={pin} />
    </>
  );
}

function PlotOfTwo(props: PlotProps) {
  const { index, axes, opening } = props;
  const fields = useMemo(() => plotFields(index, axes.keys()), [index, axes]);
  const [state, change] = useUrl(fields);
  const { asked, whole, isWhole, failed } = useWhole(props, state);
  const judges = useMemo(() => new Map(index.judges.map((judge) => [judge.id, judge])), [index]);
  const found = useMemo(() => plottedPoints(whole, whole.boards, judges), [whole, judges]);
  const view = useMemo(() => plotView(found.points, whole, state), [found, whole, state]);
  const told: PlotTold = { x: whole.x, y: whole.y, found, view };
  const title = plotTitle(failed === null ? told : asked);
  const controls = { index, state, change, view, opening: { x: opening.x.address, y: opening.y.address } };
  return (
    <>
      <PlotControls {...asked} {...controls} />
      <FigureBox
        id="plot"
        title={`${title.slice(0, 1).toUpperCase()}${title.slice(1)}`}
        width="broad"
        busy={!isWhole}
        source={<SourceOfPlot x={told.x} y={told.y} points={found.points.length} />}
      >
        {isWhole || failed !== null ? null : (
          <p className="state plot-waits m-0 absolute border-strong rounded surface" role="status">
            <Waiting>Loading the tables…</Waiting>
          </p>
        )}
        {failed === null ? (
          <Plotted told={told} state={state} change={change} />
        ) : (
          <Failed lead="The tables could not be loaded." failure={failed.failure} retry={failed.retry} />
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

function FetchedPlot({ data }: PlotIslandProps) {
  const { index, start } = useMemo(() => JSON.parse(typeof data === 'string' ? data : data()) as PlotData, [data]);
  const boards = useMemo(() => start.map(boardOfPage), [start]);
  const axes = useMemo(() => axesOf(index), [index]);
  const fields = plotFields(index, axes.keys());
  const [x, y] = [axes.get(fields.x.defaultValue), axes.get(fields.y.defaultValue)];
  if (x === undefined || y === undefined) return <p className="about">There is nothing to plot.</p>;
  return <PlotOfTwo index={index} start={boards} axes={axes} opening={{ x, y }} />;
}

/** Sets any two columns of boards, or facts of their judges, against each other. */
export const PlotIsland = pageIsland(FetchedPlot);
