import type { Benchmark } from '../schema/benchmark.ts';
import type { BoardCell, StoredBoard } from '../schema/board.ts';
import type { Judge } from '../schema/judge.ts';
import type { PublishedCell, Table } from '../schema/published.ts';
import { judgeFields } from '../scoring/board-row.ts';
import { finishBoard, type UnrankedRow } from '../scoring/finish-board.ts';
import type { PublishedInterval } from '../stats/published.ts';
import { boardColumns } from './board-columns.ts';
import { type IntervalContext, rowIntervals } from './board-intervals.ts';

/** A printed row with its cells by column and what is known of their uncertainty. */
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

/** Lists the names of the settings that tell rows apart. */
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
