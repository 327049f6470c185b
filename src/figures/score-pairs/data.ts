import { bc } from '../../metrics/bc.ts';
import { bd } from '../../metrics/bd.ts';
import { biasMetric } from '../../metrics/bias-metric.ts';
import { instanceColumns } from '../../metrics/items.ts';
import { scorePairs } from '../../metrics/score-pairs.ts';
import { readSums, type Sums, valueOfRun } from '../../metrics/values.ts';
import type { Summary } from '../../stats/cluster.ts';
import { type BiasTypeLabel, biasTypesOf } from '../kit/bias-types.ts';
import type { InstanceFigure } from '../kit/instance-figure.ts';
import { chosenRun } from '../kit/run-of.ts';

/** Counts scored pairs with the same two scores. */
interface ScoreCell {
  readonly before: number;
  readonly after: number;
  readonly pairs: number;
  readonly cases: number;
}

/** Scores before and after of one bias type. */
export interface ScorePanel extends BiasTypeLabel {
  readonly cells: readonly ScoreCell[];
  /** All scored pairs, over repeats. */
  readonly pairs: number;
  /** Pairs of which a side has no score. */
  readonly unscored: number;
  /** Pairs among these that the metric leaves out, which are those of BD with a score of 1 before. */
  readonly leftOut: number;
  /** It is BD or BC of the chosen run. */
  readonly value: Pick<Summary, 'value' | 'lo' | 'hi' | 'reason'>;
}

export interface ScorePairsData {
  readonly run: string;
  readonly label: string;
  readonly panels: readonly ScorePanel[];
}

/** Gives the value and the interval of one bias type: the mean over repeats, like the boards. */
function typeValue(sums: Sums, run: string, { dimension, id }: BiasTypeLabel): ScorePanel['value'] {
  const { value, lo, hi, reason } = valueOfRun(sums, biasMetric(dimension), {
    run,
    slice: { bias_type: id },
  }).summary;
  return { value, lo, hi, reason };
}

const count = (of: readonly { readonly pairs: number }[]): number => of.reduce((sum, { pairs }) => sum + pairs, 0);

/** The figure shows how the scores of one judge move under each perturbation: a grid of before × after per bias type. */
export const scorePairsFigure: InstanceFigure<ScorePairsData> = {
  id: 'score-pairs',
  title: 'Scores before and after each perturbation',
  protocol: 'perturbation',
  topic: 'answers',
  load: async (query, scope, choices) => {
    const chosen = chosenRun(choices, scope, 'perturbation');
    if (chosen === null) return null;
    const columns = await instanceColumns(query);
    const pairs = await scorePairs(query, { where: scope.where, run: chosen.run, columns });
    if (pairs.length === 0) return null;
    const sums = await readSums(query, { metrics: [bd, bc], where: scope.where, runs: [chosen.run] });
    const panels = biasTypesOf(choices, pairs).map((type): ScorePanel => {
      const own = pairs.filter(({ biasType }) => biasType === type.id);
      const cells = own.flatMap(({ before, after, pairs: n, cases }): ScoreCell[] =>
        before === null || after === null ? [] : [{ before, after, pairs: n, cases }],
      );
      const scored = count(cells);
      return {
        ...type,
        cells,
        pairs: scored,
        unscored: count(own) - scored,
        leftOut: type.metric === bd.id ? count(cells.filter(({ before }) => before <= 1)) : 0,
        value: typeValue(sums, chosen.run, type),
      };
    });
    return { run: chosen.run, label: chosen.label, panels };
  },
};
