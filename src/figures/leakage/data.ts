import { instanceColumns } from '../../metrics/items.ts';
import { leakage } from '../../metrics/leakage.ts';
import { contributionsOfRun } from '../../metrics/on-demand.ts';
import { readSums, type Sums, valueOfRun } from '../../metrics/values.ts';
import { parseSlice } from '../../schema/slice.ts';
import type { Query } from '../../sql/query.ts';
import { literal } from '../../sql/quote.ts';
import { type Estimated, estimated } from '../kit/estimated.ts';
import type { FigureChoices, FigureScope, InstanceFigure } from '../kit/instance-figure.ts';
import type { Labelled } from '../kit/labelled.ts';
import { chosenRun } from '../kit/run-of.ts';
import { namedCriteria, splitLabel, splitsOf } from '../kit/splits.ts';

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

/** Sums of one run, or of all. */
async function sumsOf(query: Query, { where }: FigureScope, run?: string): Promise<Sums> {
  const { sql, params } = contributionsOfRun(leakage, run, await instanceColumns(query));
  const from = { sql: `SELECT *, ${literal(leakage.id)} AS metric FROM (${sql})`, params };
  return readSums(query, { metrics: [leakage], where, from });
}

export type LeakagePanel = LeakageData['panels'][number];

function panelOf(choices: FigureChoices, sums: Sums, { run, split }: { readonly run: string; readonly split: string }) {
  const slices = [...new Set((sums.clusters.get(run) ?? []).map(({ slice }) => slice))].map(parseSlice);
  const own = slices.filter((slice) => (slice.get('split') ?? '') === split);
  const pairs = new Map(own.map((s) => [`${s.get('criterion')}\n${s.get('other')}`, s]));
  const value = (slice: Readonly<Record<string, string>>): Estimated =>
    estimated(valueOfRun(sums, leakage, { run, slice: { split, ...slice } }));
  return {
    id: split,
    label: splitLabel(choices, split),
    criteria: namedCriteria(
      choices,
      own.map((s) => s.get('criterion') ?? ''),
    ),
    cells: [...pairs.values()].map((s) => {
      const pair = { criterion: s.get('criterion') ?? '', other: s.get('other') ?? '' };
      return { ...pair, leaked: value(pair) };
    }),
    whole: value({}),
  } satisfies LeakagePanel;
}

function dataOf(
  choices: FigureChoices,
  sums: Sums,
  { run, label }: Pick<LeakageData, 'run' | 'label'>,
): LeakageData | null {
  const rows = sums.clusters.get(run) ?? [];
  if (rows.length === 0) return null;
  return { run, label, panels: splitsOf(choices, rows).map((split) => panelOf(choices, sums, { run, split })) };
}

/** The figure shows which other criterion's label a judge's answers follow. */
export const leakageFigure: InstanceFigure<LeakageData> = {
  id: 'leakage',
  title: 'Which criterion leaks into which',
  protocol: 'pairwise',
  topic: 'answers',
  load: async (query, scope, choices) => {
    const run = chosenRun(choices, scope, 'pairwise');
    return run === null ? null : dataOf(choices, await sumsOf(query, scope, run.run), run);
  },
  loadEach: async (query, scope, choices) => {
    const sums = await sumsOf(query, scope);
    const each = choices.runs.flatMap((run) => {
      const data = dataOf(choices, sums, run);
      return data === null ? [] : [[run.run, data] as const];
    });
    return new Map(each);
  },
};
