import type { Benchmark, Split } from '../schema/benchmark.ts';
import type { BoardColumn, ReferenceLine } from '../schema/board.ts';

type Range = { readonly lo: number; readonly hi: number; readonly basis: string };
/** A trivial judge: for a metric (natural unit) what it scores, or null where nothing can be said. */
interface Trivial {
  readonly id: string;
  readonly label: string;
  readonly about: string;
  readonly score: (metric: string, slice: Readonly<Record<string, string>>, split: Split | undefined) => Range | null;
}

const exact = (value: number, basis: string): Range => ({ lo: value, hi: value, basis });
const MAX_CRITERIA = 5;

/** Least and greatest mean of `f` over prompts when only the mean of its argument is known and `f` lives on given points. */
function meanBounds(points: readonly (readonly [number, number])[], mean: number): { lo: number; hi: number } {
  const values: number[] = [];
  for (const [x1, y1] of points) {
    for (const [x2, y2] of points) {
      if (x1 <= mean && mean <= x2) values.push(x1 === x2 ? y1 : y1 + ((y2 - y1) * (mean - x1)) / (x2 - x1));
    }
  }
  return { lo: Math.min(...values), hi: Math.max(...values) };
}

/** PAcc of a coin is the mean of 2^−K; papers print the mean of K (judgments / prompts), not its distribution. */
function coinPacc(split: Split | undefined): Range | null {
  const { judgments, prompts } = split?.counts ?? {};
  if (judgments === undefined || prompts === undefined) return null;
  const points = Array.from({ length: MAX_CRITERIA }, (_, i) => [i + 1, 2 ** -(i + 1)] as const);
  const { lo, hi } = meanBounds(points, judgments / prompts);
  return {
    lo,
    hi,
    basis: `mean of 2^-K; the paper prints only the mean number of criteria K = ${(judgments / prompts).toFixed(2)}, which bounds it`,
  };
}

/** TOS of a coin is the mean of 1 − 2^(1−K) over prompts with a conflict; a split of K criteria into u + v has u·v conflicting pairs. */
function coinTos(split: Split | undefined): Range | null {
  const pairs = split?.counts.conflict_pairs;
  const prompts = split?.counts.conflict_prompts;
  if (pairs === undefined || prompts === undefined) return null;
  const points: [number, number][] = [];
  for (let u = 1; u < MAX_CRITERIA; u++) {
    for (let v = u; u + v <= MAX_CRITERIA; v++) points.push([u * v, 1 - 2 ** (1 - u - v)]);
  }
  const { lo, hi } = meanBounds(points, pairs / prompts);
  return {
    lo,
    hi,
    basis: `mean of 1 - 2^(1-K); the paper prints only ${pairs} conflicting pairs on ${prompts} prompts, which bounds it`,
  };
}

const COIN_HALF = new Set([
  'criterion_accuracy',
  'criterion_average',
  'overall_accuracy',
  'preference_accuracy',
  'critique_accuracy',
]);

const TRIVIAL: readonly Trivial[] = [
  {
    id: 'coin-flip',
    label: 'Coin flip',
    about: 'Answers at random, independently for each question.',
    score: (metric, _slice, split) => {
      if (COIN_HALF.has(metric)) return exact(0.5, 'two equally likely answers');
      if (metric === 'cmr') return exact(0.25, 'two independent answers must both be right');
      if (metric === 'pacc') return coinPacc(split);
      return metric === 'tos' ? coinTos(split) : null;
    },
  },
  {
    id: 'one-verdict-oracle',
    label: 'One-verdict oracle',
    about: 'Knows the best single verdict for a prompt and gives it on every criterion.',
    score: (metric, _slice, split) => {
      const { conflict_prompts: conflict, prompts } = split?.counts ?? {};
      if (metric === 'pacc' && conflict !== undefined && prompts !== undefined)
        return exact(1 - conflict / prompts, `1 - ${conflict}/${prompts}: all prompts without a conflict`);
      return metric === 'tos' || metric === 'cmr' ? exact(0, 'never gives two different verdicts') : null;
    },
  },
  {
    id: 'constant-scorer',
    label: 'Constant scorer',
    about: 'Gives every answer the same score whatever it sees.',
    score: (metric, slice) => {
      if (metric === 'bd') return exact(0, 'its score never drops');
      if (metric === 'bc') return exact(1, 'its score never moves');
      if (metric === 'inter_run_variance' || metric === 'inter_sample_variance') return exact(0, 'one score only');
      if (metric !== 'reliability') return null;
      if (slice.dimension === 'robustness') return exact(1, 'its score never moves');
      if (slice.dimension !== undefined) return exact(0, 'its score never drops');
      return exact(4 / 9, 'BD 0 on five types, BC 1 on four');
    },
  },
];

/** The trivial judges that say something about a table's columns, in printed units (docs/metrics.md "Reference lines"). */
export function referenceLines(
  benchmark: Benchmark,
  columns: readonly BoardColumn[],
  tableSplit: string | null,
): ReferenceLine[] {
  return TRIVIAL.flatMap(({ id, label, about, score }) => {
    const values: Record<string, Range> = {};
    for (const column of columns) {
      if (column.metric === null) continue;
      const split = benchmark.splits.find((s) => s.id === (column.slice.split ?? tableSplit));
      const range = score(column.metric, column.slice, split);
      const scale = column.unit === 'percent' ? 100 : 1;
      if (range !== null) values[column.key] = { lo: range.lo * scale, hi: range.hi * scale, basis: range.basis };
    }
    return Object.keys(values).length === 0 ? [] : [{ id, label, about, values }];
  });
}
