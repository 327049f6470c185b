import type { Metric } from '../metrics/metric.ts';
import type { RunValue } from '../metrics/values.ts';
import type { IngestReport } from '../schema/release.ts';
import type { Slice } from '../schema/slice.ts';

/** Counts, by run, the answers of its judge that the import could not read. */
export type Unread = ReadonlyMap<string, number>;

/** Counts, by run, the answers that an import says it could not read; runs that were not imported are left out. */
export function unreadOf({ runs }: IngestReport): Unread {
  return new Map(
    runs.flatMap(({ run, imported }) => (run === null || imported === null ? [] : [[run, imported.unread]])),
  );
}

const scaled = (value: number | null, from: number, to: number): number | null =>
  value === null ? null : (value * from) / to;

/** Lowers a share by `extra` unread answers that the records do not show: 6 of 8 with 2 more is 6 of 10. */
function lowered(found: RunValue, extra: number): RunValue {
  const { summary } = found;
  const den = summary.den + extra;
  const { value, lo, hi, se } = summary;
  const less = {
    value: scaled(value, summary.den, den),
    lo: scaled(lo, summary.den, den),
    hi: scaled(hi, summary.den, den),
    se: scaled(se, summary.den, den),
  };
  return { ...found, summary: { ...summary, ...less, den }, n: found.n + extra };
}

interface Asked {
  readonly metric: Metric;
  readonly slice: Slice;
  readonly unread: Unread;
}

/**
 * Gives the values of a metric in a slice, which `inSlice` gives as `runValuesOf` does. For metrics that count unread answers, those that the import could not
 * read are added to the denominator, except the ones that the records already show as missing. The slice of such an answer is unknown, so
 * it counts only where the wanted slice holds all answers of the run.
 */
export async function importedValues(
  inSlice: (slice: Slice) => Promise<ReadonlyMap<string, RunValue>>,
  { metric, slice, unread }: Asked,
): Promise<ReadonlyMap<string, RunValue>> {
  const values = await inSlice(slice);
  if (metric.countsUnread !== true || ![...unread.values()].some((n) => n > 0)) return values;
  const whole = await inSlice({});
  const missing = await inSlice({ ...slice, parse: 'missing' });
  return new Map(
    [...values].map(([run, found]) => {
      const holdsAll = whole.get(run)?.summary.den === found.summary.den;
      const extra = Math.max(0, (unread.get(run) ?? 0) - (missing.get(run)?.summary.den ?? 0));
      return [run, holdsAll && extra > 0 ? lowered(found, extra) : found];
    }),
  );
}
