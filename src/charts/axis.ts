import { scaleLinear, scaleLog } from 'd3-scale';
import { rounded } from '../ui/number-words.ts';
import type { Axis } from './chart.ts';

/** Steps within a decade, up to the next. */
const STEPS = [1, 2, 5, 10] as const;
/** An axis of at least this many decades has ticks at whole decades only. */
const MANY_DECADES = 2.5;

function roundOff(value: number, towards: 'below' | 'above'): number {
  const decade = 10 ** Math.floor(Math.log10(value));
  const steps = STEPS.map((step) => Number((step * decade).toPrecision(1)));
  const near = towards === 'below' ? steps.findLast((one) => one <= value) : steps.find((one) => one >= value);
  return near ?? value;
}

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

export const axisOf = (label: string, values: readonly number[], range: readonly [number, number] | null): Axis => ({
  label,
  domain: domainOf(values, range),
  log: false,
});

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

/** Months between ticks of dates. */
const MONTH_STEPS = [1, 2, 3, 6, 12, 24, 60, 120] as const;
const YEAR = 12;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/** Lists the first days of months, at most `count` and the fewest months apart: `2024`, `Jul 2024`. */
function dateTicks([lo, hi]: readonly [number, number], count: number): readonly Tick[] {
  const step = MONTH_STEPS.find((months) => ((hi - lo) * YEAR) / months <= count) ?? MONTH_STEPS.at(-1) ?? YEAR;
  const first = Math.ceil((lo * YEAR) / step - 1e-6);
  const last = Math.floor((hi * YEAR) / step + 1e-6);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => {
    const month = (first + i) * step;
    const year = Math.floor(month / YEAR);
    const name = MONTHS[month % YEAR] ?? '';
    return { value: month / YEAR, label: step % YEAR === 0 ? String(year) : `${name} ${year}` };
  });
}

/** Lists a few round ticks of an axis: d3's are 1, 2 or 5 times a power of ten apart. */
export function ticksOf({ domain, log, dates, ticks }: Axis, count = TICKS): readonly Tick[] {
  if (ticks !== undefined) return ticks;
  if (dates === true) return dateTicks(domain, count);
  const round = log ? logTicks(domain) : [];
  // A part of a decade may hold no round number, or one.
  if (round.length > 1) return round.map((value) => ({ value, label: String(value) }));
  const scale = scaleLinear().domain([...domain]);
  const format = scale.tickFormat(count);
  return scale.ticks(count).map((value) => ({ value, label: format(value).replaceAll(',', THIN_SPACE) }));
}

/** Gives the scale of an axis between two coordinates, without rounding; what is beyond its ends stands at them. */
export const scaleOn = ({ domain, log }: Axis, from: number, to: number) =>
  (log ? scaleLog() : scaleLinear())
    .domain([...domain])
    .range([from, to])
    .clamp(true);

/** Places values of an axis between two coordinates, for what is laid out before it is drawn; what is beyond its ends stands at them. */
export function placesOn(axis: Axis, from: number, to: number): (value: number) => number {
  const scale = scaleOn(axis, from, to);
  return (value) => rounded(scale(value), 1);
}
