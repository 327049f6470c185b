import { saidWords } from '../../cases/answer-words.ts';
import { saidRows } from '../../cases/said.ts';
import { UNREADABLE } from '../../cases/wanted.ts';

import { number, text } from '../../sql/query.ts';
import type { FigureChoices, FigureScope, InstanceFigure } from '../kit/instance-figure.ts';
import type { Labelled } from '../kit/labelled.ts';
import { chosenRun } from '../kit/run-of.ts';
import { inListedOrder, splitLabel } from '../kit/splits.ts';

/** Pairs of which people say one thing and the judge another. */
export interface ConfusionCell {
  readonly gold: string;
  readonly verdict: string;
  readonly pairs: number;
  /** One case has a pair for each criterion. */
  readonly cases: number;
}

export interface ConfusionPanel extends Labelled {
  /** All pairs that people labelled and the judge was asked. */
  readonly pairs: number;
  readonly cells: readonly ConfusionCell[];
}

export interface ConfusionData {
  readonly run: string;
  readonly label: string;
  /** People may say these. */
  readonly answers: readonly Labelled[];
  /** Answers that the judge gives somewhere, or that people may give. */
  readonly verdicts: readonly Labelled[];
  readonly panels: readonly ConfusionPanel[];
}

/** Rows by what people and the run say, split by split. */
function countsSql(run: string, { where }: Pick<FigureScope, 'where'>) {
  const rows = saidRows(run);
  return {
    sql: `SELECT split, said, verdict, count(*)::DOUBLE AS pairs, count(DISTINCT instance)::DOUBLE AS cases
FROM (${rows.sql}) JOIN instances USING (instance) WHERE ${where.sql} GROUP BY ALL`,
    params: [...rows.params, ...where.params],
  };
}

function dataOf(
  choices: FigureChoices,
  { run, label }: Pick<ConfusionData, 'run' | 'label'>,
  cells: readonly (ConfusionCell & { readonly split: string })[],
): ConfusionData {
  const answers = choices.answers ?? [];
  const saying = (id: string): Labelled => ({ id, label: saidWords(choices.labels, id) });
  const given = new Set(cells.map(({ verdict }) => verdict));
  const others = ['equal', UNREADABLE].filter((id) => given.has(id));
  const bySplit = Map.groupBy(cells, ({ split }) => split);
  return {
    run,
    label,
    answers: answers.map(saying),
    verdicts: [...answers, ...others].map(saying),
    panels: inListedOrder(choices, 'split', bySplit.keys()).map((split) => {
      const own = bySplit.get(split) ?? [];
      return {
        id: split,
        label: splitLabel(choices, split),
        pairs: own.reduce((sum, { pairs }) => sum + pairs, 0),
        cells: own.map(({ split: _, ...cell }) => cell),
      };
    }),
  };
}

/** The figure counts pairs by what people say and what a judge says. Only benchmarks in which people may say more than one or the other have it. */
export const confusionFigure: InstanceFigure<ConfusionData> = {
  id: 'confusion',
  title: 'What the labels say, and what the judge says',
  protocol: 'pairwise',
  topic: 'answers',
  load: async (query, scope, choices) => {
    const run = chosenRun(choices, scope, 'pairwise');
    if (run === null || (choices.answers ?? []).length <= 2) return null;
    const { sql, params } = countsSql(run.run, scope);
    const rows = await query(sql, params);
    if (rows.length === 0) return null;
    const cells = rows.map((row) => ({
      split: text(row, 'split'),
      gold: text(row, 'said'),
      verdict: text(row, 'verdict'),
      pairs: number(row, 'pairs'),
      cases: number(row, 'cases'),
    }));
    return dataOf(choices, { run: run.run, label: run.label }, cells);
  },
};
