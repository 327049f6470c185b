import type { BoardColumn } from '../schema/board.ts';
import { type Slice, slicePair } from '../schema/slice.ts';
import type { Statement } from '../sql/query.ts';
import { literal } from '../sql/quote.ts';
import { composed, type Step, sqlStep } from '../sql/step.ts';
import { FEWEST_GENERATORS, FEWEST_SCORES, FEWEST_WHOLE } from '../stats/ranks.ts';
import { DECIDED_CHOICES_STEP } from './choices.ts';
import { METRICS, metricById } from './index.ts';
import { type Metric, scaleOf } from './metric.ts';
import { OFFICIAL_SETTINGS } from './query.ts';
import { RATED_POINTS } from './rankings.ts';
import { reading } from './reading.ts';
import { contributionsOf, preparations } from './score.ts';

/** Makes a value again from judgments and labels, by its metric's SQL. What `values.ts` does with sums is said here in SQL. */

/** What a value of a board is: a metric in a slice, times what makes it the board's unit. */
export interface Proved {
  readonly metric: Metric;
  readonly wanted: Slice;
  readonly scale: number;
}

/** Of whom and over which tables. */
export interface ProofSource {
  readonly protocol: string;
  /** Columns of `instances`. */
  readonly columns: ReadonlySet<string>;
  readonly run?: string;
}

/** Says why no single statement makes a metric's value; '' where one does. */
function unprovedWords(metric: Metric): string {
  if (metric.proof !== undefined || reading(metric) !== null) return '';
  return metric.ranked === undefined
    ? 'code works it out from sums'
    : 'code draws its samples, the same ones every time';
}

export function provedColumn({ metric: id, slice, unit }: Pick<BoardColumn, 'metric' | 'slice' | 'unit'>): {
  readonly proved: Proved | null;
  readonly unproved: string;
} {
  const metric = id === null ? undefined : metricById(id);
  const unproved = metric === undefined ? `there is no metric ${id} any more` : unprovedWords(metric);
  if (metric === undefined || unproved !== '') return { proved: null, unproved };
  return { proved: { metric, wanted: slice ?? {}, scale: scaleOf(unit, metric) }, unproved };
}

export const baseSteps = ({ columns, run }: Omit<ProofSource, 'protocol'>): readonly Step[] => [
  ...['judgments', 'runs'].flatMap((name) =>
    run === undefined ? [] : [sqlStep('table', name, `SELECT * FROM ${name} WHERE run = ${literal(run)}`)],
  ),
  ...preparations(OFFICIAL_SETTINGS, columns),
  { ...DECIDED_CHOICES_STEP, kind: 'rows' },
];

/** Makes `contributions`: the rows that values of a metric are sums of, or ranks. */
export function contributionsStep({ rows, ranked }: Metric, protocol: string): Step {
  if (ranked !== undefined) return sqlStep('table', 'contributions', RATED_POINTS);
  const made = METRICS.filter(({ id, contributions }) => rows.includes(id) && contributions !== null);
  return sqlStep('table', 'contributions', contributionsOf(made, new Set([protocol])).sql);
}

/** SQL for the pair of a key in a slice, '' where it has none. */
const pairOf = (key: string, slice = 'slice'): string => `regexp_extract(${slice}, '(?:^|;)(${key}=[^;]*)', 1)`;

function valueOfRepeat({ combination }: Metric): string {
  const mean = (of = ''): string => `sum(num / den ORDER BY part)${of} / count(*)${of}`;
  if (combination === undefined) return mean();
  const { key, named, weights, constant } = combination;
  const parts = Object.entries(weights).map(([group, weight]) => {
    const pair = literal(slicePair(key, named?.value ?? group));
    const isOther = named !== undefined && group === named.other;
    return `${literal(weight)} * (${mean(` FILTER (${pairOf(key, 'part')} ${isOther ? '<>' : '='} ${pair})`)})`;
  });
  return [literal(constant), ...parts].join('\n    + ');
}

const stepsOf = (steps: Readonly<Record<string, string>>): readonly Step[] =>
  Object.entries(steps).map(([name, sql]) => sqlStep('table', name, sql));

const BEHIND = 'SELECT run, count(DISTINCT instance) AS cases, count(DISTINCT cluster) AS clusters';

/** Gives the steps from scores beside ratings to what a metric makes of the means of generators. */
function rankedSteps(proof: string, { split, criterion }: Slice): readonly Step[] {
  const conditions = [
    ...(split === undefined ? [] : [`split = ${literal(split)}`]),
    ...(criterion === undefined ? [] : [`'criterion=' || criterion = ${literal(slicePair('criterion', criterion))}`]),
  ];
  return stepsOf({
    counted: `SELECT * FROM contributions${conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`}`,
    spread: `SELECT run, split, criterion, generator, count(DISTINCT cluster) AS own, sum(weight) AS scores
FROM counted GROUP BY run, split, criterion, generator`,
    ranked: `SELECT run, split, criterion
FROM spread JOIN (SELECT run, split, criterion, count(DISTINCT cluster) AS clusters FROM counted GROUP BY run, split, criterion)
  USING (run, split, criterion)
GROUP BY run, split, criterion
HAVING count(DISTINCT generator) >= ${FEWEST_GENERATORS} AND sum(scores) >= ${FEWEST_SCORES} AND any_value(clusters) > 1
  AND product(1 - power(1 - own / clusters, clusters)) >= ${FEWEST_WHOLE}`,
    means: `SELECT run, split, criterion, generator, sum(judge) / sum(weight) AS judge, sum(people) / sum(weight) AS people
FROM counted JOIN ranked USING (run, split, criterion) GROUP BY run, split, criterion, generator`,
    by_round: proof,
    behind: `${BEHIND}, 1 AS rounds FROM counted JOIN ranked USING (run, split, criterion) GROUP BY run`,
  });
}

function valueSteps(metric: Metric, wanted: Slice): readonly Step[] {
  if (metric.ranked !== undefined) return rankedSteps(metric.proof ?? '', wanted);
  const keys = new Set(reading(metric, wanted)?.keys);
  const parts = metric.sliceKeys.filter((key) => keys.has(key)).map((key) => `nullif(${pairOf(key)}, '')`);
  const conditions = Object.entries(wanted).map(
    ([key, value]) => `${pairOf(key)} = ${literal(value === '' ? '' : slicePair(key, value))}`,
  );
  return stepsOf({
    // There are few slices, and many rows of each.
    slices: `SELECT slice, ${parts.length === 0 ? "''" : `concat_ws(';', ${parts.join(', ')})`} AS part, ${pairOf('repeat')} AS round
FROM (SELECT DISTINCT slice FROM contributions)${conditions.length === 0 ? '' : `\nWHERE ${conditions.join(' AND ')}`}`,
    counted: 'SELECT * FROM contributions JOIN slices USING (slice)',
    ratios: `SELECT run, round, part, sum(num) AS num, sum(den) AS den
FROM counted GROUP BY run, round, part HAVING sum(den) <> 0`,
    by_round:
      metric.proof ??
      `SELECT run, round, ${valueOfRepeat(metric)} AS value, sum(num) AS num, sum(den) AS den
FROM ratios GROUP BY run, round`,
    behind: `${BEHIND}, count(DISTINCT round) AS rounds FROM counted GROUP BY run`,
  });
}

const valueOfRounds = ({ scale }: Proved): string =>
  `sum(value ORDER BY round) / count(*)${scale === 1 ? '' : ` * ${literal(scale)}`} AS value`;

/** What a proof answers of each run: `value` in the unit of the board, and what it rests on. */
const answer = (proved: Proved): Statement => ({
  sql: `SELECT run, ${valueOfRounds(proved)},
  sum(num) AS numerator, sum(den) AS denominator, round(sum(den) / any_value(rounds)) AS n,
  any_value(cases) AS cases, any_value(clusters) AS clusters
FROM by_round JOIN behind USING (run) WHERE value IS NOT NULL GROUP BY run ORDER BY run`,
  params: [],
});

/** Gives the last steps of a proof, over a table `contributions`: the values of its runs alone, which takes half the time. */
export const provedOver = (proved: Proved): string =>
  composed(valueSteps(proved.metric, proved.wanted), {
    sql: `SELECT run, ${valueOfRounds(proved)} FROM by_round WHERE value IS NOT NULL GROUP BY run`,
    params: [],
  }).sql;

export const proofOf = (proved: Proved, source: ProofSource): string =>
  composed(
    [
      ...baseSteps(source),
      contributionsStep(proved.metric, source.protocol),
      ...valueSteps(proved.metric, proved.wanted),
    ],
    answer(proved),
  ).sql;

/** Digits to which two ways to add the same fractions agree; what is shown has fewer. */
const SAME = 1e-12;

export const isSameValue = (made: number, shown: number): boolean =>
  Math.abs(made - shown) <= SAME * Math.max(1, Math.abs(shown));
