import { metricById } from '../../metrics/index.ts';
import type { Metric } from '../../metrics/metric.ts';
import type { RunClusterSum } from '../../metrics/sums.ts';
import { readSums, valueOfRun } from '../../metrics/values.ts';
import type { Protocol } from '../../schema/benchmark.ts';
import { better, type Direction } from '../../schema/direction.ts';
import type { MetricDefinition } from '../../schema/metric.ts';
import { parseSlice, type Slice } from '../../schema/slice.ts';
import { ALL_PROTOCOLS } from '../../schema/words.ts';
import { type Estimated, estimated } from '../kit/estimated.ts';
import type { FacetCut, FigureChoices, InstanceFigure } from '../kit/instance-figure.ts';
import { labelOfRun, shownRuns } from '../kit/run-of.ts';
import { cutOf } from './cuts.ts';

/** Keys of slices that are never mixed. */
const APART = ['split', 'critique_judge'] as const;

/** A value of the facet, within one split and one critique judge. */
export interface SliceColumn {
  /** '' where the metric's rows do not tell. */
  readonly split: string;
  readonly critique_judge: string;
  readonly value: string;
}

export interface SlicesData {
  readonly cut: FacetCut;
  readonly metric: Pick<MetricDefinition, 'id' | 'label' | 'name' | 'unit' | 'range' | 'direction' | 'formula'>;
  /** Columns of one split (and critique judge) stand together; within it the value with most cases comes first. */
  readonly columns: readonly SliceColumn[];
  /** Whether a loss of this metric opens cases. */
  readonly opens: boolean;
  /** Rows are in the order of their values in the first column, the best first. */
  readonly rows: readonly {
    readonly run: string;
    readonly label: string;
    /** Cells are in the order of `columns`; null where the run has nothing. */
    readonly cells: readonly (Estimated | null)[];
  }[];
}

function columnsOf(choices: FigureChoices, cut: FacetCut, sums: readonly RunClusterSum[]): SliceColumn[] {
  const found = [...new Set(sums.map(({ slice }) => slice))].map((slice) => {
    const pairs = parseSlice(slice);
    const [split = '', critique_judge = ''] = APART.map((key) => pairs.get(key) ?? '');
    return { split, critique_judge, value: pairs.get('facet') ?? '' };
  });
  const columns = [...new Map(found.map((column) => [JSON.stringify(column), column])).values()];
  const values = choices.facets.find(({ name }) => name === cut.facet)?.values ?? [];
  const splits = Object.keys(choices.labels['split'] ?? {});
  const place = (column: SliceColumn): number => splits.indexOf(column.split);
  return columns.sort(
    (a, b) =>
      place(a) - place(b) ||
      a.split.localeCompare(b.split) ||
      a.critique_judge.localeCompare(b.critique_judge) ||
      values.indexOf(a.value) - values.indexOf(b.value),
  );
}

const wantedIn = ({ sliceKeys }: Metric, { value, ...apart }: SliceColumn): Slice => ({
  ...Object.fromEntries(APART.filter((key) => sliceKeys.includes(key)).map((key) => [key, apart[key]])),
  facet: value,
});

/** Sorts the best value first, and runs without one last. */
function bestFirst(direction: Direction, a: number | null, b: number | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return better(direction, b, a);
}

/** The figure shows a metric of every judge of a protocol, cut by any facet. */
const slices = (protocol: Protocol): InstanceFigure<SlicesData> => ({
  id: `slices-${protocol}`,
  title: 'Where judges are better and worse',
  protocol,
  topic: 'judges',
  reads: ['cuts', 'beside'],
  load: async (query, scope, choices) => {
    const cut = cutOf(choices, scope, protocol);
    const metric = metricById(cut?.metric ?? '');
    if (cut === null || metric === undefined) return null;
    const question = {
      metrics: [metric],
      runs: shownRuns(choices, protocol),
      where: scope.where,
      facet: cut.facet,
    };
    const sums = await readSums(query, question);
    const columns = columnsOf(choices, cut, [...sums.clusters.values()].flat());
    const first = columns[0];
    if (first === undefined) return null;
    const rows = [...sums.clusters.keys()].map((run) => {
      const { facet: _, ...whole } = wantedIn(metric, first);
      return {
        run,
        label: labelOfRun(choices, run),
        order: valueOfRun(sums, metric, { run, slice: whole }).summary.value,
        cells: columns.map((column) => {
          const value = estimated(valueOfRun(sums, metric, { run, slice: wantedIn(metric, column) }));
          return value.n === 0 ? null : value;
        }),
      };
    });
    const { id, label, name, unit, range, direction, formula, loss } = metric;
    return {
      cut,
      metric: { id, label, name, unit, range, direction, formula },
      columns,
      opens: loss !== null,
      rows: rows.sort((a, b) => bestFirst(metric.direction, a.order, b.order)).map(({ order: _, ...row }) => row),
    };
  },
});

export const SLICE_FIGURES: readonly InstanceFigure<SlicesData>[] = ALL_PROTOCOLS.map(slices);
