import { numberWords } from '../../components/explore/Group.tsx';
import type { Pair } from '../../figures/instances/pairs.ts';

const decimalWords = (value: number): string =>
  value
    .toFixed(2)
    .replace(/^-(?!0\.00$)/, '\u2212')
    .replace('-', '');

/** Without needless zeros: a cell is narrow. */
export const cellText = ({ statistic }: Pair): string =>
  statistic === null
    ? '–'
    : decimalWords(statistic.value)
        .replace(/^(\u2212?)0\./, '$1.')
        .replace('1.00', '1');

export const intervalWords = ({ statistic }: Pair): string =>
  statistic === null || statistic.lo === null || statistic.hi === null
    ? ''
    : `${decimalWords(statistic.lo)} to ${decimalWords(statistic.hi)}`;

/** `0.62 (0.55 to 0.69)`, or why there is none. */
export function statisticWords(pair: Pair): string {
  if (pair.statistic === null) return `none (${pair.reason})`;
  const interval = intervalWords(pair);
  return `${decimalWords(pair.statistic.value)}${interval === '' ? '' : ` (${interval})`}`;
}

/** `1 282 shared answers, 28 left out`. */
export function sharedWords({ n, left }: Pair): string {
  return `${numberWords(n)} shared answers${left === 0 ? '' : `, ${numberWords(left)} left out`}`;
}

/** The smallest and the largest of some counts: `1 282`, or `1 260 to 1 310`. */
export function rangeWords(counts: readonly number[]): string {
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  return least === most ? numberWords(most) : `${numberWords(least)} to ${numberWords(most)}`;
}

/** Every two of so many rows, once. */
export const pairsOf = (rows: number): readonly (readonly [number, number])[] =>
  Array.from({ length: rows }, (_, a) =>
    Array.from({ length: rows - a - 1 }, (__, i) => [a, a + 1 + i] as const),
  ).flat();
