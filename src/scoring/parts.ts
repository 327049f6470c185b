import type { Metric } from '../metrics/metric.ts';
import type { Benchmark } from '../schema/benchmark.ts';
import type { BoardCell } from '../schema/board.ts';
import { numberWords } from '../schema/number-words.ts';
import type { Slice } from '../schema/slice.ts';

/** How many parts a mean is over, of how many. */
interface Parts {
  readonly parts: number;
  readonly full: number;
}

/** Counts the parts that a benchmark names of a metric's mean over parts: bias types or criteria; 0 where it names none. */
export function namedParts({ bias_types, criteria }: Benchmark, { units = [], rows }: Metric, slice: Slice): number {
  const isIn = (own: string, key: string): boolean => slice[key] === undefined || slice[key] === own;
  if (units.includes('bias_type') && slice['bias_type'] === undefined)
    return bias_types.filter((type) => rows.includes(type.metric) && isIn(type.dimension, 'dimension')).length;
  if (units.includes('criterion') && slice['criterion'] === undefined)
    return criteria.filter(({ split }) => isIn(split, 'split')).length;
  return 0;
}

/** What is said of a value beside others: what it is of where it takes no place among them, and a note; nothing of any other. */
type Said = Pick<BoardCell, 'apart'> & { readonly note: string };

/** Says of a mean over fewer parts than others' that it is another quantity: what it is of, and a note; nothing of a whole one. */
export function partly({ parts, full }: Parts): Said {
  if (parts >= full) return { note: '' };
  return {
    apart: `${parts} of ${full}`,
    note: `a mean over ${parts} of ${full} parts, which is another quantity than that over all: it takes no rank`,
  };
}

/** Says the same of a run's value, and of one that rests on fewer than its metric asks for. */
export function apartOf(
  { n, parts }: { readonly n: number; readonly parts: number },
  { fewest = 0, full }: Pick<Metric, 'fewest'> & { readonly full: number },
): Said {
  if (n >= fewest) return partly({ parts, full });
  return { apart: `n = ${numberWords(n)}`, note: `on fewer than ${fewest} it takes no rank` };
}
