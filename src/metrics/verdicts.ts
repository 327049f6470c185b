import { meanOf, none, some } from '../stats/intervals.ts';
import { EQUAL, meanTau } from '../stats/ranks.ts';
import { CRITERION_SLICE } from './answers.ts';
import { BEST_OF_TWO, EVEN, fromLabels } from './labels.ts';
import { asMetric, type Metric, OF_BOTH_ORDERS, OF_VERDICTS, OUR_METRIC, SHARE_RIGHT } from './metric.ts';

/** What metrics that rank those who made the responses have in common: each is a mean over splits and criteria (`rankings.ts`). */
const OF_RANKINGS = {
  ...OUR_METRIC,
  direction: 'higher',
  aggregate: 'derived',
  sliceKeys: ['split', 'criterion'],
  protocols: ['pointwise'],
  loss: null,
  rows: ['mean_score'],
  contributions: null,
} as const satisfies Partial<Metric>;

/** The mean over splits and criteria of what a SELECT gives of each. */
const meanSql = (each: string): string =>
  `SELECT run, '' AS round, sum(value ORDER BY split, criterion) / count(*) AS value, sum(value) AS num, count(*) AS den FROM (${each}) GROUP BY run`;

/** 1, 0 or -1 for the order of two generators. */
const orderSql = (of: string): string =>
  `CASE WHEN abs(one.${of} - other.${of}) > ${EQUAL} THEN sign(one.${of} - other.${of}) ELSE 0 END AS ${of}`;

const EDGE =
  'Means are over the responses that the judge scored and people rated. A split and criterion with fewer than three generators or 50 such scores has no value.';

export const sameWinner: Metric = asMetric({
  id: 'same_winner',
  label: 'Same winner',
  name: 'Same winner as people',
  ...OF_RANKINGS,
  unit: 'ratio',
  range: [0, 1],
  formula:
    'splits and criteria in which the generator with the highest mean score is the one that people rate highest / splits and criteria',
  about:
    'Whether a judge crowns the generator that people crown, whatever it makes of single responses. The denominator is the splits and criteria with three generators or more.',
  edge: `${EDGE} Of generators that share the judge’s first place, the share that people have first counts.`,
  sketch: { of: 'parts', rows: ['Editing|same|1/1', 'Drawing|other|0/1', 'Collage|same|1/1'] },
  board: [{ place: 10 }],
  ranked: (rankings) => ({
    ...some(meanOf(rankings.map(({ same }) => same))),
    noInterval: 'how sure it is says P(same winner)',
  }),
  proof: meanSql(`SELECT run, split, criterion, avg((most - people <= ${EQUAL})::INTEGER) AS value
FROM (SELECT *, max(judge) OVER own AS top, max(people) OVER own AS most FROM means WINDOW own AS (PARTITION BY run, split, criterion))
WHERE top - judge <= ${EQUAL} GROUP BY run, split, criterion`),
});

export const winnerProbability: Metric = asMetric({
  id: 'winner_probability',
  label: 'P(same winner)',
  name: 'Probability of the same winner',
  ...OF_RANKINGS,
  unit: 'ratio',
  range: [0, 1],
  formula: 'samples of the cases, drawn anew, in which the judge’s best generator is people’s best / samples',
  about:
    'How often a judge would crown people’s winner if the same number of cases were collected once more. The denominator is 1 000 samples of the clusters of a split and criterion, and the value the mean over these.',
  edge: `${EDGE} Both winners are those of the sample, so a tie among people counts against every judge.`,
  sketch: { of: 'parts', rows: ['Once|same|1/1', 'Again|same|1/1', 'Again|other|0/1'] },
  board: [{ place: 11 }],
  ranked: (rankings) => ({
    ...some(meanOf(rankings.map(({ probability }) => probability))),
    noInterval: 'a share of samples',
  }),
});

export const rankTau: Metric = asMetric({
  id: 'rank_tau',
  label: 'Rank τ',
  name: 'Rank correlation of generators with people',
  ...OF_RANKINGS,
  unit: 'number',
  range: [-1, 1],
  formula:
    'Kendall’s τ-b of the generators’ mean scores and mean human ratings, within a split and criterion; the mean over these',
  about:
    'Whether a judge orders those who made the responses as people do: 1 for the same order, −1 for the opposite one. It rests on the pairs of generators of each split and criterion; a judge with a low correlation by response may still order generators rightly.',
  edge: `${EDGE} Nor has one in which the judge, or people, give every generator the same mean. The interval holds 95 % of 1 000 samples of the clusters.`,
  sketch: { of: 'parts', rows: ['One Two|same|1/1', 'One Three|same|1/1', 'Two Three|other|-1/1'] },
  source: 'M. G. Kendall, Biometrika 33 (1945); clusters ours',
  board: [{ place: 12 }],
  ranked: (rankings) => {
    const found = meanTau(rankings);
    if (found.value === null) return { ...none(found.reason), noInterval: '' };
    const { value, ...error } = found.value;
    return { ...some(value), error, noInterval: '' };
  },
  proof:
    meanSql(`SELECT run, split, criterion, sum(judge * people) / sqrt(sum(judge * judge) * sum(people * people)) AS value
FROM (SELECT run, split, criterion, ${orderSql('judge')}, ${orderSql('people')}
  FROM means AS one JOIN means AS other USING (run, split, criterion) WHERE one.generator < other.generator)
GROUP BY run, split, criterion HAVING sum(judge * judge) * sum(people * people) > 0`),
});

export const criterionAccuracy: Metric = asMetric({
  id: 'criterion_accuracy',
  label: 'Accuracy',
  name: 'Accuracy on one criterion',
  ...SHARE_RIGHT,
  ...OF_VERDICTS,
  formula: 'judgments on this criterion that name the labelled response / judgments on this criterion',
  about:
    'How often the judge prefers the labelled response under one criterion. The denominator is the judged prompts of one split that carry a label for that criterion.',
  edge: 'Human labels hold no ties and the judge must choose, so guessing gives one half. Ties, refusals, errors, empty answers and unreadable verdicts are wrong; missing judgments are left out unless missing counts as wrong. Where a run judged in both orders, the first counts.',
  sketch: { of: 'verdicts', rows: ['A|A|1/1', 'B|A|0/1', 'B|B|1/1'] },
  source: 'Multi-Crit section 4, tables 3 and 4',
  published: { rule: 'wilson' },
  rightness: 'each',
  better: true,
  board: [{ place: 22, by: 'criterion', needs: ['criteria'] }],
  trivial: EVEN,
  contributions: `SELECT run, cluster, instance, slice, ((correct & mask) <> 0)::DOUBLE AS num, 1::DOUBLE AS den
FROM sheets JOIN (
  SELECT pattern, mask, ${CRITERION_SLICE} AS slice
  FROM patterns JOIN criteria ON (scope & mask) <> 0) USING (pattern)`,
});

export const criterionAverage: Metric = asMetric({
  id: 'criterion_average',
  label: 'Mean of criteria',
  name: 'Mean accuracy over the criteria',
  ...OF_VERDICTS,
  unit: 'ratio',
  range: [0, 1],
  direction: 'higher',
  formula: 'plain mean of the accuracies of the criteria present',
  about:
    'Every criterion weighs the same, however many judgments it has. The denominator of each part is that criterion’s judged prompts.',
  edge: 'Unweighted, as the printed values show; it differs from the accuracy over all judgments. The official code averages values already rounded to two decimals of a percent, so it can differ by 0.005 points.',
  sketch: { of: 'parts', rows: ['Clarity|3 of 4|0.75/1', 'Grounding|1 of 2|0.5/1'] },
  source: 'Multi-Crit caption of table 3',
  aggregate: 'macro',
  loss: 'num < den',
  published: { rule: 'macro-at-most' },
  units: ['split', 'criterion'],
  rows: ['criterion_accuracy'],
  needs: ['criteria'],
  board: [{ place: 20 }],
  trivial: EVEN,
});

export const overallAccuracy: Metric = asMetric({
  id: 'overall_accuracy',
  label: 'Overall accuracy',
  name: 'Accuracy over all criteria',
  ...SHARE_RIGHT,
  ...OF_VERDICTS,
  formula: 'verdicts that name the labelled response / verdicts, one per prompt and criterion',
  about:
    'Every verdict weighs the same, so criteria with more labels count more. The denominator is all judged prompt and criterion pairs of the split that carry a label.',
  edge: 'Where a run judged in both orders, the verdict is that of the first order; the second counts only where the run has no answer of the first on file. The values over both orders are metrics of their own. Not printed in the paper; otherwise the rules are those of the accuracy on one criterion.',
  sketch: { of: 'verdicts', rows: ['A A B|A A A|2/3', 'A B|A B|2/2'] },
  source: 'ours',
  published: { rule: 'wilson' },
  rows: ['criterion_accuracy'],
  board: [{ place: 24 }],
  attributes: true,
  trivial: {
    ...EVEN,
    ...BEST_OF_TWO,
    'one-verdict-oracle': ({ labels }) =>
      fromLabels(labels, ({ conflictPrompts, majority }) => (conflictPrompts > 0 ? majority : null)),
  },
});

export const allOrdersAccuracy: Metric = asMetric({
  id: 'all_orders_accuracy',
  label: 'Accuracy, all orders',
  name: 'Accuracy over the judgments of both orders',
  ...OF_BOTH_ORDERS,
  formula: 'judgments, in either order, that name the labelled response / judgments in either order',
  about:
    'Every judgment counts, whichever response was shown first. The denominator is all judgments on labelled criteria in splits that the run judged in both orders, so a criterion judged twice counts twice.',
  edge: 'Ties, refusals, errors, empty answers and unreadable verdicts are wrong. A run that judged in one order only has no value: it would be its overall accuracy. If missing counts as wrong, every label is expected in both orders.',
  sketch: { of: 'verdicts', rows: ['A|A A|2/2', 'B|A B|1/2'] },
  board: [{ place: 25 }],
  contributions: `SELECT run, cluster, instance, ${CRITERION_SLICE} AS slice,
  (((right_ab & mask) <> 0)::INTEGER + ((right_ba & mask) <> 0)::INTEGER)::DOUBLE AS num, (((asked_ab & mask) <> 0)::INTEGER + ((asked_ba & mask) <> 0)::INTEGER)::DOUBLE AS den
FROM orders JOIN criteria ON ((asked_ab | asked_ba) & mask) <> 0`,
});

export const bothOrdersAccuracy: Metric = asMetric({
  id: 'both_orders_accuracy',
  label: 'Right in both orders',
  name: 'Right in both orders',
  ...OF_BOTH_ORDERS,
  formula: 'prompt and criterion pairs judged as labelled in both orders / pairs judged in both orders',
  about:
    'The strict reading of two orders: a verdict that changes with the order is wrong. The denominator is the prompt and criterion pairs with a label that were judged in both orders. Guessing gives one quarter.',
  edge: 'A tie, a refusal, an error, an empty answer or an unreadable verdict in either order is wrong. What was judged in one order only is left out; if missing counts as wrong, it is wrong.',
  sketch: { of: 'verdicts', rows: ['A|A A|1/1', 'B|A B|0/1'] },
  board: [{ place: 26 }],
  contributions: `SELECT run, cluster, instance, ${CRITERION_SLICE} AS slice,
  ((right_ab & right_ba & mask) <> 0)::DOUBLE AS num, 1::DOUBLE AS den
FROM orders JOIN criteria ON ((asked_ab & asked_ba) & mask) <> 0`,
});

export const orderMajorityAccuracy: Metric = asMetric({
  id: 'order_majority_accuracy',
  label: 'Majority of orders',
  name: 'Accuracy of the majority over both orders',
  ...OF_BOTH_ORDERS,
  formula:
    'prompt and criterion pairs whose majority of the two orders names the labelled response / pairs judged in both orders',
  about:
    'Each order has one vote. The denominator is the prompt and criterion pairs with a label that were judged in both orders.',
  edge: 'Two opposite verdicts are a tied vote, which is no verdict and wrong. An order without a verdict for a response (a tie, a refusal, an error, an empty or unreadable answer) has no vote, so the other order decides; without any vote the pair is wrong. What was judged in one order only is left out; if missing counts as wrong, a missing answer has no vote, and a pair without any is wrong.',
  sketch: { of: 'verdicts', rows: ['A|A A|1/1', 'B|B tie|1/1', 'A|A B|0/1'] },
  board: [{ place: 27 }],
  contributions: `SELECT run, cluster, instance, ${CRITERION_SLICE} AS slice,
  ((((right_ab & ~wrong_ba) | (right_ba & ~wrong_ab)) & mask) <> 0)::DOUBLE AS num, 1::DOUBLE AS den
FROM orders JOIN criteria ON ((asked_ab & asked_ba) & mask) <> 0`,
});

export const positionConsistency: Metric = asMetric({
  id: 'position_consistency',
  label: 'Position consistency',
  name: 'Same verdict in both orders',
  ...OF_BOTH_ORDERS,
  formula: 'judgments that prefer the same response in both orders / judgments made in both orders',
  about:
    'Whether the verdict survives swapping the two responses. The denominator is the prompt and criterion pairs judged in both orders.',
  edge: 'Two ties, or an answer that is no valid verdict in either order, are not consistent. What was judged in one order only is left out.',
  sketch: { of: 'orders', rows: ['A|A|1/1', 'A|B|0/1', 'B|B|1/1'] },
  board: [{ place: 36, needs: ['criteria'] }],
  contributions: `SELECT run, cluster, instance, ${CRITERION_SLICE} AS slice,
  ((same & mask) <> 0)::DOUBLE AS num, 1::DOUBLE AS den
FROM (SELECT * FROM sheets WHERE both_orders <> 0) JOIN criteria ON (both_orders & mask) <> 0 JOIN patterns USING (pattern)`,
});
