import type { KnownSlices } from '../../metrics/listed-slices.ts';
import type { Settings } from '../../metrics/settings.ts';
import type { SliceSum } from '../../metrics/sums.ts';
import type { Run } from '../../schema/records.ts';
import { number, type QueryRow, text } from '../../sql/query.ts';
import { literal, literals } from '../../sql/quote.ts';
import { rowSums } from './digests.ts';
import { type ScoresKept, scoreKeys } from './kept-scores.ts';
import type { MovedScores } from './scored-cases.ts';
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

/** Writes SQL: what the sums of a run's rows, and the sums of their hashes, gain in each slice by rows that moved. */
function gainsSql({ table }: MovedScores, run: string): string {
  const sums = (prefix: string): string => {
    const [num, den] = [`${prefix}num`, `${prefix}den`];
    return `sum(${num}) AS ${prefix}num, sum(${den}) AS ${prefix}den, sum(${num} * ${num}) AS ${prefix}squares,
  sum(hash(instance, ${num}, ${den}))::VARCHAR AS ${prefix}one, sum(hash(instance, ${num}, ${den}, 1))::VARCHAR AS ${prefix}two`;
  };
  return `SELECT split, metric::VARCHAR AS metric, slice::VARCHAR AS slice, ${sums('')}, ${sums('was_')}
FROM ${table} JOIN (SELECT rowid::INTEGER AS instance, split FROM final.main.instances) USING (instance)
WHERE run = ${literal(run)} GROUP BY ALL`;
}

const slotOf = (one: { readonly split: unknown; readonly metric: unknown; readonly slice: unknown }): string =>
  JSON.stringify([one.split, one.metric, one.slice]);

/** Gives a total with what its rows gained; null where sums are no whole numbers, since they would differ in the last digits. */
function gained(total: SliceTotal, gains: QueryRow): SliceTotal | null {
  const sumOf = (name: 'num' | 'den' | 'squares'): number => number(gains, name) - number(gains, `was_${name}`);
  const { num, den, squares } = total;
  const sums = { num: num + sumOf('num'), den: den + sumOf('den'), squares: squares + sumOf('squares') };
  const parts = [num, den, squares, ...['num', 'den', 'squares'].map((name) => number(gains, name))];
  if (![...parts, ...Object.values(sums)].every(Number.isSafeInteger)) return null;
  const [n = '', ...hashes] = total.digest.split(' ');
  const moved = (['one', 'two'] as const).map(
    (name, i) => BigInt(hashes[i] ?? 0) + BigInt(text(gains, name)) - BigInt(text(gains, `was_${name}`)),
  );
  return { ...total, ...sums, digest: [n, ...moved].join(' ') };
}

/** Makes the totals of a run of those that it had and the scores that moved; null where that cannot be done to the last digit. */
async function movedTotals(
  { query }: WorkDatabase,
  run: string,
  { moved, before }: { readonly moved: MovedScores; readonly before: readonly SliceTotal[] },
): Promise<readonly SliceTotal[] | null> {
  const gains = new Map(
    (await query(gainsSql(moved, run))).map((row) => [
      slotOf({ split: row['split'], metric: row['metric'], slice: row['slice'] }),
      row,
    ]),
  );
  const totals = before.map((total) => {
    const own = gains.get(slotOf(total));
    return own === undefined ? total : gained(total, own);
  });
  const whole = totals.filter((total) => total !== null);
  return whole.length === before.length ? whole : null;
}

/** Finds the totals of a run, or makes them of those that it had; null where its scores have to be summed up. */
async function foundTotals(
  work: WorkDatabase,
  { run, key, was }: { readonly run: string; readonly key: string; readonly was: string | undefined },
  { kept, since }: ScoresKept,
): Promise<readonly SliceTotal[] | null> {
  const found = kept.findJson<readonly SliceTotal[]>('totals', key);
  const moved = since?.moved.get(key);
  if (found !== null || moved === undefined || was === undefined) return found;
  const before = kept.findJson<readonly SliceTotal[]>('totals', was);
  const made = before === null ? null : await movedTotals(work, run, { moved, before });
  return made === null ? null : kept.keepJson('totals', key, made);
}

/** Sums up the scores of runs of one protocol, each again only where the scores are others than before; `rows` is a table, or a query, that has them. */
export async function keptTotals(
  work: WorkDatabase,
  { runs, settings, rows }: { readonly runs: readonly Run[]; readonly settings: Settings; readonly rows: string },
  known: ScoresKept,
): Promise<RunTotals> {
  const { kept, digests, since } = known;
  const keys = scoreKeys(runs, settings, digests);
  const earlier = since === null ? new Map<string, string>() : scoreKeys(runs, settings, since.digests);
  const found = new Map<string, readonly SliceTotal[] | null>();
  for (const [run, key] of keys) found.set(run, await foundTotals(work, { run, key, was: earlier.get(run) }, known));
  const missing = [...keys].filter(([run]) => found.get(run) === null);
  if (missing.length > 0) {
    const names = missing.map(([run]) => run);
    const made = Map.groupBy(await work.heavy(totalsSql(rows, names)), (row) => text(row, 'run'));
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
