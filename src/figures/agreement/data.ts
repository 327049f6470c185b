import type { Protocol } from '../../schema/benchmark.ts';
import { groupedOf, kappaOf, quadratic, withInterval } from '../../stats/agreement.ts';
import type { InstanceFigure } from '../kit/instance-figure.ts';
import {
  pairAt,
  pairTables,
  type RaterCount,
  type RaterPair,
  type RaterPairs,
  reordered,
  rowCounts,
  shortenedStatistic,
  similarOrder,
} from '../kit/pairs.ts';
import { type Answers, loadAnswers } from './answers.ts';

export interface AgreementRow extends RaterCount {
  /** '' for the labels of people. */
  readonly run: string;
  readonly label: string;
}

export const isPeople = ({ run }: AgreementRow): boolean => run === '';

export interface AgreementData {
  readonly protocol: Protocol;
  /** `equal`: any two different verdicts count the same; `quadratic`: scores disagree by the square of their distance. */
  readonly weights: 'equal' | 'quadratic';
  /** People come first, where they labelled; then the runs, those that judge alike side by side. */
  readonly rows: readonly AgreementRow[];
  /** Kappa of every two rows. */
  readonly pairs: RaterPairs<RaterPair>;
  /** Runs with labels of people of their own, by which they are scored. */
  readonly ownLabels: readonly string[];
  /** Number of distinct questions that anyone was asked. */
  readonly items: number;
}

/** Kappa does not depend on the length of the scale. */
const ANY_SCALE = 1;

/**
 * Gives the kappa of every two rows with its interval from clustered items. Scores disagree by the square of their distance, any two names
 * alike.
 */
function kappas(answers: Answers, scores: boolean): RaterPairs<RaterPair> {
  const names = answers.labels.map(String);
  const closeness = scores ? quadratic(ANY_SCALE) : undefined;
  const pairs: RaterPair[] = [];
  for (const table of pairTables(answers.codes, answers)) {
    const { n, left } = table;
    const { value, reason } = kappaOf(table, names, closeness);
    const found = value === null ? null : withInterval(groupedOf(table, value), 'correlation');
    pairs.push({ n, left, statistic: found === null ? null : shortenedStatistic(found), reason });
  }
  return pairs;
}

/** Pairs of runs, and each run with the labels by which it is scored; those labels form one last row. */
function withOwnPeople(pairs: RaterPairs<RaterPair>, people: readonly number[]): RaterPairs<RaterPair> {
  const runs = people.length;
  const all = runs + 1 + Math.max(0, ...people);
  return people.flatMap((set, one) =>
    [...people.slice(one + 1).map((_, i) => one + 1 + i), runs + set].flatMap(
      (other) => pairAt(pairs, { rows: all, one, other }) ?? [],
    ),
  );
}

async function agreementOf(protocol: Protocol, answers: Answers): Promise<AgreementData> {
  const { people } = answers;
  const scores = answers.labels.some((label) => typeof label === 'number');
  const counts = rowCounts(answers.codes);
  const all = kappas(answers, scores);
  const pairs = people === null ? all : withOwnPeople(all, people);
  const named = answers.runs.map(({ run, label }) => ({ run, label }));
  const rows = people === null ? named : [...named, { run: '', label: 'Labels' }];
  const runs = await similarOrder(pairs, [...named.keys()], rows.length);
  const order = people === null ? runs : [named.length, ...runs];
  return {
    protocol,
    weights: scores ? 'quadratic' : 'equal',
    rows: order.flatMap((i) => {
      const [row, count] = [rows[i], counts[i]];
      return row === undefined || count === undefined ? [] : [{ ...row, ...count }];
    }),
    pairs: reordered(pairs, order),
    ownLabels: named.flatMap(({ label }, i) => ((people?.[i] ?? 0) > 0 ? [label] : [])),
    items: answers.places.length,
  };
}

const SAME: Readonly<Record<Protocol, string>> = {
  pairwise: 'Which judges prefer the same responses',
  perturbation: 'Which judges give the same scores',
  pointwise: 'Which judges give the same scores',
  critique: 'Which judges find the same responses correct',
};

/** Agreement of every two runs of a protocol over the answers they share. */
const agreement = (protocol: Protocol): InstanceFigure<AgreementData> => ({
  id: `agreement-${protocol}`,
  title: SAME[protocol],
  protocol,
  topic: 'judges',
  reads: ['beside'],
  load: async (query, scope, choices) => {
    const answers = await loadAnswers(query, { scope, choices, protocol });
    return answers === null || answers.places.length === 0 ? null : agreementOf(protocol, answers);
  },
});

/** One figure per protocol. */
export const AGREEMENT: readonly InstanceFigure<AgreementData>[] = (
  ['pairwise', 'perturbation', 'pointwise', 'critique'] as const
).map(agreement);
