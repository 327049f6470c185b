import type { SlimBoard } from '../board/slim.ts';
import { facetValueWords } from '../explore/words.ts';
import { isComputed } from '../schema/board-name.ts';
import type { ComparedBenchmark } from '../schema/comparison.ts';
import type { Slice } from '../schema/slice.ts';
import { fixed } from '../ui/number-words.ts';

/** How a metric's numbers are written: as on the benchmark's leaderboards. */
export interface ValueFormat {
  /** The factor from the metric's natural unit to the one shown. */
  readonly scale: number;
  readonly decimals: number;
}

/** What the views of two runs need of their benchmark. */
export interface PairContext {
  readonly benchmark: string;
  readonly labels: ComparedBenchmark['labels'];
  readonly formats: ReadonlyMap<string, ValueFormat>;
  readonly judge: ComparedSide;
  readonly base: ComparedSide;
}

interface ComparedSide {
  readonly name: string;
  readonly run: string;
}

type Unit = 'ratio' | 'score' | 'variance' | 'number';
const DEFAULTS: Readonly<Record<Unit, ValueFormat>> = {
  ratio: { scale: 1, decimals: 3 },
  score: { scale: 1, decimals: 2 },
  variance: { scale: 1, decimals: 2 },
  number: { scale: 1, decimals: 3 },
};

/** Finds the formats of metrics in the columns of a benchmark's computed boards. */
export function formatsOf(boards: readonly SlimBoard[], benchmark: string): ReadonlyMap<string, ValueFormat> {
  const columns = boards.filter((b) => b.benchmark === benchmark && isComputed(b)).flatMap((b) => b.columns);
  return new Map(
    columns.flatMap(({ metric, unit, decimals }) =>
      metric === null ? [] : [[metric, { scale: unit === 'percent' ? 100 : 1, decimals }] as const],
    ),
  );
}

export const formatOf = (
  { formats }: PairContext,
  { id, unit }: { readonly id: string; readonly unit: Unit },
): ValueFormat => formats.get(id) ?? DEFAULTS[unit];

export const valueText = (value: number | null, { scale, decimals }: ValueFormat): string =>
  value === null ? '–' : fixed(value * scale, decimals);

export function pText(p: number | null): string {
  if (p === null) return '–';
  return p < 0.001 ? '< 0.001' : p.toFixed(3);
}

/** Keys that name themselves by their value: `Clarity` needs no `criterion` before it. */
const NAMED_BY_VALUE: ReadonlySet<string> = new Set(['criterion', 'other', 'dimension', 'bias_type', 'split']);

/** Writes a slice in words, without the keys that the table's heading has said. */
export function sliceLabel(labels: PairContext['labels'], slice: Slice, said: readonly string[] = []): string {
  const words = Object.entries(slice)
    .filter(([key]) => !said.includes(key))
    .map(([key, value]) => {
      const own = facetValueWords({ labels }, key, value);
      return NAMED_BY_VALUE.has(key) ? own : `${key.replaceAll('_', ' ')} ${own}`;
    });
  return words.join(' and ');
}
