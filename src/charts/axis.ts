import { scaleLinear, scaleLog } from 'd3-scale';
import { rounded } from '../ui/number-words.ts';
import type { Axis } from './chart.ts';

/** Steps within a decade, up to the next. */
const STEPS = [1, 2, 5, 10] as const;
/** An axis of at least this many decades has ticks at whole decades only. */
const MANY_DECADES = 2.5;

/** Finds the round number (1, 2 or 5 times a power of ten) at or below a value above 0, or at or above it. */
function roundOff(value: number, towards: 'below' | 'above'): number {
  const decade = 10 ** Math.floor(Math.log10(value));
  const steps = STEPS.map((step) => Number((step * decade).toPrecision(1)));
  const near = towards === 'below' ? steps.findLast((one) => one <= value) : steps.find((one) => one >= value);
  return near ?? value;
}

/** Lists round numbers between two values above 0: 1, 2 and 5 times powers of ten, or powers alone where there are many. */
function logTicks([lo, hi]: readonly [number, number]): number[] {
  const [first, last] = [Math.floor(Math.log10(lo)), Math.ceil(Math.log10(hi))];
  const steps = Math.log10(hi / lo) > MANY_DECADES ? [1] : STEPS.slice(0, -1);
  const all = Array.from({ length: last - first + 1 }, (_, i) => steps.map((step) => step * 10 ** (first + i))).flat();
  return all.map((one) => Number(one.toPrecision(1))).filter((one) => one >= lo && one <= hi);
}

/** About how many ticks an axis has. */
const TICKS = 5;

/** Gives the smallest range with round ends that holds the values, within the metric's own limits. Values without end take no part. */
export function domainOf(
  values: readonly number[],
  range: readonly [number, number] | null,
): readonly [number, number] {
  const known = values.filter(Number.isFinite);
  if (known.length === 0) return range ?? [0, 1];
  const [least, most] = [Math.min(...known), Math.max(...known)];
  // A single value has no range of its own.
  const spread = least === most ? Math.max(Math.abs(least), 1) / 10 : 0;
  const [lo = least, hi = most] = scaleLinear()
    .domain([least - spread, most + spread])
    .nice(TICKS)
    .domain();
  return range === null ? [lo, hi] : [Math.max(lo, range[0]), Math.min(hi, range[1])];
}

/** Does the same for a logarithmic axis, whose ends are 1, 2 or 5 times a power of ten. */
export function logDomainOf(values: readonly number[]): readonly [number, number] {
  const known = values.filter((value) => Number.isFinite(value) && value > 0);
  if (known.length === 0) return [1, 10];
  return [roundOff(Math.min(...known) * 0.95, 'below'), roundOff(Math.max(...known) * 1.05, 'above')];
}

/** Separates thousands, as everywhere on the site. */
const THIN_SPACE = '\u202f';

export interface Tick {
  readonly value: number;
  readonly label: string;
}

/** Lists a few round ticks of an axis: d3's are 1, 2 or 5 times a power of ten apart. */
export function ticksOf({ domain, log }: Axis, count = TICKS): readonly Tick[] {
  if (log) return logTicks(domain).map((value) => ({ value, label: String(value) }));
  const scale = scaleLinear().domain([...domain]);
  const format = scale.tickFormat(count);
  return scale.ticks(count).map((value) => ({ value, label: format(value).replaceAll(',', THIN_SPACE) }));
}

/** Places values of an axis between two coordinates, for what is laid out before it is drawn; what is beyond its ends stands at them. */
export function placesOn({ domain, log }: Axis, from: number, to: number): (value: number) => number {
  const scale = (log ? scaleLog() : scaleLinear())
    .domain([...domain])
    .range([from, to])
    .clamp(true);
  return (value) => rounded(scale(value), 1);
}
