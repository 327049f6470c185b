import { type PointerEvent, useState } from 'react';
import type { LengthBins } from '../cases/choices.ts';
import { binNames } from '../cases/columns/counts.ts';
import { isOpen, type LengthRange } from '../cases/wanted.ts';
import { countOf, numberWords } from '../ui/number-words.ts';

interface BrushedBins {
  readonly from: number;
  readonly to: number;
}

/** Finds the bins that a range of lengths reaches into; an open range reaches into all. */
export function brushedBins({ width, bins }: LengthBins, { from, to }: LengthRange): BrushedBins {
  const binOf = (length: number): number => Math.min(bins - 1, Math.floor(length / width));
  return { from: from === null ? 0 : binOf(from), to: to === null ? bins - 1 : binOf(to) };
}

/** The range of lengths that these bins cover, open at either end of the histogram: of the bins 0–99 and 100–199 the second gives `from 100`. */
export const lengthsOfBins = ({ width, bins }: LengthBins, { from, to }: BrushedBins): LengthRange => ({
  from: from <= 0 ? null : from * width,
  to: to >= bins - 1 ? null : (to + 1) * width - 1,
});

/** Moves one end of a range to a bin. It stops at the other end, which keeps its very number, also where that lies within a bin. */
export function withEnd(
  lengths: LengthBins,
  range: LengthRange,
  end: { readonly side: keyof LengthRange; readonly bin: number },
): LengthRange {
  const { from, to } = brushedBins(lengths, range);
  const bins = end.side === 'from' ? { from: Math.min(end.bin, to), to } : { from, to: Math.max(end.bin, from) };
  return { ...range, [end.side]: lengthsOfBins(lengths, bins)[end.side] };
}

export const binAt = ({ bins }: LengthBins, share: number): number =>
  Math.min(bins - 1, Math.max(0, Math.floor(share * bins)));

/** Writes a range of lengths: `all lengths`, `200 to 399`, `from 200`, `up to 399`. */
export function lengthsInWords(range: LengthRange, numberWords: (n: number) => string): string {
  const { from, to } = range;
  if (isOpen(range)) return 'all lengths';
  if (to === null) return `from ${numberWords(from ?? 0)}`;
  return from === null ? `up to ${numberWords(to)}` : `${numberWords(from)} to ${numberWords(to)}`;
}

interface LengthHistogramProps {
  readonly lengths: LengthBins;
  /** How many cases are in a bin, under all other filters. */
  readonly count: (bin: string) => number;
  /** How many cases have these lengths, under all other filters. */
  readonly total: number;
  readonly range: LengthRange;
  /** Called with a new range; `step` is true for one of many changes by keys, which Back does not undo one by one. */
  readonly choose: (range: LengthRange, step: boolean) => void;
}

interface Drag {
  readonly start: number;
  readonly now: number;
}

const between = ({ start, now }: Drag): BrushedBins => ({ from: Math.min(start, now), to: Math.max(start, now) });

function useDrag(lengths: LengthBins, chosen: (bins: BrushedBins) => void) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const at = ({ currentTarget, clientX }: PointerEvent): number => {
    const { left, width } = currentTarget.getBoundingClientRect();
    return binAt(lengths, (clientX - left) / width);
  };
  return {
    drag,
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrag({ start: at(event), now: at(event) });
      },
      onPointerMove: (event: PointerEvent) => {
        if (drag !== null) setDrag({ ...drag, now: at(event) });
      },
      onPointerUp: () => {
        if (drag !== null) chosen(between(drag));
        setDrag(null);
      },
      onPointerCancel: () => setDrag(null),
    },
  };
}

/** The longest reasons as bars of cases; a range is chosen by dragging over the bars or by the two handles below, by keys too. */
export function LengthHistogram({ lengths, count, total, range, choose }: LengthHistogramProps) {
  const { bins } = lengths;
  const { drag, handlers } = useDrag(lengths, (brushed) => choose(lengthsOfBins(lengths, brushed), false));
  const { from, to } = drag === null ? brushedBins(lengths, range) : between(drag);
  const words = lengthsInWords(drag === null ? range : lengthsOfBins(lengths, { from, to }), numberWords);
  const names = binNames(lengths);
  const counts = names.map(count);
  const most = Math.max(1, ...counts);
  const handle = (side: 'from' | 'to') => {
    return (
      <input
        type="range"
        className={`handle m-0 absolute no-pointer ${side}`}
        aria-label={side === 'from' ? 'Shortest of the longest reasons' : 'Longest of the longest reasons'}
        aria-valuetext={words}
        min={0}
        max={bins - 1}
        value={side === 'from' ? from : to}
        onChange={({ currentTarget }) =>
          choose(withEnd(lengths, range, { side, bin: currentTarget.valueAsNumber }), true)
        }
      />
    );
  };
  return (
    <div className="histogram text-small relative">
      <svg viewBox={`0 0 ${bins} 40`} preserveAspectRatio="none" aria-hidden="true" {...handlers}>
        <rect className="ground" width={bins} height={40} />
        {names.map((name) => {
          const bin = Number(name);
          const height = count(name) === 0 ? 0 : Math.max(1, (39 * count(name)) / most);
          const isIn = bin >= from && bin <= to;
          return (
            <rect key={name} className={isIn ? 'in' : ''} x={bin + 0.06} width={0.88} y={40 - height} height={height} />
          );
        })}
      </svg>
      {handle('from')}
      {handle('to')}
      <p>
        {words}
        {': '}
        {countOf(drag === null ? total : counts.slice(from, to + 1).reduce((sum, n) => sum + n, 0), 'case')}
      </p>
    </div>
  );
}
