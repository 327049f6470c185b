import { ceilingIn, type Raters } from '../metrics/ceiling.ts';
import type { SliceSum } from '../metrics/sums.ts';
import type { Protocol } from '../schema/benchmark.ts';
import type { ReferenceLine } from '../schema/board.ts';
import type { ComputedColumn } from './computed-columns.ts';

/** How people are compared with each other on boards of a protocol; boards of others have no such line. */
const RATER_WORDS: Readonly<Partial<Record<Protocol, { readonly against: string; readonly about: string }>>> = {
  pairwise: {
    against: 'the majority of the others',
    about:
      'Not a judge: what a single rater reaches when compared with the other raters. A rater who calls a pair a tie is wrong where the others prefer one.',
  },
  pointwise: {
    against: 'the mean of the others',
    about:
      'Not a judge: what a single rater reaches when compared with the mean of the other raters. People who rate in few steps have many equal ratings, so it is no ceiling.',
  },
};

/** Makes reference lines of people scored against each other; none where single raters are unknown. */
export function raterLines(
  raters: Raters | null,
  protocol: Protocol,
  columns: readonly ComputedColumn[],
): ReferenceLine[] {
  const words = RATER_WORDS[protocol];
  if (raters === null || words === undefined) return [];
  const line = (
    sums: readonly SliceSum[],
    basis: (n: number) => string,
    named: Omit<ReferenceLine, 'values'>,
  ): ReferenceLine[] => {
    const found = columns.flatMap(({ column, metric, wanted, scale }) => {
      const ceiling = ceilingIn(sums, metric, wanted);
      if (ceiling === null) return [];
      const value = ceiling.mean * scale;
      return [[column.key, { lo: value, hi: value, basis: basis(ceiling.n) }] as const];
    });
    return found.length === 0 ? [] : [{ ...named, values: Object.fromEntries(found) }];
  };
  const { about, against } = words;
  return [
    ...line(raters.single, (n) => `mean of ${n} raters, each against ${against}`, {
      id: 'one-rater',
      label: 'One rater',
      about,
    }),
    ...line(raters.pairs, (n) => (n === 1 ? 'one pair of raters' : `mean of ${n} pairs of raters`), {
      id: 'two-raters',
      label: 'Two raters',
      about: 'Not a judge: how well two single raters agree with each other.',
    }),
  ];
}
