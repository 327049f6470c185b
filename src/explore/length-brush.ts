import type { LengthBins } from '../cases/choices.ts';
import { isOpen, type LengthRange } from '../cases/wanted.ts';

/** Bins `from` to `to`, both included. */
export interface BrushedBins {
  readonly from: number;
  readonly to: number;
}

/** The bins that a range of lengths reaches into; all of them for an open one. */
export function brushedBins({ width, bins }: LengthBins, { from, to }: LengthRange): BrushedBins {
  const binOf = (length: number): number => Math.min(bins - 1, Math.floor(length / width));
  return { from: from === null ? 0 : binOf(from), to: to === null ? bins - 1 : binOf(to) };
}

/** The range of lengths that these bins cover. It is open at either end of the histogram: of the bins 0–99 and 100–199 the second gives `from 100`. */
export const lengthsOfBins = ({ width, bins }: LengthBins, { from, to }: BrushedBins): LengthRange => ({
  from: from <= 0 ? null : from * width,
  to: to >= bins - 1 ? null : (to + 1) * width - 1,
});

/** A range with one end at a bin, which stops at the other end; that one keeps its very number, also where it lies within a bin. */
export function withEnd(
  lengths: LengthBins,
  range: LengthRange,
  end: { readonly side: keyof LengthRange; readonly bin: number },
): LengthRange {
  const { from, to } = brushedBins(lengths, range);
  const bins = end.side === 'from' ? { from: Math.min(end.bin, to), to } : { from, to: Math.max(end.bin, from) };
  return { ...range, [end.side]: lengthsOfBins(lengths, bins)[end.side] };
}

/** A bin at a share (0 to 1) of the width of all. */
export const binAt = ({ bins }: LengthBins, share: number): number =>
  Math.min(bins - 1, Math.max(0, Math.floor(share * bins)));

/** A range of lengths: `all lengths`, `200 to 399`, `from 200`, `up to 399`. */
export function lengthsInWords(range: LengthRange, numberWords: (n: number) => string): string {
  const { from, to } = range;
  if (isOpen(range)) return 'all lengths';
  if (to === null) return `from ${numberWords(from ?? 0)}`;
  return from === null ? `up to ${numberWords(to)}` : `${numberWords(from)} to ${numberWords(to)}`;
}
