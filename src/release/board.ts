import { metricById } from '../metrics/index.ts';
import type { Benchmark } from '../schema/benchmark.ts';
import type { BoardCell, BoardColumn, StoredBoard } from '../schema/board.ts';
import type { Judge } from '../schema/judge.ts';
import type { Column, ProjectData, PublishedCell, Recomputed, Table } from '../schema/published.ts';
import { entryOf } from '../schema/words.ts';
import { judgeFields, metricFields } from '../scoring/computed-columns.ts';
import { finishBoard, type UnrankedRow } from '../scoring/finish-board.ts';
import { mostDecimals, type PublishedInterval, publishedInterval } from '../stats/published.ts';

function describe(
  benchmark: Benchmark,
  column: Column,
): Pick<BoardColumn, 'metric' | 'unit' | 'direction' | 'range' | 'formula' | 'about' | 'source'> {
  const metric = column.metric === undefined ? undefined : metricById(column.metric);
  if (metric === undefined) {
    return {
      metric: null,
      unit: column.unit ?? 'text',
      direction: 'none',
      range: null,
      formula: '',
      about: '',
      source: '',
    };
  }
  return metricFields(benchmark, metric, column.unit);
}

/** Weights by samples, which make one pool of them; a sum, and a mean whose weights nobody knows. */
const SAMPLED: ReadonlySet<string> = new Set(['samples', 'scored', 'sum', 'unknown']);

/** Gives the columns of a published table with all that a header explains, in printed order. */
function boardColumns(benchmark: Benchmark, table: Table, cells: readonly PublishedCell[]): BoardColumn[] {
  return Object.entries(table.columns).map(([key, column]) => ({
    key,
    label: column.label,
    printed: column.printed,
    group: column.group ?? '',
    ...describe(benchmark, column),
    decimals: mostDecimals(cells.filter((c) => c.column === key).map((c) => c.printed)),
    n: column.n ?? null,
    slice: column.slice,
    ...(column.setting === undefined ? {} : { setting: column.setting }),
    ...(column.parts === undefined || SAMPLED.has(String(column.parts.weights)) ? {} : { parts: column.parts.columns }),
  }));
}

interface IntervalContext {
  readonly benchmark: Benchmark;
  readonly columns: readonly BoardColumn[];
}

const noInterval = (reason: string): PublishedInterval => ({ interval: null, se: null, n: null, reason });

/** Independent units, and what they are where that needs saying. */
interface Units {
  readonly n: number | null;
  readonly note: string;
}

/**
 * Questions of a subset and task type (MM-Critic). For a value over several subsets those of the largest are counted: subsets may share
 * questions, and the paper does not say how many, so no more than these are surely different.
 */
function questionsOf(benchmark: Benchmark, slice: Readonly<Record<string, string>>): Units {
  const task = benchmark.task_types.find((t) => t.id === slice.task_type);
  const whole = benchmark.subsets.flatMap((s) => (s.questions === undefined ? [] : [[s.id, s.questions] as const]));
  const perSubset: Readonly<Record<string, number>> = task?.questions ?? Object.fromEntries(whole);
  if (slice.subset !== undefined) return { n: entryOf(perSubset, slice.subset) ?? null, note: '' };
  const counts = Object.values(perSubset);
  const note = counts.length > 1 ? ' of the largest subset, since subsets may share questions' : '';
  return { n: counts.length === 0 ? null : Math.max(...counts), note };
}

/** Gives independent units behind a value; they are known only where the paper gives the size of the set. */
function unitsOf({ benchmark }: IntervalContext, column: BoardColumn): Units {
  if (column.n === null) return { n: null, note: '' };
  if (column.metric !== null && metricById(column.metric)?.published.rule === 'wilson-conflict-prompts') {
    const counts = benchmark.splits.find((s) => s.id === column.slice.split)?.counts;
    return { n: counts?.conflict_prompts ?? null, note: '' };
  }
  return questionsOf(benchmark, column.slice);
}

/** The interval of a printed value that the judgments give too is that of the judgments, by cluster. */
function computedInterval({ interval, se, n }: Recomputed): PublishedInterval {
  if (interval === null || se === null) return { ...noInterval('its standard error is not worked out'), n };
  return { interval: { ...interval, basis: `from the judgments: ${interval.basis ?? ''}` }, se, n, reason: '' };
}

function intervalOf(
  context: IntervalContext,
  {
    column,
    cell,
    partErrors,
  }: { readonly column: BoardColumn; readonly cell: PublishedCell; readonly partErrors: readonly (number | null)[] },
): PublishedInterval {
  const metric = column.metric === null ? undefined : metricById(column.metric);
  if (metric === undefined) return noInterval('not a measured value');
  if (cell.value === null) return noInterval('no value is used');
  if (cell.status === 'suspect') return noInterval('the printed value is in doubt');
  if (cell.recomputed?.equal === true) return computedInterval(cell.recomputed);
  if (column.unit !== 'percent' && column.unit !== 'ratio' && column.unit !== 'score')
    return noInterval('a variance of unknown sampling error');
  const units = unitsOf(context, column);
  return publishedInterval(
    cell.printed,
    {
      unit: column.unit,
      full: column.n,
      scored: cell.status === 'coverage' ? cell.n : null,
      units: units.n,
      unitsNote: units.note,
      partErrors,
    },
    metric.published,
  );
}

const isAverage = ({ metric }: BoardColumn): boolean =>
  metric !== null && metricById(metric)?.published.rule === 'macro-at-most';

/** Lists the columns that an average is made of: those of the metric whose rows it averages. */
function partsOf({ columns }: IntervalContext, average: BoardColumn): readonly BoardColumn[] {
  const rows = metricById(average.metric ?? '')?.rows ?? [];
  return columns.filter((c) => rows.includes(c.metric ?? '') && c.slice.split === average.slice.split);
}

/** Gives the interval, SE and n of every cell of one row, by column key. */
function rowIntervals(
  context: IntervalContext,
  cells: ReadonlyMap<string, PublishedCell>,
): Map<string, PublishedInterval> {
  const found = new Map<string, PublishedInterval>();
  for (const column of context.columns.toSorted((a, b) => Number(isAverage(a)) - Number(isAverage(b)))) {
    const cell = cells.get(column.key);
    if (cell === undefined) continue;
    const parts = isAverage(column) ? partsOf(context, column).map((c) => found.get(c.key)?.se ?? null) : [];
    found.set(column.key, intervalOf(context, { column, cell, partErrors: parts }));
  }
  return found;
}

interface Line {
  readonly first: PublishedCell;
  readonly cells: ReadonlyMap<string, PublishedCell>;
  readonly intervals: ReadonlyMap<string, PublishedInterval>;
}

export interface BoardInput {
  readonly benchmark: Benchmark;
  readonly id: string;
  readonly table: Table;
  readonly cells: readonly PublishedCell[];
  readonly judges: ReadonlyMap<string, Judge>;
}

function linesOf(context: IntervalContext, cells: readonly PublishedCell[]): Line[] {
  return [...Map.groupBy(cells, (c) => c.rowIndex).values()].flatMap((row) => {
    const byColumn = new Map(row.map((c) => [c.column, c]));
    const [first] = row;
    return first === undefined ? [] : [{ first, cells: byColumn, intervals: rowIntervals(context, byColumn) }];
  });
}

function cellOf(cell: PublishedCell, interval: PublishedInterval | undefined): BoardCell {
  return {
    printed: cell.printed,
    value: cell.value,
    status: cell.status,
    note: cell.note,
    n: cell.n ?? interval?.n ?? null,
    interval: interval?.interval ?? null,
    se: interval?.se ?? null,
    noInterval: interval?.reason ?? '',
    rank: null,
  };
}

/** Says whether the judge was thinking in this row: a printed mark or mode decides first, then what is known of the model. */
function thinkingOf(line: Line, table: Table, known: boolean | null): boolean | null {
  if (table.columns.think !== undefined) return line.cells.get('think')?.printed === '✓';
  if (line.first.variant === 'think' || line.first.variant === 'no-think') return line.first.variant === 'think';
  return known;
}

function rowOf(input: BoardInput, line: Line, id: string): UnrankedRow {
  const { first } = line;
  const fields = judgeFields(input.benchmark, input.judges, first.judge);
  return {
    ...fields,
    id,
    row: first.row,
    kind: first.rowKind,
    name: input.judges.get(first.judge)?.name ?? first.row,
    thinking: first.rowKind === 'judge' ? thinkingOf(line, input.table, fields.thinking) : null,
    variant: first.variant,
    group: first.group,
    cells: new Map([...line.cells.values()].map((c) => [c.column, cellOf(c, line.intervals.get(c.column))])),
  };
}

/** Makes ids unique in the board: judge and variant, or the printed name. */
function rowIds(lines: readonly Line[]): string[] {
  const seen = new Map<string, number>();
  return lines.map(({ first }) => {
    const base = [first.judge || `${first.group} ${first.row}`, first.variant]
      .join(' ')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '');
    const count = (seen.get(base) ?? 0) + 1;
    seen.set(base, count);
    return count === 1 ? base : `${base}-${count}`;
  });
}

function settingsOf({ variants }: BoardInput['benchmark'], lines: readonly Line[]) {
  const own = variants.filter(({ id }) => lines.some(({ first }) => first.variant === id));
  return own.length === 0 ? {} : { settings: Object.fromEntries(own.map(({ id, label }) => [id, label])) };
}

/** Makes one published table ready to be shown: values with intervals, ranks and references by the rules of docs/metrics.md. */
export function buildBoard(input: BoardInput): StoredBoard {
  const { benchmark, table, cells } = input;
  const columns = boardColumns(benchmark, table, cells);
  const lines = linesOf({ benchmark, columns }, cells);
  const ids = rowIds(lines);
  return finishBoard(benchmark, {
    benchmark: benchmark.id,
    benchmarkName: benchmark.name,
    synthetic: benchmark.synthetic,
    source: 'published',
    table: input.id,
    number: table.table,
    ...(table.printed_in === undefined ? {} : { printedIn: table.printed_in }),
    title: table.title,
    heading: table.heading,
    about: table.about,
    section: table.section,
    kind: table.kind,
    rowLabel: table.row_label,
    split: table.split ?? null,
    block: table.block ?? null,
    ...settingsOf(benchmark, lines),
    sort: table.sort ?? null,
    columns,
    rows: lines.map((line, i) => rowOf(input, line, ids[i] ?? '')),
    labels: null,
  });
}

/** Makes all published tables of a project ready to be shown. */
export function boardsAsPrinted(data: ProjectData, audited: readonly PublishedCell[]): StoredBoard[] {
  const judges = new Map(data.judges.map((judge) => [judge.id, judge]));
  const cells = Map.groupBy(audited, ({ benchmark, table }) => `${benchmark} ${table}`);
  return data.benchmarks.flatMap(({ benchmark, tables }) =>
    Object.entries(tables).map(([id, table]) =>
      buildBoard({ benchmark, id, table, cells: cells.get(`${benchmark.id} ${id}`) ?? [], judges }),
    ),
  );
}
