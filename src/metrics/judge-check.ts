import type { JudgeRates } from '../schema/board.ts';
import type { Slice } from '../schema/slice.ts';
import { number, type Query, type Statement, text } from '../sql/query.ts';
import { dropSteps, runSteps } from '../sql/step.ts';
import { answerSteps, READ } from './answers.ts';
import { DECIDED_CHOICES_STEP, shareA, youden } from './choices.ts';
import { METRICS } from './index.ts';
import { instanceColumns, itemsStep, settingsStep } from './items.ts';
import type { Metric } from './metric.ts';
import type { Settings } from './query.ts';
import { contributionsOf } from './score.ts';
import type { RunValue } from './values.ts';

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
