import { biasMetric } from '../metrics/bias-metric.ts';
import { funnels } from '../metrics/funnel.ts';
import { METRICS } from '../metrics/index.ts';
import { type KnownSlices, knownSlices, listedParts } from '../metrics/listed-slices.ts';
import type { Metric } from '../metrics/metric.ts';
import { sliceRows } from '../metrics/reading.ts';
import { prepare, score } from '../metrics/score.ts';
import { OFFICIAL, type Settings } from '../metrics/settings.ts';
import { type Slice, sliceText } from '../metrics/slice.ts';
import { instancesBehind, readSums, type Sums } from '../metrics/values.ts';
import { TABLES } from '../schema/records.ts';
import { number, text } from '../sql/query.ts';
import { importedValues, type Unread } from './unread.ts';
import type { Work } from './work.ts';

/** One value of a run; in the metric's natural unit. */
export interface ScoreRow {
  readonly run: string;
  readonly metric: string;
  /** `key=value` pairs joined by `;`, as in contributions; '' for the metric as a whole. */
  readonly slice: string;
  readonly value: number | null;
  readonly num: number;
  readonly den: number;
  /** Instances that contribute. */
  readonly n: number;
  /** What should contribute to the denominator and is not in the run; null where the metric has no such notion. */
  readonly missing: number | null;
  readonly se: number | null;
  readonly lo: number | null;
  readonly hi: number | null;
  /** Why there is no value or no interval; else ''. */
  readonly reason: string;
}

/** The slices of a metric that are listed: each part as a whole, then by every other key. */
const slicesOf = (metric: Metric, known: KnownSlices): Slice[] =>
  listedParts(metric, known).flatMap(({ whole, slices }) => [whole, ...slices]);

/** Sums per run, metric and slice, by metric. */
type Counts = ReadonlyMap<string, readonly RunCount[]>;

interface RunCount {
  readonly run: string;
  readonly slice: string;
  readonly n: number;
}

async function countsOf(work: Work, sql: string): Promise<Counts> {
  const rows = (await work.query(sql)).map((row) => ({
    run: text(row, 'run'),
    metric: text(row, 'metric'),
    slice: text(row, 'slice'),
    n: number(row, 'n'),
  }));
  return Map.groupBy(rows, (row) => row.metric);
}

/** A slice of a metric of one run. */
interface Wanted {
  readonly metric: Metric;
  readonly slice: Slice;
  readonly run: string;
}

function total(counts: Counts, { metric, slice, run }: Wanted): number {
  const own = metric.rows.flatMap((id) => (counts.get(id) ?? []).filter((row) => row.run === run));
  return sliceRows(own, [], slice).reduce((sum, { n }) => sum + n, 0);
}

const CHOSEN = 'instance IN (SELECT instance FROM work.main.chosen)';

/** Scores the run into a temporary table `contributions`; the metrics' statements read the narrow tables by their plain names. */
async function scoreInto(work: Work, settings: Settings): Promise<void> {
  await work.run(`CREATE OR REPLACE TEMP TABLE contributions (${TABLES.contributions})`);
  await score(work.query, settings);
}

/** Leaves only contributions of the chosen instances. */
async function restrict(work: Work): Promise<void> {
  await work.run(`DELETE FROM temp.contributions WHERE NOT (${CHOSEN})`);
}

/** What would be in the denominators if nothing were missing: counted again with missing judgments as wrong ones. */
async function fullDenominators(work: Work): Promise<Counts> {
  await scoreInto(work, { ...OFFICIAL, missing: 'wrong' });
  return countsOf(
    work,
    `SELECT run, metric, slice, sum(den) AS n FROM temp.contributions WHERE ${CHOSEN} GROUP BY run, metric, slice`,
  );
}

/** Perturbed pairs without a score on some side. */
async function unscoredPairs(work: Work): Promise<Counts> {
  await prepare(work.query, OFFICIAL);
  const rows = (await funnels(work.query, { sql: CHOSEN, params: [] })).map(
    ({ run, slice, dimension, pairs, parsed }) => ({
      run,
      slice,
      metric: biasMetric(dimension).id,
      n: pairs - parsed,
    }),
  );
  return Map.groupBy(rows, (row) => row.metric);
}

/** How many are missing, by metric. */
interface Missing {
  readonly full: Counts;
  readonly unscored: Counts;
}

function missingOf(
  wanted: Wanted,
  { den, missing: { full, unscored } }: { readonly den: number; readonly missing: Missing },
): number | null {
  const { missing } = wanted.metric;
  if (missing === undefined) return null;
  if (missing === 'pairs') return total(unscored, wanted);
  return Math.max(0, total(full, wanted) - den);
}

/** Chooses all instances. */
export const chooseAll = (work: Work): Promise<void> =>
  work.run('CREATE OR REPLACE TABLE work.main.chosen AS SELECT instance FROM final.instances');

/**
 * The values of every metric of the runs of a protocol in `final`: as a whole per split (and per critique judge), and by every other slice; of the
 * instances in the table `chosen`. What `judgeboard score` prints and what the page shows of one's own files.
 */
export async function scoreRows(
  work: Work,
  { protocol, settings, unread }: { readonly protocol: string; readonly settings: Settings; readonly unread: Unread },
): Promise<ScoreRow[]> {
  await work.run('USE final');
  const full = await fullDenominators(work);
  const unscored = protocol === 'perturbation' ? await unscoredPairs(work) : new Map();
  await scoreInto(work, settings);
  await restrict(work);
  const known = await knownSlices(work.query);
  const read = (metric: Metric, slice: Slice): Promise<Sums> =>
    readSums(work.query, { metrics: [metric], only: { slice, known } });
  const rows: ScoreRow[] = [];
  for (const metric of METRICS.filter((m) => m.protocols.includes(protocol))) {
    for (const slice of slicesOf(metric, known)) {
      const behind = await instancesBehind(work.query, { metrics: [metric], only: { slice, known } });
      for (const [run, { summary }] of await importedValues(read, { metric, slice, unread })) {
        const { value, num, den, se, lo, hi, reason } = summary;
        const missing = missingOf({ metric, slice, run }, { den, missing: { full, unscored } });
        const n = behind.get(run) ?? 0;
        rows.push({ run, metric: metric.id, slice: sliceText(slice), value, num, den, n, missing, se, lo, hi, reason });
      }
    }
  }
  return rows;
}
