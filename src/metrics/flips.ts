import { number, type Query, type QueryRow, text } from '../sql/query.ts';
import { bound } from '../sql/quote.ts';
import { dropSteps, runSteps } from '../sql/step.ts';
import { answerSteps, READ } from './answers.ts';
import { instanceColumns, itemsStep, settingsStep } from './items.ts';
import type { Metric } from './metric.ts';
import type { Settings } from './query.ts';

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
