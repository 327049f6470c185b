import {
  type CrossTable,
  crossTable,
  NOT_ASKED,
  type PairStatistic,
  type RaterCodes,
  scratchOf,
  UNREAD,
} from '../../stats/agreement.ts';
import type { Sheet } from './sheet.ts';

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

/** Finds the pair of two different rows out of `rows`. */
export function pairAt<P extends RaterPair>(
  pairs: RaterPairs<P>,
  { rows, one, other }: { readonly rows: number; readonly one: number; readonly other: number },
): P | undefined {
  const [a, b] = one < other ? [one, other] : [other, one];
  return pairs[(a * (2 * rows - a - 1)) / 2 + b - a - 1];
}

/** Puts the pairs of the same rows in another order. */
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
