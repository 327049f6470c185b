import type { JudgeRates } from '../schema/board.ts';
import type { Slice } from '../schema/slice.ts';
import { number, type Query, type QueryRow, type Statement, text } from '../sql/query.ts';
import { bound } from '../sql/quote.ts';
import { dropSteps, runSteps, stepsFor } from '../sql/step.ts';
import { meanOf } from '../stats/intervals.ts';
import { answerSteps } from './answers.ts';
import { DECIDED_CHOICES_STEP, shareA, youden } from './choices.ts';
import { METRICS } from './index.ts';
import { instanceColumns, itemsStep, settingsStep } from './items.ts';
import { READ } from './ledger.ts';
import type { Metric } from './metric.ts';
import { OFFICIAL_SETTINGS, type Settings } from './query.ts';
import { PAIRED_RATINGS_STEP } from './ratings.ts';
import { contributionsOf, preparations } from './score.ts';
import { readSums, type Sums } from './sums.ts';
import { type RunValue, runValuesOf } from './values.ts';

/** Raters that a majority, or a mean, of the others needs. */
const FEWEST_RATERS = 3;

const RATERS = `SELECT kind FROM gold WHERE annotator <> '' AND kind IN ('preference', 'quality')
GROUP BY kind HAVING count(DISTINCT annotator) >= ${FEWEST_RATERS}`;

/** Says whether a metric of pairs measures agreement with people: only there raters are a standard of comparison. */
const asksPreference = ({ protocols, missing, direction, countsUnread }: Metric): boolean =>
  protocols.includes('pairwise') && missing === 'labels' && direction === 'higher' && countsUnread !== true;

const asksRating = ({ protocols }: Metric): boolean => protocols.every((protocol) => protocol === 'pointwise');

const NO_SUMS: Sums = { rows: [], clusterOf: new Int32Array() };

export interface Raters {
  /** Each rater against the others (leave-one-out). */
  readonly single: Sums;
  /** Pairs of raters, under metrics of single scores: one's rating is the score, the other's the reference. */
  readonly pairs: Sums;
}

/** Scores raters like judges; null with fewer than three on labelled pairs or rated responses. A tied vote of the others is no label. Its tables are dropped again. */
export async function raterSums(query: Query): Promise<Raters | null> {
  const kinds = new Set((await query(RATERS)).map((row) => text(row, 'kind')));
  if (kinds.size === 0) return null;
  const settings = { ...OFFICIAL_SETTINGS, judged: 'annotators' } as const;
  const stored = METRICS.filter(({ contributions, onDemand }) => contributions !== null && onDemand !== true);
  const ratings = kinds.has('quality') ? stored.filter(asksRating) : [];
  const preferences = kinds.has('preference') ? stored.filter(asksPreference) : [];
  const sumsOf = async (metrics: readonly Metric[]): Promise<Sums> =>
    metrics.length === 0 ? NO_SUMS : readSums(query, { from: contributionsOf(metrics) });
  const asked = [...preferences, ...ratings];
  const steps = stepsFor(preparations(settings, await instanceColumns(query)), contributionsOf(asked));
  await runSteps(query, steps);
  const single = await sumsOf(asked);
  const paired = ratings.filter(({ direction }) => direction !== 'none');
  if (paired.length > 0) await runSteps(query, [PAIRED_RATINGS_STEP]);
  const pairs = await sumsOf(paired);
  await dropSteps(query, steps);
  return { single, pairs };
}

export interface AgreementCeiling {
  /** Plain mean over those that have a value. */
  readonly mean: number;
  /** How many raters, or pairs of raters, have one. */
  readonly n: number;
}

/** Gives the mean value of raters, or of pairs of them, in a slice; null where none has one. */
export function ceilingIn(raters: Sums, metric: Metric, slice: Slice): AgreementCeiling | null {
  const values = [...runValuesOf(raters, metric, slice).values()].flatMap(({ summary: { value } }) =>
    value === null ? [] : [value],
  );
  if (values.length === 0) return null;
  return { mean: meanOf(values), n: values.length };
}

/** What two judges said of a case: whether each is right, and whether another label would make the second right and the first wrong. */
interface FlippedCase {
  readonly leader: boolean;
  readonly challenger: boolean;
  readonly canTurn: boolean;
}

/** Fewest cases to label otherwise until the leader has no more right answers; null if none do. Cases do not depend on each other: those that change most come first. */
export function flipsToShare(cases: readonly FlippedCase[]): number | null {
  let [ahead, byTwo, byOne] = [0, 0, 0];
  for (const { leader, challenger, canTurn } of cases) {
    const now = Number(leader) - Number(challenger);
    const fall = now - (canTurn ? -1 : Math.min(0, now));
    ahead += now;
    if (fall === 2) byTwo += 1;
    if (fall === 1) byOne += 1;
  }
  if (ahead <= 0) return 0;
  const two = Math.min(byTwo, Math.ceil(ahead / 2));
  const one = Math.max(0, ahead - 2 * two);
  return one > byOne ? null : two + one;
}

export interface LeadFlips {
  readonly cases: number;
  /** Cases that both judges were asked. */
  readonly of: number;
  /** The run with which the first place would be shared. */
  readonly run: string;
}

/** A run that was asked fewer of the leader's cases than this share is not held against it. */
const MOST_SHARED = 0.95;

/** The rows of some runs, one per case, each with what the run said under every labelled criterion; `?` where nothing could be read. */
const saidSql = (runs: readonly string[], isLevel: boolean): string => `WITH given AS (
  SELECT scope, run, instance, criterion, CASE WHEN ${READ} THEN verdict END AS verdict FROM answers
  WHERE run::VARCHAR IN (${bound(runs)})
  QUALIFY row_number() OVER (PARTITION BY run, instance, criterion, repeat ORDER BY "order") = 1),
said AS (
  SELECT run, instance, string_agg(coalesce(verdict::VARCHAR, '?'), ' ' ORDER BY criterion) AS said
  FROM given JOIN labels USING (scope, instance, criterion) WHERE ${isLevel ? 'value IS NOT NULL' : "value IN ('a', 'b')"} GROUP BY run, instance),
points AS (
  SELECT run, instance, sum(num) AS num, sum(den) AS den FROM contributions JOIN items USING (instance)
  WHERE metric = ? AND split = ? AND run::VARCHAR IN (${bound(runs)}) GROUP BY run, instance)
SELECT run::VARCHAR AS run, instance::VARCHAR AS instance, num, den, coalesce(said, '?') AS said FROM points LEFT JOIN said USING (run, instance)`;

interface Said {
  readonly right: boolean;
  readonly said: string;
}

/** Says whether a label that the leader does not agree with would make the challenger right. `equal` agrees with both kinds of level pairs. */
function canTurn(leader: string, challenger: string, isLevel: boolean): boolean {
  const names = challenger.split(' ');
  const valid = isLevel ? ['a', 'b', 'tie', 'both_bad', 'equal'] : ['a', 'b'];
  if (!names.every((name) => valid.includes(name)) || leader === challenger) return false;
  return !(leader === 'equal' && ['tie', 'both_bad'].includes(challenger));
}

function casesOf(leader: ReadonlyMap<string, Said>, other: ReadonlyMap<string, Said>, isLevel: boolean): FlippedCase[] {
  return [...leader].flatMap(([instance, own]) => {
    const theirs = other.get(instance);
    if (theirs === undefined) return [];
    return [{ leader: own.right, challenger: theirs.right, canTurn: canTurn(own.said, theirs.said, isLevel) }];
  });
}

export interface LeadQuestion {
  readonly metric: Metric;
  readonly split: string;
  readonly leader: string;
  /** Runs of other judges. */
  readonly others: readonly string[];
  readonly settings: Settings;
}

/** The fewest cases to label otherwise for the first run to share its place. Null: no metric of whole cases, several repeats, or no other run asked nearly all its cases. */
export async function leadFlips(
  query: Query,
  { metric, split, leader, others, settings }: LeadQuestion,
): Promise<LeadFlips | null> {
  const runs = [leader, ...others];
  // Others count labels that prefer one alone.
  const isLevel = metric.needs?.includes('level-labels') === true;
  const steps = [settingsStep(settings), itemsStep(await instanceColumns(query)), ...answerSteps(settings)];
  await runSteps(query, steps);
  const rows = await query(saidSql(runs, isLevel), [...runs, metric.id, split, ...runs]);
  await dropSteps(query, steps);
  const isWhole = (row: QueryRow): boolean => number(row, 'den') === 1 && [0, 1].includes(number(row, 'num'));
  // A run in several repeats has parts of cases.
  const whole = [...Map.groupBy(rows, (row) => text(row, 'run'))].filter(([, own]) => own.every(isWhole));
  const byRun = new Map(
    whole.map(([run, own]) => [
      run,
      new Map(own.map((row) => [text(row, 'instance'), { right: number(row, 'num') === 1, said: text(row, 'said') }])),
    ]),
  );
  const first = byRun.get(leader);
  if (first === undefined) return null;
  const found = others.flatMap((run): LeadFlips[] => {
    const cases = casesOf(first, byRun.get(run) ?? new Map(), isLevel);
    const flips = cases.length < MOST_SHARED * first.size ? null : flipsToShare(cases);
    return flips === null ? [] : [{ cases: flips, of: cases.length, run }];
  });
  return found.toSorted((a, b) => a.cases - b.cases)[0] ?? null;
}

export const LABELS = ['a', 'b'] as const;

export const ratesAsked = (split: string): readonly { readonly metric: Metric; readonly wanted: Slice }[] => [
  ...LABELS.map((label) => ({ metric: shareA, wanted: { split, label } })),
  { metric: youden, wanted: { split } },
];

type Values = ReadonlyMap<string, Pick<RunValue, 'summary' | 'n'>>;

/** Where both prefer one of a pair. The error of TPR + TNR − 1 tells how the errors of the two go together, since cases of one cluster may have either label. */
export function ratesOfValues([ofA, ofB, ofBoth]: readonly Values[]): ReadonlyMap<string, JudgeRates> {
  return new Map(
    [...(ofBoth ?? [])].flatMap(([run, { summary: told }]) => {
      const [a, b] = [ofA?.get(run), ofB?.get(run)];
      if (told.value === null || a?.summary.value == null || b?.summary.value == null) return [];
      const [seA, seB] = [a.summary.se, b.summary.se];
      const known = seA !== null && seB !== null && told.se !== null;
      const errors = known ? ([seA ** 2, seB ** 2, (told.se ** 2 - seA ** 2 - seB ** 2) / 2] as const) : null;
      const rates = { tpr: a.summary.value, tnr: 1 - b.summary.value, n: [a.n, b.n] as const };
      return [[run, { ...rates, errors, clusters: told.clusters }] as const];
    }),
  );
}

/** Contributions of how judges answer (`Metric.judgeCheck`) where people could not call a pair level. For boards alone: stored, they would double a large benchmark's. */
export async function withJudgeChecks<T>(
  query: Query,
  settings: Settings,
  use: (metrics: readonly Metric[], from: Statement) => Promise<T>,
): Promise<T> {
  const metrics = METRICS.filter(({ judgeCheck }) => judgeCheck === true);
  const steps = [
    settingsStep(settings),
    itemsStep(await instanceColumns(query)),
    ...answerSteps(settings),
    DECIDED_CHOICES_STEP,
  ];
  await runSteps(query, steps);
  try {
    return await use(metrics, contributionsOf(metrics));
  } finally {
    await dropSteps(query, steps);
  }
}

export interface ConstantAnswer {
  /** The verdict: `a`, `b`, `tie`, `both_bad`, `equal`, `correct` or `error`. */
  readonly answer: string;
  readonly given: number;
  /** How many answers there are in all, among them those that cannot be read. */
  readonly of: number;
}

/** An answer is called constant if its share is at least this. With fewer answers than `FEWEST` chance alone may make it so. */
const CONSTANT = 0.97;
const FEWEST = 20;

const ANSWERS = `WITH answers AS (
  SELECT run, CASE WHEN protocol = 'pairwise' THEN split ELSE '' END AS split, instance, stage, criterion, repeat, parse,
    CASE WHEN ${READ} THEN verdict END AS verdict
  FROM judgments JOIN runs USING (run) JOIN instances USING (instance)
  WHERE protocol IN ('pairwise', 'critique') AND stage IN ('judge', 'critique') AND condition = 'base'
  QUALIFY row_number() OVER (PARTITION BY run, instance, stage, response, criterion, repeat ORDER BY "order", parse = 'missing', critique_judge) = 1),
counts AS (
  SELECT run, split, verdict, count(*)::DOUBLE AS given, sum(count(*)) OVER (PARTITION BY run, split)::DOUBLE AS of
  FROM answers WHERE parse <> 'missing' GROUP BY run, split, verdict)
SELECT run::VARCHAR AS run, split, verdict::VARCHAR AS verdict, given, of FROM counts
WHERE verdict IS NOT NULL AND of >= ${FEWEST} AND given >= ${CONSTANT} * of ORDER BY run, split`;

/** Gives runs that give one answer to 97 % or more of what they answer of a split, by run and split; '' where boards are not by split. */
export async function constantAnswers(query: Query): Promise<(run: string, split: string) => ConstantAnswer | null> {
  const keyOf = (run: string, split: string): string => JSON.stringify([run, split]);
  const found = new Map<string, ConstantAnswer>();
  for (const row of await query(ANSWERS)) {
    const constant = { answer: text(row, 'verdict'), given: number(row, 'given'), of: number(row, 'of') };
    found.set(keyOf(text(row, 'run'), text(row, 'split')), constant);
  }
  return (run, split) => found.get(keyOf(run, split)) ?? null;
}
