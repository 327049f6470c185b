import { Drawing, teller } from '../../charts/Drawing.tsx';
import { numberWords } from '../../schema/number-words.ts';
import {
  type CrossTable,
  crossTable,
  NOT_ASKED,
  type PairStatistic,
  type RaterCodes,
  scratchOf,
  UNREAD,
} from '../../stats/agreement.ts';
import { fixed } from '../../ui/number-words.ts';
import type { Sheet } from './codes.ts';
import { type HeatCell, HeatKey, HeatTable, toneOf } from './Heat.tsx';

/** How many of the sheet's items a rater was asked, and how many of these answers have a label. */
export interface RaterCount {
  readonly asked: number;
  readonly read: number;
}

export function rowCounts(codes: readonly RaterCodes[]): readonly RaterCount[] {
  return codes.map((column) => {
    let [asked, read] = [0, 0];
    for (let i = 0; i < column.length; i += 1) {
      const code = column[i] ?? NOT_ASKED;
      if (code !== NOT_ASKED) asked += 1;
      if (code > UNREAD) read += 1;
    }
    return { asked, read };
  });
}

/** Makes the table of every two raters of a sheet, one after the other; each is only good until the next. */
export function* pairTables(
  codes: readonly RaterCodes[],
  { size, groups }: Pick<Sheet, 'size' | 'groups'>,
): Generator<CrossTable> {
  const scratch = scratchOf(size, groups);
  for (const [a, first] of codes.entries()) {
    for (const second of codes.slice(a + 1)) yield crossTable(first, second, { size, groups, grouped: scratch });
  }
}

/** Two raters: `n` items have a label of both; `left` items were asked of at least one and lack a label of one or of both. */
export interface RaterPair extends Pick<CrossTable, 'n' | 'left'> {
  /** Null where there is none, for the reason given. */
  readonly statistic: PairStatistic | null;
  readonly reason: string;
}

/** Every two of some rows once, (0, 1), (0, 2), …, because what is known of two rows does not depend on their order. */
export type RaterPairs<P extends RaterPair> = readonly P[];

export function pairAt<P extends RaterPair>(
  pairs: RaterPairs<P>,
  { rows, one, other }: { readonly rows: number; readonly one: number; readonly other: number },
): P | undefined {
  const [a, b] = one < other ? [one, other] : [other, one];
  return pairs[(a * (2 * rows - a - 1)) / 2 + b - a - 1];
}

export function reordered<P extends RaterPair>(pairs: RaterPairs<P>, order: readonly number[]): RaterPairs<P> {
  return order.flatMap((one, i) =>
    order.slice(i + 1).flatMap((other) => pairAt(pairs, { rows: order.length, one, other }) ?? []),
  );
}

/** Orders the rows so that those that are alike towards all others stand together; those without any statistic stand last. */
export async function similarOrder(
  pairs: RaterPairs<RaterPair>,
  rows: readonly number[],
  all: number,
): Promise<readonly number[]> {
  const statistic = (one: number, other: number) => pairAt(pairs, { rows: all, one, other })?.statistic;
  const isCompared = (one: number): boolean => rows.some((other) => one !== other && statistic(one, other) != null);
  const profile = (one: number): number[] =>
    Array.from({ length: all }, (_, other) => (one === other ? 1 : (statistic(one, other)?.value ?? 0)));
  // Loaded on demand: the page is served in order, and only a new selection needs the library.
  const { clusterOrder } = await import('./cluster-order.ts');
  const compared = rows.filter(isCompared);
  return [
    ...clusterOrder(compared.map(profile)).flatMap((i) => compared[i] ?? []),
    ...rows.filter((one) => !isCompared(one)),
  ];
}

const DIGITS = 1e4;
/** Rounds to four decimals, which are more than is ever drawn. */
const short = (value: number): number => Math.round(value * DIGITS) / DIGITS;

export function shortenedStatistic({ value, lo, hi }: PairStatistic): PairStatistic {
  return { value: short(value), lo: lo === null ? null : short(lo), hi: hi === null ? null : short(hi) };
}

export interface RankedPair<R, P> {
  readonly one: R;
  readonly other: R;
  readonly pair: P;
}

/** Writes a cell, without needless zeros because a cell is narrow: 0.4 → `.40`. */
export const cellText = ({ statistic }: RaterPair): string =>
  statistic === null
    ? '–'
    : fixed(statistic.value, 2)
        .replace(/^(\u2212?)0\./, '$1.')
        .replace('1.00', '1');

export const pairInterval = ({ statistic }: RaterPair): string =>
  statistic === null || statistic.lo === null || statistic.hi === null
    ? ''
    : `[${fixed(statistic.lo, 2)}, ${fixed(statistic.hi, 2)}]`;

/** Writes a statistic with its interval, `0.62 [0.55, 0.69]`, or why there is none. */
export function statisticWords(pair: RaterPair): string {
  if (pair.statistic === null) return `none (${pair.reason})`;
  const interval = pairInterval(pair);
  return `${fixed(pair.statistic.value, 2)}${interval === '' ? '' : ` ${interval}`}`;
}

/** Counts the answers that a pair shares: `1 282 shared answers, 28 left out`. */
export function sharedAnswersWords({ n, left }: RaterPair): string {
  return `${numberWords(n)} shared answers${left === 0 ? '' : `, ${numberWords(left)} left out`}`;
}

/** Writes the smallest and the largest of some counts: `1 282`, or `1 260 to 1 310`. */
export function countRangeWords(counts: readonly number[]): string {
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  return least === most ? numberWords(most) : `${numberWords(least)} to ${numberWords(most)}`;
}

export function rankedPairs<R, P extends RaterPair>(
  rows: readonly R[],
  pairs: RaterPairs<P>,
): readonly RankedPair<R, P>[] {
  const found = rows.flatMap((one, a) =>
    rows.slice(a + 1).flatMap((other, i) => {
      const pair = pairAt(pairs, { rows: rows.length, one: a, other: a + 1 + i });
      return pair === undefined ? [] : [{ one, other, pair }];
    }),
  );
  const value = ({ pair }: RankedPair<R, P>): number => pair.statistic?.value ?? Number.NEGATIVE_INFINITY;
  return found.sort((x, y) => (value(x) === value(y) ? 0 : value(y) - value(x)));
}

/** What stands in the cell of two rows; its colour comes from their statistic, from −1 to 1. */
export type PairCell = Pick<HeatCell, 'text' | 'words' | 'href'>;

export interface RowPair<Row, Pair> {
  readonly row: Row;
  readonly column: Row;
  readonly pair: Pair;
  readonly isAboveDiagonal: boolean;
}

const STEPS = [-1, -0.5, 0, 0.5, 1] as const;
interface PairMatrixProps<Row, Pair extends RaterPair> {
  readonly title: string;
  readonly data: { readonly rows: readonly Row[]; readonly pairs: RaterPairs<Pair> };
  readonly cell: (two: RowPair<Row, Pair>) => PairCell;
  /** The words at either end of the scale, −1 and 1. */
  readonly ends: readonly [negative: string, positive: string];
}

export function PairMatrix<Row extends { readonly label: string; readonly run: string }, Pair extends RaterPair>({
  title,
  data: { rows, pairs },
  cell,
  ends: [negative, positive],
}: PairMatrixProps<Row, Pair>) {
  const heads = rows.map(({ label, run }) => ({ key: label, label, run }));
  const cellOf = (a: number, b: number): HeatCell | null => {
    const [row, column, pair] = [rows[a], rows[b], pairAt(pairs, { rows: rows.length, one: a, other: b })];
    if (a === b || row === undefined || column === undefined || pair === undefined) return null;
    const value = pair.statistic?.value ?? null;
    const told = cell({ row, column, pair, isAboveDiagonal: a < b });
    return { ...told, tone: toneOf(value), weight: Math.abs(value ?? 0) };
  };
  // The first cell of a row is its head.
  const tell = teller('tbody tr', ({ row, column }) => cellOf(row, column - 1));
  return (
    <>
      <HeatKey
        steps={STEPS.map((value) => ({
          tone: toneOf(value),
          weight: Math.abs(value),
          label: `${fixed(value, 1)}${value === -1 ? ` ${negative}` : value === 1 ? ` ${positive}` : ''}`,
        }))}
      />
      <Drawing of={title} className="heat-table pairs" onPointerOver={tell} onFocus={tell}>
        <HeatTable title={title} rows={heads} columns={heads} cell={cellOf} numbered />
        <ol className="grid-names" aria-hidden="true">
          {heads.map(({ label }) => (
            <li key={label}>{label}</li>
          ))}
        </ol>
      </Drawing>
    </>
  );
}
