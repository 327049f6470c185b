import { parseSlice, type Slice } from '../schema/slice.ts';
import { coverage } from './coverage.ts';
import type { Metric } from './metric.ts';
import type { Sums } from './values.ts';

/** Gives, by run and repeat, the denominators of the coverage; runs of a single repeat, whose slices name none, are left out. */
function answersOf({ clusters }: Sums): ReadonlyMap<string, ReadonlyMap<string, number>> {
  return new Map(
    [...clusters].map(([run, rows]) => {
      const counts = new Map<string, number>();
      for (const { slice, den } of rows) {
        const repeat = parseSlice(slice).get('repeat');
        if (repeat !== undefined) counts.set(repeat, (counts.get(repeat) ?? 0) + den);
      }
      return [run, counts];
    }),
  );
}

/**
 * Says in words, by run, which of its repeats lack expected answers in a slice: its values are then means over repeats of different size.
 * Runs of a single repeat are left out.
 */
export async function unfinishedRepeats(
  read: (metric: Metric, slice: Slice) => Promise<Sums>,
  slice: Slice,
): Promise<ReadonlyMap<string, string>> {
  const expected = answersOf(await read(coverage, slice));
  const missing = answersOf(await read(coverage, { ...slice, parse: 'missing' }));
  const words = [...expected].map(([run, repeats]) => {
    const short = [...repeats]
      .map(([repeat, all]) => ({ repeat, all, lacking: missing.get(run)?.get(repeat) ?? 0 }))
      .filter(({ lacking }) => lacking > 0)
      .sort((a, b) => Number(a.repeat) - Number(b.repeat))
      .map(({ repeat, all, lacking }) => `repeat ${repeat} has ${all - lacking} of ${all} answers`);
    return [run, short.join(', ')] as const;
  });
  return new Map(words.filter(([, note]) => note !== ''));
}
