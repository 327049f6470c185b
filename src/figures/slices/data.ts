import { metricById } from '../../metrics/index.ts';
import type { Metric } from '../../metrics/metric.ts';
import { bound, type Condition, number, type Query, text } from '../../metrics/query.ts';
import { encodedSql, parseSlice, type Slice } from '../../metrics/slice.ts';
import { patternSums, type RunClusterSum } from '../../metrics/sums.ts';
import { facetSql } from '../../schema/attribute.ts';
import { Protocol } from '../../schema/benchmark.ts';
import type { MetricDefinition } from '../../schema/metric.ts';
import { type Estimated, estimated } from '../kit/estimated.ts';
import type { Cut, FigureChoices, InstanceFigure } from '../kit/instance-figure.ts';
import { labelOfRun } from '../kit/run-of.ts';
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
  readonly cut: Cut;
  readonly metric: Pick<MetricDefinition, 'id' | 'label' | 'name' | 'unit' | 'range' | 'direction' | 'formula'>;
  /** Columns of one split (and critique judge) stand together; within it the value with most cases comes first. */
  readonly columns: readonly SliceColumn[];
  /** Whether a loss of this metric opens cases. */
  readonly opens: boolean;
  /** In the order of their values in the first column, the best first. */
  readonly rows: readonly {
    readonly run: string;
    readonly label: string;
    /** In the order of `columns`; null where the run has nothing. */
    readonly cells: readonly (Estimated | null)[];
  }[];
}

/** Sums of a metric, the value of the facet as one more pair of each slice. */
function facetSums(
  query: Query,
  { rows }: Metric,
  facet: string,
  where: Condition,
  protocol: Protocol,
): Promise<readonly RunClusterSum[]> {
  return patternSums(query, {
    sql: `SELECT run, metric, cluster, concat_ws(';', nullif(slice, ''), 'facet=' || nullif(facet, '')) AS slice, num, den
FROM contributions JOIN (SELECT instance, ${encodedSql(facetSql(facet))} AS facet FROM instances WHERE ${where.sql}) USING (instance)
WHERE metric IN (${bound(rows)}) AND run IN (SELECT run FROM runs WHERE protocol = ?)`,
    params: [...where.params, ...rows, protocol],
  });
}

/** Number of clusters that could have had rows, by split and value; `Metric.sampledAs` says why. */
async function sampledBy(
  query: Query,
  { sampledAs }: Metric,
  facet: string,
  where: Condition,
): Promise<Map<string, number>> {
  if (sampledAs === undefined) return new Map();
  const rows = await query(
    `SELECT split, ${facetSql(facet)} AS facet, count(DISTINCT cluster)::DOUBLE AS n FROM instances
WHERE instance IN (SELECT instance FROM contributions WHERE metric = ?) AND (${where.sql}) GROUP BY ALL`,
    [sampledAs, ...where.params],
  );
  return new Map(rows.map((row) => [`${text(row, 'split')}\n${text(row, 'facet')}`, number(row, 'n')]));
}

function columnsOf(choices: FigureChoices, cut: Cut, sums: readonly RunClusterSum[]): SliceColumn[] {
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

/** A metric of every judge of a protocol, cut by any facet. */
const slices = (protocol: Protocol): InstanceFigure<SlicesData> => ({
  id: `slices-${protocol}`,
  title: 'Where judges are better and worse',
  protocol,
  reads: ['cuts'],
  load: async (query, scope, choices) => {
    const cut = cutOf(choices, scope, protocol);
    const metric = metricById(cut?.metric ?? '');
    if (cut === null || metric === undefined) return null;
    const sums = await facetSums(query, metric, cut.facet, scope.where, protocol);
    const sampled = await sampledBy(query, metric, cut.facet, scope.where);
    const columns = columnsOf(choices, cut, sums);
    const first = columns[0];
    if (first === undefined) return null;
    const better = metric.direction === 'lower' ? -1 : 1;
    const runs = [...Map.groupBy(sums, ({ run }) => run)].map(([run, own]) => {
      const { facet: _, ...whole } = wantedIn(metric, first);
      return {
        run,
        label: labelOfRun(choices, run),
        order: better * (estimated(metric, own, whole).value ?? Number.NEGATIVE_INFINITY),
        cells: columns.map((column) => {
          const value = estimated(
            metric,
            own,
            wantedIn(metric, column),
            sampled.get(`${column.split}\n${column.value}`),
          );
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
      rows: runs.sort((a, b) => b.order - a.order).map(({ order: _, ...row }) => row),
    };
  },
});

export const SLICES: readonly InstanceFigure<SlicesData>[] = Protocol.options.map(slices);
