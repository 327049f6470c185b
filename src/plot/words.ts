import { countOf, numberWords } from '../ui/number-words.ts';
import type { PlotAxis } from './axes.ts';
import type { PlotView } from './plot-chart.ts';
import type { PlotPoints } from './points.ts';

/** What is told of: the axes, who has values on both, and what is drawn of them. */
export interface PlotTold {
  readonly x: PlotAxis;
  readonly y: PlotAxis;
  readonly found: PlotPoints;
  readonly view: PlotView;
}

/** At most so many judges of the frontier are named in a sentence; the table marks all. */
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

/** Says who is on the frontier, and what that means. */
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

/** Says what is drawn, in a sentence or more. */
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
