import { parseSlice } from '../schema/slice.ts';
import { doublyCentred, meanOf, none, type Outcome, some } from '../stats/intervals.ts';
import { encodedSql, repeatedRuns, slicedBy, sliceSql } from './items.ts';
import { exact } from './labels.ts';
import { READ } from './ledger.ts';
import {
  asMetric,
  type Metric,
  OF_BIAS_TYPES,
  OF_PERTURBATIONS,
  OF_VERDICTS,
  SHARE,
  SHARE_RIGHT,
  type SliceSum,
  VARIANCE_OF_SCORES,
} from './metric.ts';
import { MODELS } from './ratings.ts';
import { sliceRows } from './reading.ts';

export const selfEnhancement: Metric = asMetric({
  id: 'self_enhancement',
  label: 'Self-enhancement',
  name: 'Self-enhancement',
  unit: 'number',
  range: null,
  direction: 'none',
  formula:
    's(j,g) - mean over generators - mean over judges + grand mean; s(j,g) = mean score of judge j for responses of generator g',
  about:
    'Whether a judge favours responses of its own model. Centring over judges and generators takes off what is due to a strict judge or a good generator; 0 means no preference.',
  edge: 'Needs at least two judges and two generators, and every judge must have scored every generator; without that there is no value.',
  sketch: {
    of: 'writers',
    rows: ['X X|8|7.5/1', 'X Y|6|6.5/1', 'Y X|5|5.5/1', 'Y Y|5|4.5/1'],
    value: 'above expected',
  },
  source: 'MM-JudgeBias section 4.4 and appendix H; centring ours',
  aggregate: 'derived',
  sliceKeys: ['generator', 'repeat'],
  protocols: ['perturbation', 'pointwise', 'pairwise'],
  published: { rule: 'none', reason: 'printed as a figure only' },
  figure: 'self-enhancement',
  contributions: `SELECT run, cluster, instance, ${sliceSql({ generator: encodedSql('model'), repeat: 'repeat' })} AS slice, score AS num, 1::DOUBLE AS den
FROM scores JOIN (${MODELS}) USING (instance, response) JOIN items USING (instance)
WHERE condition = 'base' AND score IS NOT NULL`,
});

export interface WriterFavour {
  readonly run: string;
  readonly generator: string;
  /** Mean score, 1 to 10. */
  readonly score: number;
  /** The same, centred over judges and generators: in points of score. */
  readonly favour: number;
}

/** Doubly centred s_jg − s_j· − s_·g + s·· of the runs in `sums` (`self_enhancement`), means unweighted. None unless complete, with two runs and two generators. */
export function favoursOf(sums: readonly SliceSum[]): Outcome<readonly WriterFavour[]> {
  const cells = meanScores(sums);
  const runs = [...new Set(cells.map((c) => c.run))];
  const generators = [...new Set(cells.map((c) => c.generator))];
  if (runs.length < 2 || generators.length < 2) return none('needs two judges and two generators');
  if (cells.length < runs.length * generators.length) return none('some judge has no score for some generator');
  const score = new Map(cells.map((cell) => [JSON.stringify([cell.run, cell.generator]), cell.score]));
  const scores = runs.map((run) => generators.map((generator) => score.get(JSON.stringify([run, generator])) ?? null));
  const centred = doublyCentred(scores);
  return some(
    cells.map((cell) => ({
      ...cell,
      favour: centred[runs.indexOf(cell.run)]?.[generators.indexOf(cell.generator)] ?? 0,
    })),
  );
}

function meanScores(sums: readonly SliceSum[]): readonly Omit<WriterFavour, 'favour'>[] {
  const ratios = new Map<string, { run: string; generator: string; num: number; den: number }>();
  for (const { run, slice, num, den } of sliceRows(sums, ['generator', 'repeat'])) {
    const key = JSON.stringify([run, slice]);
    const ratio = ratios.get(key) ?? { run, generator: parseSlice(slice).get('generator') ?? '', num: 0, den: 0 };
    ratios.set(key, { ...ratio, num: ratio.num + num, den: ratio.den + den });
  }
  const cells = new Map<string, { run: string; generator: string; sum: number; n: number }>();
  for (const { run, generator, num, den } of ratios.values()) {
    const key = JSON.stringify([run, generator]);
    const cell = cells.get(key) ?? { run, generator, sum: 0, n: 0 };
    cells.set(key, { ...cell, sum: cell.sum + num / den, n: cell.n + 1 });
  }
  return [...cells.values()].map(({ run, generator, sum, n }) => ({ run, generator, score: sum / n }));
}

const SLICE = slicedBy('dimension', 'bias_type', 'repeat');

/** Under the switch "official zeros": where no parsed pair of a bias type and repeat is eligible, each counts as 0, as the official code reports. */
const ZEROS = `SELECT run, cluster, instance, ${SLICE} AS slice
FROM (SELECT * FROM pairs CROSS JOIN settings WHERE zeros = 'official' AND parsed AND dimension IN ('integrity', 'congruity'))
ANTI JOIN (SELECT * FROM pairs WHERE y > 1 AND z IS NOT NULL) USING (run, dimension, bias_type, repeat)`;

export const bd: Metric = asMetric({
  id: 'bd',
  label: 'BD',
  name: 'Bias-Deviation',
  ...OF_BIAS_TYPES,
  formula:
    'mean over pairs with y > 1 of max(0, y - y′) / (y - 1); y before and y′ after the perturbation; over several bias types the plain mean of theirs',
  about:
    'How much of the possible drop the judge made when evidence was taken away or swapped: 1 means down to the lowest score, 0 no drop. The denominator is the pairs of one bias type whose score before was above 1.',
  edge: 'Pairs with y = 1 cannot drop and are left out, so the denominator differs from judge to judge. A rise counts as 0. A score below 1 would push the value above 1; it is flagged, never clamped. A pair without two scores is dropped. No pair left: no value; the official code reports 0 and lets it enter averages, which the switch “official zeros” does.',
  sketch: { of: 'scores', rows: ['8|1|1/1', '5|3|0.5/1', '6|7|0/1', '1|1|0/0'] },
  source: 'MM-JudgeBias section 3.2',
  published: { rule: 'none', reason: 'the number of pairs with y > 1 is not printed' },
  rightness: 'each',
  board: [{ place: 40, by: 'bias_type' }],
  trivial: { 'constant-scorer': () => exact(0, 'its score never drops') },
  contributions: `SELECT run, cluster, instance, ${SLICE} AS slice,
  greatest(0, y - z) / (y - 1) AS num, 1::DOUBLE AS den
FROM pairs WHERE dimension IN ('integrity', 'congruity') AND y > 1 AND z IS NOT NULL
UNION ALL
SELECT run, cluster, instance, slice, 0, 1 FROM (${ZEROS})`,
});

export const bc: Metric = asMetric({
  id: 'bc',
  label: 'BC',
  name: 'Bias-Conformity',
  ...OF_BIAS_TYPES,
  formula:
    'mean over pairs of 1 - |y - y′| / max(y - 1, S - y), S = 10; over several bias types the plain mean of theirs',
  about:
    'How steady the score stayed under a change that should not matter: 1 means the same score, 0 the largest move possible from y. The denominator is all scored pairs of one bias type.',
  edge: 'A judge that gives everything the same score reaches 1, which is why the variance over samples stands beside it. A pair without two scores is dropped.',
  sketch: { of: 'scores', rows: ['9|9|1/1', '5|8|0.4/1'] },
  source: 'MM-JudgeBias section 3.2',
  published: { rule: 'bounded-at-most' },
  rightness: 'each',
  board: [{ place: 42, by: 'bias_type' }],
  trivial: { 'constant-scorer': () => exact(1, 'its score never moves') },
  contributions: `SELECT run, cluster, instance, ${slicedBy('dimension', 'bias_type', 'repeat')} AS slice,
  1 - abs(y - z) / greatest(y - 1, 10 - y) AS num, 1::DOUBLE AS den
FROM pairs WHERE dimension = 'robustness' AND y IS NOT NULL AND z IS NOT NULL`,
});

/** Gives the metric of a dimension of perturbations: BD where the score should fall, BC where it should stay. */
export const biasMetric = (dimension: string): Metric => (dimension === 'robustness' ? bc : bd);

export const reliability: Metric = asMetric({
  id: 'reliability',
  label: 'Reliability',
  name: 'Reliability',
  ...OF_BIAS_TYPES,
  formula: 'plain mean over the bias types of BD (integrity, congruity) or BC (robustness)',
  about:
    'One number per judge or per dimension. Each bias type weighs the same, whatever its number of samples; the denominators are those of BD and BC.',
  edge: 'A type without an eligible pair is left out with the reason; the official code counts it as 0 (switch "official zeros"). A constant scorer gets 4/9.',
  sketch: { of: 'parts', rows: ['First bias type|0.4|0.4/1', 'Second|0.8|0.8/1'] },
  source: 'MM-JudgeBias section 3.2, caption of table 2',
  published: { rule: 'none', reason: 'it contains BD, whose denominators are not printed' },
  rows: ['bd', 'bc'],
  better: true,
  board: [{ place: 10 }, { place: 30, by: 'dimension' }],
  trivial: {
    'constant-scorer': ({ slice }) => {
      if (slice['dimension'] === 'robustness') return exact(1, 'its score never moves');
      if (slice['dimension'] !== undefined) return exact(0, 'its score never drops');
      return exact(4 / 9, 'BD 0 on five types, BC 1 on four');
    },
  },
});

export const discernment: Metric = asMetric({
  id: 'discernment',
  label: 'Discernment',
  name: 'Discernment',
  ...OF_PERTURBATIONS,
  unit: 'ratio',
  range: [-1, 1],
  direction: 'higher',
  formula: 'mean BD over its types + mean BC over its types - 1',
  about:
    'Sensitivity and stability in one number that a judge cannot win by never moving: 0 for a constant scorer, 1 for a judge that drops fully where it should and never moves where it should not. The denominators are those of BD and BC, per type.',
  edge: 'Needs a value for at least one type of each kind. Types weigh the same.',
  sketch: {
    of: 'parts',
    rows: ['BD,\u00a0removed|0.8|0.8/1', 'BD,\u00a0swapped|0.6|0.6/1', 'BC,\u00a0harmless|0.9|0.9/1|second'],
    value: 'two means minus one',
  },
  source: 'ours',
  aggregate: 'derived',
  published: { rule: 'none', reason: 'it contains BD, whose denominators are not printed' },
  figure: 'score-pairs',
  units: ['dimension', 'bias_type'],
  combination: {
    key: 'dimension',
    named: { value: 'robustness', is: 'bc', other: 'bd' },
    weights: { bd: 1, bc: 1 },
    constant: -1,
  },
  rows: ['bd', 'bc'],
  board: [{ place: 20 }],
  attributes: true,
  missing: 'pairs',
});

export const interRunVariance: Metric = asMetric({
  id: 'inter_run_variance',
  label: 'Between runs',
  name: 'Inter-run variance',
  ...VARIANCE_OF_SCORES,
  formula: 'mean over samples of the variance (n - 1) of the score over the repeats',
  about:
    'How far a judge differs from itself when asked again. The denominator is the samples scored in at least two repeats, before the perturbation.',
  edge: 'The paper gives no formula; this is our reading. The upper end is for two scores at the ends of the scale; for three it is 27.',
  sketch: { of: 'repeats', rows: ['First|7 7 7|0/1', 'Second|6 7 8|1/1'] },
  source: 'MM-JudgeBias caption of table 2; formula ours',
  aggregate: 'ratio',
  sliceKeys: ['split', 'dimension', 'bias_type'],
  protocols: ['perturbation', 'pointwise'],
  board: [{ place: 50 }],
  trivial: { 'constant-scorer': () => exact(0, 'one score only') },
  contributions: `SELECT run, any_value(cluster) AS cluster, instance, ${slicedBy('split', 'dimension', 'bias_type')} AS slice,
  var_samp(score) AS num, 1::DOUBLE AS den
FROM scores JOIN items USING (instance) WHERE condition = 'base' AND score IS NOT NULL AND repeat <> ''
GROUP BY run, instance, response, criterion, split, dimension, bias_type HAVING count(*) > 1`,
});

/** Gives the variance (n − 1) of the scores over samples, per repeat and then averaged. There is none with one sample. */
function sampleVariance(sums: readonly SliceSum[]): Outcome<number> {
  const groups = new Map<string, { n: number; sum: number; squares: number }>();
  for (const { slice, n, num, squares } of sums) {
    const group = groups.get(slice) ?? { n: 0, sum: 0, squares: 0 };
    groups.set(slice, { n: group.n + n, sum: group.sum + num, squares: group.squares + squares });
  }
  const variances = [...groups.values()]
    .filter(({ n }) => n > 1)
    // Of equal scores the difference may be a rounding error below 0.
    .map(({ n, sum, squares }) => Math.max(0, squares - (sum * sum) / n) / (n - 1));
  if (variances.length === 0) return none('fewer than two scored samples');
  return some(meanOf(variances));
}

export const interSampleVariance: Metric = asMetric({
  id: 'inter_sample_variance',
  label: 'Between samples',
  name: 'Inter-sample variance',
  ...VARIANCE_OF_SCORES,
  formula: 'variance (n - 1) over samples of the score before the perturbation; mean over repeats',
  about:
    'Whether a judge uses the scale at all. Near 0 shows near-constant scoring, which makes a high BC cheap. It rests on all samples scored before the perturbation.',
  edge: 'The paper gives no formula; this is our reading. For many samples the upper end is 20.25, scores split evenly between 1 and 10.',
  sketch: { of: 'repeats', rows: ['First|7|4/1', 'Second|3|4/1', 'Third|5|0/1'], value: 'variance' },
  source: 'MM-JudgeBias caption of table 2 and section 4.2; formula ours',
  aggregate: 'derived',
  sliceKeys: ['dimension', 'bias_type', 'repeat'],
  protocols: ['perturbation'],
  figure: 'score-pairs',
  derive: sampleVariance,
  proof: `SELECT run, round, greatest(0, sum(num * num) - sum(num) * sum(num) / count(*)) / (count(*) - 1) AS value, sum(num) AS num, count(*) AS den
FROM counted GROUP BY run, round HAVING count(*) > 1`,
  board: [{ place: 52 }],
  trivial: { 'constant-scorer': () => exact(0, 'one score only') },
  contributions: `SELECT run, cluster, instance,
  ${slicedBy('dimension', 'bias_type', 'repeat')} AS slice, score AS num, 1::DOUBLE AS den
FROM scores JOIN items USING (instance) WHERE protocol = 'perturbation' AND condition = 'base' AND score IS NOT NULL`,
});

export const abstentionRatio: Metric = asMetric({
  id: 'abstention_ratio',
  label: 'Abstained',
  name: 'Abstention ratio',
  ...SHARE,
  ...OF_PERTURBATIONS,
  direction: 'none',
  formula: 'samples answered with N/A after the perturbation / samples answered',
  about:
    'Share of samples a judge declines to score once it may. The denominator is all samples with an answer after the perturbation; dimensions and the overall value pool samples.',
  edge: 'N/A is looked for before a score is read. Samples with an N/A on either side are left out of BD and BC.',
  sketch: { of: 'scores', rows: ['8|N/A|1/1', '6|6|0/1'] },
  source: 'MM-JudgeBias section 4.4, appendix I, table 15',
  published: { rule: 'none', reason: 'abstention is a behaviour, not an estimate of quality' },
  figure: 'funnel',
  board: [{ place: 54 }],
  attributes: true,
  contributions: `SELECT run, cluster, instance, ${slicedBy('dimension', 'bias_type', 'repeat')} AS slice,
  (parse = 'abstained')::DOUBLE AS num, 1::DOUBLE AS den
FROM pairs WHERE parse <> 'missing'`,
});

export const positionRobustness: Metric = asMetric({
  id: 'position_robustness',
  label: 'Position',
  name: 'Robustness to position',
  ...SHARE_RIGHT,
  ...OF_VERDICTS,
  formula: 'pairs with the same response preferred in both orders / pairs judged in both orders',
  about:
    'Whether the order in which two responses are shown decides. The denominator is the pairs judged in both orders.',
  edge: 'The rules are those of position consistency: two ties or an unreadable verdict are not consistent.',
  sketch: { of: 'orders', rows: ['A|A|1/1', 'A|B|0/1'] },
  source: 'MM-JudgeBias appendix H',
  published: { rule: 'none', reason: 'printed as a figure only' },
  rows: ['position_consistency'],
  board: [{ place: 36, needs: ['whole-pairs'] }],
  attributes: true,
});

export const verbosityRobustness: Metric = asMetric({
  id: 'verbosity_robustness',
  label: 'Verbosity',
  name: 'Robustness to verbosity',
  ...SHARE_RIGHT,
  formula: 'verdicts for the original over its padded version / verdicts, both orders',
  about:
    'Whether added words win. The denominator is every verdict on a pair of a response and its padded version, each pair in both orders.',
  edge: 'Ties and unreadable verdicts are wrong; missing ones are left out unless missing counts as wrong. Instances are those whose pair kind is verbosity; the label names the original.',
  sketch: { of: 'labels', rows: ['A|A|1/1', 'B|A|0/1'] },
  source: 'MM-JudgeBias appendix H',
  sliceKeys: ['repeat'],
  protocols: ['pairwise'],
  published: { rule: 'none', reason: 'printed as a figure only' },
  rightness: 'again',
  board: [{ place: 38, needs: ['whole-pairs'] }],
  attributes: true,
  missing: 'labels',
  contributions: `SELECT run, cluster, instance, CASE WHEN repeated.run IS NULL THEN '' ELSE 'repeat=' || repeat END AS slice,
  (value IS NOT DISTINCT FROM verdict AND ${READ})::DOUBLE AS num, 1::DOUBLE AS den
FROM answers JOIN labels USING (scope, instance, criterion) JOIN items USING (instance) CROSS JOIN settings
LEFT JOIN ${repeatedRuns('marks')} AS repeated USING (run)
WHERE pair_kind = 'verbosity' AND (parse <> 'missing' OR missing = 'wrong')`,
});
