import { parseSlice } from '../schema/slice.ts';
import { doublyCentred } from '../stats/correlation.ts';
import { none, type Outcome, some } from '../stats/intervals.ts';
import { encodedSql, sliceSql } from './items.ts';
import { asMetric, type Metric, type SliceSum } from './metric.ts';
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
