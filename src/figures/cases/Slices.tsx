import { type CSSProperties, useCallback } from 'react';
import type { ToldMark } from '../../charts/chart.ts';
import { Mark, teller } from '../../charts/Drawing.tsx';
import { facetValueWords } from '../../explore/words.ts';
import { metricById } from '../../metrics/index.ts';
import type { Metric } from '../../metrics/metric.ts';
import { metricRows, type RunRows, readSums, runsWithRows } from '../../metrics/sums.ts';
import { valueOfRun } from '../../metrics/values.ts';
import type { Protocol } from '../../schema/benchmark.ts';
import { bestNamed, better, type Direction, type MetricDefinition, shareOfBest } from '../../schema/metric.ts';
import { parseSlice, type Slice } from '../../schema/slice.ts';
import { ALL_PROTOCOLS, numberWords } from '../../schema/words.ts';
import { PickList } from '../../ui/boxes.tsx';
import { ControlGroup, ScrollBox } from '../../ui/layout.tsx';
import { countOf, fixed } from '../../ui/number-words.ts';
import {
  chosenParameter,
  type FacetCut,
  type FigureChoices,
  type FigureProps,
  type FigureScope,
  type InstanceFigure,
  labelOfRun,
  lossHref,
  shownRuns,
} from '../kit/case-figure.ts';
import { heat } from '../kit/Heat.tsx';
import { Reading } from '../kit/Parts.tsx';
import { type Estimated, estimated, estimateWords, itemWithMost, percent } from '../kit/words.ts';

/** What the slices of a protocol are asked for; the first metric and facet stand in for what is not said. Null where nothing can be asked. */
function cutOf(choices: Pick<FigureChoices, 'cuts'>, { cuts }: FigureScope, protocol: Protocol): FacetCut | null {
  const { metrics = [], facets = [] } = choices.cuts?.[protocol] ?? {};
  const asked = cuts?.[protocol];
  const metric = metrics.find((id) => id === asked?.metric) ?? metrics[0];
  const facet = facets.find((name) => name === asked?.facet) ?? facets[0];
  return metric === undefined || facet === undefined ? null : { metric, facet };
}

/** Keys of slices that are never mixed. */
const APART = ['split', 'critique_judge'] as const;

interface SliceColumn {
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
  readonly opens: boolean;
  /** Rows are in the order of their values in the first column, the best first. */
  readonly rows: readonly {
    readonly run: string;
    readonly label: string;
    /** Cells are in the order of `columns`; null where the run has nothing. */
    readonly cells: readonly (Estimated | null)[];
  }[];
}

function columnsOf(choices: FigureChoices, cut: FacetCut, own: readonly RunRows[]): SliceColumn[] {
  const found = [...new Set(own.map(({ slice }) => slice))].map((slice) => {
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

function bestFirst(direction: Direction, a: number | null, b: number | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return better(direction, b, a);
}

/** Places of the values that none is ahead of; none where nothing has a value. */
function placesOfFirst(
  cells: readonly (Estimated | null | undefined)[],
  ahead: (a: number, b: number) => number,
): readonly number[] {
  const values = cells.flatMap((cell, i) => (cell?.value == null ? [] : [{ i, value: cell.value }]));
  return values.filter(({ value }) => values.every((other) => ahead(other.value, value) <= 0)).map(({ i }) => i);
}

/** Names the judge that is best in most columns; and where most judges are worst, unless the columns are of several splits, which are never mixed. */
export function slicesSentence({ metric, columns, rows }: SlicesData, nameOf: (column: SliceColumn) => string): string {
  const isBetter = (a: number, b: number): number => better(metric.direction, a, b);
  const best = columns.flatMap((_, i) =>
    placesOfFirst(
      rows.map(({ cells }) => cells[i]),
      isBetter,
    ),
  );
  const won = rows.map(({ label }, row) => ({ label, n: best.filter((one) => one === row).length }));
  const first = itemWithMost(won, ({ n }) => n);
  if (first === null || first.n === 0) return '';
  const words = `${first.label} has ${bestNamed(metric.direction, metric.label)} in ${first.n} of ${countOf(columns.length, 'column')}`;
  const isOneSplit =
    new Set(columns.map(({ split, critique_judge }) => JSON.stringify([split, critique_judge]))).size === 1;
  if (!isOneSplit || columns.length === 1) return `${words}.`;
  const worst = rows.flatMap(({ cells }) => placesOfFirst(cells, (a, b) => isBetter(b, a)));
  const hard = itemWithMost(
    columns.map((column, i) => ({ column, n: worst.filter((one) => one === i).length })),
    ({ n }) => n,
  );
  if (hard === null) return `${words}.`;
  return `${words}; ${hard.n} of ${countOf(rows.length, 'judge')} do worst on ${nameOf(hard.column)}.`;
}

type SlicesProps = FigureProps<SlicesData>;

const valueIn = ({ unit }: SlicesData['metric'], value: number): string =>
  unit === 'ratio' ? percent(value, 1) : fixed(value, 2);

const wordsOf = (data: SlicesData, cell: Estimated): string => {
  if (data.metric.unit === 'ratio' || cell.value === null) return estimateWords(cell);
  const { value, lo, hi, n } = cell;
  const interval = lo === null || hi === null ? '' : ` [${fixed(lo, 2)}, ${fixed(hi, 2)}]`;
  return `${fixed(value, 2)}${interval}, n = ${numberWords(n)}`;
};

interface ChooserProps extends Pick<SlicesProps, 'choices' | 'change' | 'data'> {
  readonly protocol: Protocol;
}

function Chooser({ choices, data: { cut }, change, protocol }: ChooserProps) {
  const { metrics = [], facets = [] } = choices.cuts?.[protocol] ?? {};
  const [metric, by] = [chosenParameter('metric', protocol), chosenParameter('by', protocol)];
  const chooseMetric = useCallback((value: string) => change({ chosen: { [metric]: value } }), [change, metric]);
  const chooseFacet = useCallback((value: string) => change({ chosen: { [by]: value } }), [change, by]);
  const facetLabel = (name: string): string => choices.facets.find((facet) => facet.name === name)?.label ?? name;
  const first = <T extends string>(list: readonly T[], value: T): string => (value === list[0] ? '' : value);
  return (
    <ControlGroup className="bar js" label="What is cut, and by what">
      <PickList
        label="Metric"
        value={first(metrics, cut.metric)}
        options={metrics.map((id) => ({ value: first(metrics, id), label: metricById(id)?.label ?? id }))}
        choose={chooseMetric}
      />
      <PickList
        label="by"
        value={first(facets, cut.facet)}
        options={facets.map((name) => ({ value: first(facets, name), label: facetLabel(name) }))}
        choose={chooseFacet}
      />
    </ControlGroup>
  );
}

interface CellProps extends Pick<SlicesProps, 'data'> {
  readonly cell: Estimated | null;
  /** From 0, the worst of the table, to 1. */
  readonly weight: number;
}

/** Its words and its address are written when it is reached (`teller`). */
function Cell({ data, cell, weight }: CellProps) {
  if (cell === null || cell.value === null) return <td className="none">–</td>;
  return (
    <td style={heat(weight)}>
      <Mark>{valueIn(data.metric, cell.value)}</Mark>
      <small>{`n ${numberWords(cell.n)}`}</small>
    </td>
  );
}

function toldOf(
  { data, choices, scope }: SlicesProps,
  { run, column, cell }: { readonly run: string; readonly column: SliceColumn; readonly cell: Estimated },
): ToldMark {
  const { cut, metric, opens } = data;
  const { value: facetValue, ...slice } = column;
  const facets = { ...scope.facets, [cut.facet]: [facetValue] };
  const words = wordsOf(data, cell);
  if (!opens) return { words, href: null };
  return {
    words: `${words}: opens its losses`,
    href: lossHref({ choices, scope: { facets } }, { metric: metric.id, run, slice }),
  };
}

function heads(choices: SlicesProps['choices'], columns: readonly SliceColumn[]) {
  const groups = Map.groupBy(columns, ({ split, critique_judge }) => JSON.stringify([split, critique_judge]));
  return [...groups].map(([key, own]) => {
    const { split = '', critique_judge = '' } = own[0] ?? {};
    const parts = [
      split === '' ? '' : facetValueWords(choices, 'split', split),
      critique_judge === '' ? '' : facetValueWords(choices, 'critique_judge', critique_judge),
    ];
    return { key, label: parts.filter((part) => part !== '').join(', '), span: own.length };
  });
}

function weights({ rows, metric }: SlicesData): (value: number) => number {
  const values = rows.flatMap(({ cells }) => cells.flatMap((cell) => cell?.value ?? []));
  const { direction } = metric;
  const sorted = values.toSorted((a, b) => better(direction, a, b));
  const [worst = 0, best = 0] = [sorted[0], sorted.at(-1)];
  return (value) => (better(direction, best, worst) === 0 ? 0 : shareOfBest(direction, value, { worst, best }));
}

/** How many numbers have room beside each other on a phone. */
const MOST_ABREAST = 10;

function Slices(props: SlicesProps) {
  const { data, choices, change } = props;
  const { cut, metric, columns, rows } = data;
  const protocol = choices.runs.find(({ run }) => run === rows[0]?.run)?.protocol;
  const facet = choices.facets.find(({ name }) => name === cut.facet)?.label ?? cut.facet;
  const groups = heads(choices, columns);
  const weigh = weights(data);
  const tell = teller('tbody tr', ({ row, column }) => {
    // The first cell of a row is its head.
    const [own, head] = [rows[row], columns[column - 1]];
    const cell = own?.cells[column - 1] ?? null;
    return own === undefined || head === undefined || cell === null
      ? null
      : toldOf(props, { run: own.run, column: head, cell });
  });
  const title = `${metric.name} by ${facet.toLowerCase()}`;
  return (
    <>
      <Reading says={slicesSentence(data, ({ value }) => facetValueWords(choices, cut.facet, value))}>
        <b>{metric.name}</b> ({metric.formula}) of every judge by {facet.toLowerCase()}
        {metric.unit === 'ratio' ? ', in percent' : ''}; n is the denominator. Splits are never mixed. A stronger colour
        is better within this table. Point at a cell for its 95 % interval.
        {data.opens ? ' A value opens the cases that lost points.' : ''} Values on a few cases differ by chance: compare
        intervals, not shades.
      </Reading>
      {protocol === undefined ? null : <Chooser choices={choices} data={data} change={change} protocol={protocol} />}
      <ScrollBox
        className={columns.length > MOST_ABREAST ? 'slices' : 'slices abreast'}
        data-marks
        label={`${title}, table`}
        onPointerOver={tell}
        onFocus={tell}
      >
        <table>
          <caption className="hidden">{title}</caption>
          <thead>
            {groups.some(({ label }) => label !== '') ? (
              <tr>
                <td />
                {groups.map(({ key, label, span }) => (
                  <th key={key} scope="colgroup" colSpan={span} style={{ '--span': span } as CSSProperties}>
                    <span className="inline-block overflow-hidden ellipsis">{label}</span>
                  </th>
                ))}
              </tr>
            ) : null}
            <tr>
              <th scope="col">Judge</th>
              {columns.map((column) => (
                <th key={JSON.stringify(column)} scope="col">
                  {facetValueWords(choices, cut.facet, column.value)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ run, label, cells }) => (
              <tr key={run} data-run={run}>
                <th scope="row">{label}</th>
                {columns.map((column, i) => {
                  const cell = cells[i] ?? null;
                  return (
                    <Cell
                      key={JSON.stringify(column)}
                      data={data}
                      cell={cell}
                      weight={cell?.value === null || cell === null ? 0 : weigh(cell.value)}
                    />
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </>
  );
}

const slices = (protocol: Protocol): InstanceFigure<SlicesData> => ({
  id: `slices-${protocol}`,
  title: 'Where judges are better and worse',
  protocol,
  topic: 'judges',
  view: Slices,
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
    const own = metricRows(sums, metric);
    const columns = columnsOf(choices, cut, own);
    const first = columns[0];
    if (first === undefined) return null;
    const rows = runsWithRows(own).map((run) => {
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
