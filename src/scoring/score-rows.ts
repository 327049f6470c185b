import { METRICS } from '../metrics/index.ts';
import { instanceColumns } from '../metrics/items.ts';
import { HELD_ANSWERS } from '../metrics/ledger.ts';
import type { Metric } from '../metrics/metric.ts';
import { funnels } from '../metrics/pairs.ts';
import { biasMetric } from '../metrics/perturbations.ts';
import { OFFICIAL_SETTINGS } from '../metrics/query.ts';
import { type KnownSlices, knownSlices, listedParts, sliceRows } from '../metrics/reading.ts';
import { preparations, storedMetrics, withContributions } from '../metrics/score.ts';
import { sumsReader } from '../metrics/sums.ts';
import { casesBehind, runValuesOf } from '../metrics/values.ts';
import type { Run } from '../schema/records.ts';
import type { DescribedRun, IngestReport } from '../schema/release.ts';
import { type Slice, sliceText } from '../schema/slice.ts';
import { number, type Query, text, type Work } from '../sql/query.ts';
import { literal } from '../sql/quote.ts';
import { importedValues, type Unread, unreadWords } from './board-values.ts';
import { withCodedNames } from './narrow.ts';

/**
 * Rows (run, fate, n): what became of the answers that a run was asked for. Coverage says how each was read or why not; of those that were
 * read, `unlabelled` have no label to be held against, and of scores before and after a perturbation `alone` lack their other side.
 */
const FATES = `${HELD_ANSWERS}
SELECT run::VARCHAR AS run, regexp_extract(slice, '(?:^|;)parse=([^;]*)', 1) AS fate, sum(den)::DOUBLE AS n
FROM contributions WHERE metric = 'coverage' GROUP BY ALL
UNION ALL
SELECT run::VARCHAR, fate, count(*)::DOUBLE FROM held WHERE fate <> '' GROUP BY ALL
ORDER BY ALL`;

/** Gathers what is known of each run of the current database: what its `run.yaml` says, its import, and what became of its answers. */
export async function describedRuns(
  query: Query,
  { runs, ingest }: { readonly runs: Iterable<Run>; readonly ingest: IngestReport },
): Promise<readonly DescribedRun[]> {
  const fates = Map.groupBy(await query(FATES), (row) => text(row, 'run'));
  const imports = new Map(ingest.runs.map(({ run, imported }) => [run, imported]));
  return Array.from(runs, (run) => ({
    ...run,
    imported: imports.get(run.run) ?? null,
    answers: Object.fromEntries((fates.get(run.run) ?? []).map((row) => [text(row, 'fate'), number(row, 'n')])),
  }));
}

/** Selects coded rows by a condition: those of the instances in the table `chosen`. */
export const CHOSEN_ROWS =
  'instance IN (SELECT rowid FROM final.main.instances WHERE instance IN (SELECT instance FROM work.main.chosen))';

/** One value of a run, in the metric's natural unit. */
export interface ScoreRow {
  readonly run: string;
  readonly metric: string;
  /** `key=value` pairs joined by `;`, as in contributions; '' for the metric as a whole. */
  readonly slice: string;
  readonly value: number | null;
  readonly num: number;
  readonly den: number;
  /** How many instances contribute. */
  readonly n: number;
  /** What the denominator lacks because the run has no answer there; null for metrics that cannot tell. */
  readonly missing: number | null;
  readonly se: number | null;
  readonly lo: number | null;
  readonly hi: number | null;
  /** Why there is no value or no interval, and what the import left out of a coverage; '' where nothing is to be said. */
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

/** Says whether a metric's own rows show what its denominators lack under this protocol. */
const countsMissing = (id: string, protocol: string): boolean =>
  METRICS.some(
    ({ missing, protocols, rows }) => missing === 'labels' && protocols.includes(protocol) && rows.includes(id),
  );

/** Computes the denominators as if nothing were missing, by counting missing judgments as wrong. */
function fullDenominators(work: Work, protocol: string): Promise<Counts> {
  const protocols = new Set([protocol]);
  const metrics = storedMetrics(protocols).filter(({ id }) => countsMissing(id, protocol));
  if (metrics.length === 0) return Promise.resolve(new Map());
  return withCodedNames(work, `protocol = ${literal(protocol)}`, async () => {
    const counts = new Map<string, readonly RunCount[]>();
    await withContributions(
      work.heavy,
      { settings: { ...OFFICIAL_SETTINGS, missing: 'wrong' }, metrics, protocols },
      async ({ id }, contributions) => {
        const rows = await work.query(`SELECT run::VARCHAR AS run, slice, sum(den) AS n
FROM (${contributions}) WHERE ${CHOSEN_ROWS} GROUP BY ALL`);
        counts.set(
          id,
          rows.map((row) => ({ run: text(row, 'run'), slice: text(row, 'slice'), n: number(row, 'n') })),
        );
      },
    );
    return counts;
  });
}

/** Counts perturbed pairs without a score on some side. */
async function unscoredPairs(work: Work): Promise<Counts> {
  await work.run('USE final');
  const steps = preparations(OFFICIAL_SETTINGS, await instanceColumns(work.query));
  const chosen = { sql: 'instance IN (SELECT instance FROM work.main.chosen)', params: [] };
  const rows = (await funnels(work.query, chosen, steps)).map(({ run, slice, dimension, pairs, parsed }) => ({
    run,
    slice,
    metric: biasMetric(dimension).id,
    n: pairs - parsed,
  }));
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

export const chooseAll = (work: Work): Promise<void> =>
  work.run('CREATE OR REPLACE TABLE work.main.chosen AS SELECT instance FROM final.instances');

interface ScoreQuestion {
  readonly protocol: string;
  readonly unread: Unread;
  /** Only some instances are chosen: nobody knows how many of the answers that the import left out are theirs. */
  readonly chosen?: boolean;
}

/**
 * Gives the values of every metric of the runs of a protocol, by the scores that are stored in `final`: as a whole per split (and per critique judge),
 * and by every other slice; of the instances in the table `chosen`. What `judgeboard score` prints and what the page shows of one's own files.
 */
export async function scoreRows(work: Work, { protocol, unread, chosen = false }: ScoreQuestion): Promise<ScoreRow[]> {
  const missing = {
    full: await fullDenominators(work, protocol),
    unscored: protocol === 'perturbation' ? await unscoredPairs(work) : new Map(),
  };
  return withCodedNames(work, null, async () => {
    const from = `SELECT * FROM contributions WHERE ${CHOSEN_ROWS}`;
    const known = await knownSlices(work.query, null, `(${from})`);
    const read = await sumsReader(work.query, { sql: from, params: [] });
    const rows: ScoreRow[] = [];
    for (const metric of METRICS.filter((m) => m.protocols.includes(protocol))) {
      for (const slice of slicesOf(metric, known)) {
        const sums = await read(metric);
        const behind = casesBehind(sums, metric, slice);
        const found = runValuesOf(sums, metric, slice);
        const asked = { metric, slice, values: found, unread: chosen ? new Map() : unread };
        const values = importedValues(sums, asked);
        for (const [run, { summary }] of values) {
          const { value, num, den, se, lo, hi } = summary;
          const left = slice.parse === undefined ? unreadWords(metric, slice.split, unread.get(run)) : '';
          const reason = [summary.reason, left].filter((one) => one !== '').join('; ');
          const lacking = missingOf({ metric, slice, run }, { den, missing });
          const counts = { num, den, n: behind.get(run) ?? 0, missing: lacking };
          rows.push({ run, metric: metric.id, slice: sliceText(slice), value, ...counts, se, lo, hi, reason });
        }
      }
    }
    return rows;
  });
}
