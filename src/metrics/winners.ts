import { meanOf } from '../stats/correlation.ts';
import { none, some } from '../stats/intervals.ts';
import { EQUAL, meanTau } from '../stats/winners.ts';
import { asMetric, type Metric, OUR_METRIC } from './metric.ts';

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
