import { parseSlice, type Slice } from '../schema/slice.ts';
import { type Query, type QueryRow, text } from '../sql/query.ts';
import { dropSteps, runSteps, stepsFor } from '../sql/step.ts';
import type { Outcome } from '../stats/intervals.ts';
import { type GeneratorSums, generatorRanking, type SampledRanking, Samples } from '../stats/ranks.ts';
import { encodedSql, instanceColumns } from './items.ts';
import { READ } from './ledger.ts';
import type { Metric } from './metric.ts';
import type { Settings } from './query.ts';
import { MODELS } from './ratings.ts';
import { preparations } from './score.ts';
import { NO_VALUE, type RunValue } from './values.ts';

/** How a run ranks generators in one split and criterion, or why it has no ranking. */
export interface RunRanking {
  readonly run: string;
  readonly split: string;
  readonly criterion: string;
  readonly ranking: Outcome<SampledRanking>;
}

export const RATED_POINTS = `SELECT run, split, criterion, cluster, instance, generator, score AS judge, people, 1.0 AS weight
FROM ratings WHERE people IS NOT NULL AND generator <> ''`;

const wonSql = (verdict: string): string => `CASE ${verdict} WHEN 'a' THEN 1.0 WHEN 'b' THEN 0.0 ELSE 0.5 END`;

/** Points of the two responses of a pair, each half of it: one for the better, half for each where they are level. */
const WON = `WITH models AS (${MODELS}),
pairs AS (
  SELECT run, split, ${encodedSql('criterion')} AS criterion, cluster, a.model AS a, b.model AS b, ${wonSql('verdict')} AS judge, ${wonSql('value')} AS people
  FROM answers JOIN labels USING (scope, instance, criterion) JOIN items USING (instance)
  JOIN models AS a ON a.instance = answers.instance AND a.response = 'a' JOIN models AS b ON b.instance = answers.instance AND b.response = 'b'
  WHERE ${READ} AND value IS NOT NULL AND a.model <> b.model)
SELECT run, split, criterion, cluster, ${encodedSql('a')} AS generator, judge, people, 0.5 AS weight FROM pairs
UNION ALL
SELECT run, split, criterion, cluster, ${encodedSql('b')}, 1 - judge, 1 - people, 0.5 FROM pairs`;

const POINTS = { pointwise: RATED_POINTS, pairwise: WON } as const;

const sumsSql = (points: string): string => `WITH points AS (${points}),
sums AS (
  SELECT run, split, criterion, generator, (dense_rank() OVER (PARTITION BY split ORDER BY cluster) - 1)::INTEGER AS place,
    n, judge, people
  FROM (SELECT run, split, criterion, generator, cluster, sum(weight)::DOUBLE AS n, sum(weight * judge)::DOUBLE AS judge,
    sum(weight * people)::DOUBLE AS people
    FROM points GROUP BY ALL))
SELECT run::VARCHAR AS run, split::VARCHAR AS split, criterion::VARCHAR AS criterion, generator::VARCHAR AS generator,
  list(place ORDER BY place) AS places, list(n ORDER BY place) AS n, list(judge ORDER BY place) AS judge, list(people ORDER BY place) AS people
FROM sums GROUP BY run, split, criterion, generator ORDER BY ALL`;

const decoded = (encoded: string): string => parseSlice(`x=${encoded}`).get('x') ?? '';

const listIn = (row: QueryRow, name: string): ArrayLike<number> => row[name] as ArrayLike<number>;

function sumsOf(rows: readonly QueryRow[]): GeneratorSums {
  const places = [...new Set(rows.flatMap((row) => Array.from(listIn(row, 'places'))))].sort((a, b) => a - b);
  const at = new Map(places.map((place, k) => [place, k]));
  const size = rows.length * places.length;
  const sums = { n: new Float64Array(size), judge: new Float64Array(size), people: new Float64Array(size) };
  for (const [g, row] of rows.entries()) {
    const own = listIn(row, 'places');
    for (let i = 0; i < own.length; i += 1) {
      const cell = (at.get(own[i] ?? 0) ?? 0) * rows.length + g;
      for (const name of ['n', 'judge', 'people'] as const) sums[name][cell] = listIn(row, name)[i] ?? 0;
    }
  }
  return { generators: rows.map((row) => decoded(text(row, 'generator'))), clusters: places.length, ...sums };
}

/** Ranks generators by every run of a protocol in the current database: by mean scores, or by shares of wins. */
export async function generatorRankings(
  query: Query,
  protocol: keyof typeof POINTS,
  settings: Settings,
): Promise<readonly RunRanking[]> {
  const sql = sumsSql(POINTS[protocol]);
  const steps = stepsFor(preparations(settings, await instanceColumns(query)), { sql, params: [] });
  await runSteps(query, steps);
  const rows = await query(sql);
  await dropSteps(query, steps);
  const samples = new Samples();
  const keyOf = (row: QueryRow): string => JSON.stringify(['run', 'split', 'criterion'].map((name) => text(row, name)));
  return [...Map.groupBy(rows, keyOf).values()].flatMap((own) => {
    const [first] = own;
    if (first === undefined) return [];
    const criterion = decoded(text(first, 'criterion'));
    const ranking = generatorRanking(sumsOf(own), samples);
    return [{ run: text(first, 'run'), split: text(first, 'split'), criterion, ranking }];
  });
}

/** Gives the values of a metric of rankings (`Metric.ranked`) in a slice. */
export function rankedValues(
  rankings: readonly RunRanking[],
  { ranked }: Metric,
  { split, criterion }: Slice,
): ReadonlyMap<string, RunValue> {
  const wanted = rankings.filter(
    (one) => (split === undefined || one.split === split) && (criterion === undefined || one.criterion === criterion),
  );
  return new Map(
    [...Map.groupBy(wanted, ({ run }) => run)].map(([run, own]) => {
      const found = own.flatMap(({ ranking }) => ranking.value ?? []);
      const reason = own.flatMap((one) => (one.ranking.value === null ? [one.ranking.reason] : []))[0] ?? '';
      if (found.length === 0 || ranked === undefined)
        return [run, { ...NO_VALUE, summary: { ...NO_VALUE.summary, reason } }];
      const { value, reason: none, error, noInterval } = ranked(found);
      const n = found.reduce((sum, one) => sum + one.n, 0);
      const clusters = found.reduce((sum, one) => sum + one.clusters, 0);
      const { se = null, lo = null, hi = null } = error ?? {};
      const summary = { value, num: value ?? 0, den: 1, clusters, se, lo, hi, reason: none || noInterval };
      return [run, { summary, estimate: null, n, parts: value === null ? 0 : found.length }];
    }),
  );
}
