import type { KnownSlices } from '../../metrics/listed-slices.ts';
import type { Settings } from '../../metrics/settings.ts';
import type { SliceSum } from '../../metrics/sums.ts';
import type { Run } from '../../schema/records.ts';
import { number, type QueryRow, text } from '../../sql/query.ts';
import { literals } from '../../sql/quote.ts';
import { rowSums } from './digests.ts';
import { type ScoresKept, scoreKeys } from './kept-scores.ts';
import type { WorkDatabase } from './work.ts';

/** Sums of a run's scores on the cases of a split, to nine digits: sums of fractions differ in the last ones by the order of their rows. */
export interface SliceTotal extends Omit<SliceSum, 'run'> {
  readonly split: string;
  /** Stands for the rows. */
  readonly digest: string;
  /** Stands for the cases that have rows. */
  readonly cases: string;
}

/** The totals of each run. */
export type RunTotals = ReadonlyMap<string, readonly SliceTotal[]>;

const totalsSql = (rows: string, runs: readonly string[]): string => `SELECT run::VARCHAR AS run, split,
  metric::VARCHAR AS metric, slice::VARCHAR AS slice, count(*)::DOUBLE AS n, round(sum(num), 9) AS num, round(sum(den), 9) AS den,
  round(sum(num * num), 9) AS squares, ${rowSums('instance, num, den')} AS digest, ${rowSums('instance')} AS cases
FROM ${rows} AS rows JOIN (SELECT rowid::INTEGER AS instance, split FROM final.main.instances) USING (instance)
WHERE run IN (${literals(runs)}) GROUP BY ALL ORDER BY ALL`;

const totalOf = (row: QueryRow): SliceTotal => ({
  split: text(row, 'split'),
  metric: text(row, 'metric'),
  slice: text(row, 'slice'),
  n: number(row, 'n'),
  num: number(row, 'num'),
  den: number(row, 'den'),
  squares: number(row, 'squares'),
  digest: text(row, 'digest'),
  cases: text(row, 'cases'),
});

/** Sums up the scores of runs of one protocol, each again only where the scores are others than before; `rows` is a table, or a query, that has them. */
export async function keptTotals(
  work: WorkDatabase,
  { runs, settings, rows }: { readonly runs: readonly Run[]; readonly settings: Settings; readonly rows: string },
  { kept, digests }: ScoresKept,
): Promise<RunTotals> {
  const keys = scoreKeys(runs, settings, digests);
  const found = new Map([...keys].map(([run, key]) => [run, kept.findJson<readonly SliceTotal[]>('totals', key)]));
  const missing = [...keys].filter(([run]) => found.get(run) === null);
  if (missing.length > 0) {
    const made = Map.groupBy(
      await work.heavy(
        totalsSql(
          rows,
          missing.map(([run]) => run),
        ),
      ),
      (row) => text(row, 'run'),
    );
    for (const [run, key] of missing)
      found.set(run, await kept.keepJson('totals', key, (made.get(run) ?? []).map(totalOf)));
  }
  return new Map([...found].map(([run, own]) => [run, own ?? []]));
}

/** Gives the totals on the cases of a split alone; of all where it is null. */
export const totalsAlone = (totals: RunTotals, split: string | null): RunTotals =>
  split === null ? totals : new Map([...totals].map(([run, own]) => [run, own.filter((one) => one.split === split)]));

/** Lists the slices in which metrics have rows. */
export function slicesIn(totals: RunTotals): KnownSlices {
  const all = [...totals.values()].flat();
  return new Map(
    [...Map.groupBy(all, ({ metric }) => metric)].map(([metric, own]) => [
      metric,
      [...new Set(own.map(({ slice }) => slice))].sort(),
    ]),
  );
}
