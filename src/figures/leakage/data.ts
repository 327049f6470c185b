import { instanceColumns } from '../../metrics/items.ts';
import { leakage } from '../../metrics/leakage.ts';
import { contributionsOfRun } from '../../metrics/on-demand.ts';
import { parseSlice } from '../../metrics/slice.ts';
import { patternSums } from '../../metrics/sums.ts';
import { readSums, valueOfRun } from '../../metrics/values.ts';
import { literal } from '../../sql/quote.ts';
import { type Estimated, estimated } from '../kit/estimated.ts';
import type { InstanceFigure } from '../kit/instance-figure.ts';
import type { Labelled } from '../kit/labelled.ts';
import { runOf } from '../kit/run-of.ts';
import { criterionName, inOrder, splitLabel, splitsOf } from '../kit/splits.ts';

/** How often the verdict on `criterion` is the label of `other`, where the labels differ. */
interface LeakageCell {
  readonly criterion: string;
  readonly other: string;
  readonly leaked: Estimated;
}

export interface LeakageData {
  readonly run: string;
  readonly label: string;
  readonly panels: readonly (Labelled & {
    readonly criteria: readonly Labelled[];
    readonly cells: readonly LeakageCell[];
    readonly whole: Estimated;
  })[];
}

/** Which criterion's label the answer on another follows, one judge. */
export const leakageFigure: InstanceFigure<LeakageData> = {
  id: 'leakage',
  title: 'Which criterion leaks into which',
  protocol: 'pairwise',
  topic: 'answers',
  load: async (query, { where, runs: asked }, choices) => {
    const run = runOf(choices, { where, runs: asked }, 'pairwise');
    if (run === null) return null;
    const { sql, params } = contributionsOfRun(leakage, run.run, await instanceColumns(query));
    const from = { sql: `SELECT *, ${literal(leakage.id)} AS metric FROM (${sql})`, params };
    const sums = await readSums(query, { metrics: [leakage], where, from, sums: patternSums });
    const rows = sums.clusters.get(run.run) ?? [];
    if (rows.length === 0) return null;
    const slices = [...new Set(rows.map(({ slice }) => slice))].map(parseSlice);
    const panels = splitsOf(choices, rows).map((split) => {
      const own = slices.filter((slice) => (slice.get('split') ?? '') === split);
      const pairs = new Map(own.map((s) => [`${s.get('criterion')}\n${s.get('other')}`, s]));
      return {
        id: split,
        label: splitLabel(choices, split),
        criteria: inOrder(
          choices,
          own.map((s) => s.get('criterion') ?? ''),
        ).map((id) => ({
          id,
          label: criterionName(choices, id),
        })),
        cells: [...pairs.values()].map((s) => {
          const pair = { criterion: s.get('criterion') ?? '', other: s.get('other') ?? '' };
          return { ...pair, leaked: estimated(valueOfRun(sums, leakage, { run: run.run, slice: { split, ...pair } })) };
        }),
        whole: estimated(valueOfRun(sums, leakage, { run: run.run, slice: { split } })),
      };
    });
    return { run: run.run, label: run.label, panels };
  },
};
