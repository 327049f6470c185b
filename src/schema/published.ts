import { z } from 'zod';
import type { Benchmark } from './benchmark.ts';
import { Id, type Judge, Name, NonEmpty } from './judge.ts';
import type { Interval } from './metric.ts';

/** `reference`: something scored like a judge that is none, such as random votes. */
export const RowKind = z.enum(['judge', 'total', 'statistic', 'reference']);

/**
 * ok · recomputed-equal / recomputed-differs (the judgments of the benchmark's runs give the printed value, or another) · coverage (fewer
 * scored samples than the full set explain it) · not-applicable / not-scored (two meanings of a dash) · suspect (kept, flagged) · rejected
 * (not used).
 */
export const Status = z.enum([
  'ok',
  'recomputed-equal',
  'recomputed-differs',
  'coverage',
  'not-applicable',
  'not-scored',
  'suspect',
  'rejected',
]);
export type Status = z.infer<typeof Status>;

/**
 * How parts make up a mean. `equal` = all weigh the same; `samples` = by the columns' n; `scored` = by the samples scored, at most n each
 * and not printed; `unknown` = any positive weights; numbers = those weights. `sum` is no mean but a sum.
 */
const Weights = z.union([z.enum(['equal', 'samples', 'scored', 'unknown', 'sum']), z.array(z.number().positive())]);

/** What a column of a printed table means. A measured value has a `metric`, every other column a `unit`. */
export const Column = z
  .strictObject({
    printed: z.string(),
    label: NonEmpty,
    group: NonEmpty.optional(),
    metric: Id.optional(),
    unit: z.enum(['count', 'percent', 'ratio', 'score', 'text', 'variance']).optional(),
    /** The rows that the values are taken from, by slice key; the split of the table is one of them. */
    slice: z.record(Id, NonEmpty).default({}),
    /** The setting of the judge that the column measures, where its rows do not say it: their `variant`. */
    setting: NonEmpty.optional(),
    /** Denominator of the full set, where the paper gives or determines it. */
    n: z.number().int().positive().optional(),
    /** Where the column is a mean or a sum over other columns of its table: those columns and their weights. */
    parts: z.strictObject({ columns: z.array(Id).min(2), weights: Weights }).optional(),
    /** True where the row's variant makes no difference to what the column measures. */
    any_variant: z.boolean().optional(),
  })
  .refine((c) => c.metric !== undefined || c.unit !== undefined, 'a column needs a metric or a unit')
  .refine(
    (c) =>
      c.parts === undefined || typeof c.parts.weights === 'string' || c.parts.weights.length === c.parts.columns.length,
    'one weight per part',
  );
export type Column = z.infer<typeof Column>;

/** `table-3`: table 3 of the paper; `board-1`: the first table printed elsewhere. */
const TableId = z.string().regex(/^(?:table|board)-\d+$/, 'table-<number in the paper> or board-<number>');

const PrintedTable = z.strictObject({
  table: z.number().int().positive(),
  /** Where a `board-<number>` is printed, for example in a repository; tables of the paper leave it out. */
  printed_in: NonEmpty.optional(),
  title: NonEmpty.max(28),
  heading: NonEmpty,
  about: NonEmpty,
  section: NonEmpty,
  kind: z.enum(['leaderboard', 'comparison', 'statistics']),
  row_label: NonEmpty,
  split: Name.optional(),
  /** In a table of comparisons rows come in blocks of this many; the others of a block are compared with its first. */
  block: z.number().int().min(2).optional(),
  /** Tables with one label rest on the same outputs of the judges; between labels small differences are noise. */
  outputs: Id.default('main'),
  /** Variants that are a judge's usual setting, unless the table also prints the judge without a variant. */
  standard_variants: z.array(NonEmpty).default([]),
  columns: z.record(Id, Column),
  sort: z.strictObject({ column: Id, direction: z.enum(['ascending', 'descending']) }).optional(),
});

/** A table of one split says so once. From here on every column that measures something says it, so that nobody else has to put the two together. */
function withWholeSlices(table: z.infer<typeof PrintedTable>): z.infer<typeof PrintedTable> {
  const { split, columns } = table;
  if (split === undefined) return table;
  const whole = (column: Column): Column =>
    column.metric === undefined ? column : { ...column, slice: { split, ...column.slice } };
  return { ...table, columns: Object.fromEntries(Object.entries(columns).map(([key, one]) => [key, whole(one)])) };
}

export const Table = PrintedTable.transform(withWholeSlices);
export type Table = z.infer<typeof Table>;

export const TablesFile = z.strictObject({ tables: z.record(TableId, Table) });

/** `reviewed.yaml`: what a person decided about cells of a benchmark's tables. */
export const ReviewedFile = z.strictObject({
  /** Cells of numeric columns that hold other text than a number or a dash, and really are printed so. */
  texts: z
    .array(
      z.strictObject({
        table: TableId,
        row: NonEmpty,
        column: Id,
        printed: z.string(),
        reason: NonEmpty,
      }),
    )
    .default([]),
  /** Outcomes of flags that no computation settles, for example which of two twins is the wrong one. */
  verdicts: z
    .array(
      z.strictObject({
        table: TableId,
        row: NonEmpty,
        variant: z.string().optional(),
        column: Id,
        check: Id,
        status: z.enum(['ok', 'suspect', 'rejected']),
        reason: NonEmpty,
      }),
    )
    .default([]),
});
export type Reviewed = z.infer<typeof ReviewedFile>;

/** The row part of a published CSV; the other columns are those of its table. */
export const ROW_FIELDS = ['row', 'group', 'row_kind', 'judge', 'variant'] as const;

export interface PrintedNumber {
  readonly kind: 'number';
  readonly value: number;
  readonly decimals: number;
}

/** What the characters of a printed cell are. `several points` = digits with more than one decimal point. */
export type PrintedText = PrintedNumber | { readonly kind: 'dash' | 'empty' | 'several points' | 'text' };

/**
 * The first of the three shapes of a cell: as it is printed, with what its characters are and what its column means. The audit makes a
 * `PublishedCell` of it, and a board shows it as a `BoardCell`, as it does the values of runs.
 */
export interface PrintedCell {
  readonly benchmark: string;
  readonly table: string;
  readonly row: string;
  readonly rowIndex: number;
  readonly group: string;
  readonly rowKind: z.infer<typeof RowKind>;
  readonly judge: string;
  readonly variant: string;
  readonly column: string;
  /** The characters printed, without emphasis marks. */
  readonly printed: string;
  readonly text: PrintedText;
  readonly emphasis: { readonly bold: boolean; readonly underline: boolean };
  readonly spec: Column;
  readonly key: string;
  readonly file: string;
  readonly line: number;
}

/** Names a cell in its benchmark, whatever is known of it. */
export const cellKey = ({ table, rowIndex, column }: Pick<PrintedCell, 'table' | 'rowIndex' | 'column'>): string =>
  `${table}/${rowIndex}/${column}`;

/** A printed cell with the value that the audit lets be used: one row of `published_scores.csv`. */
export interface PublishedCell extends Omit<PrintedCell, 'text' | 'spec' | 'key'> {
  /** The number used, in the printed unit; null if none is used. */
  readonly value: number | null;
  readonly status: Status;
  /** Denominator where known or reconstructed. */
  readonly n: number | null;
  readonly note: string;
  /** What the judgments of the benchmark's runs give; left out where there are none. */
  readonly recomputed?: Recomputed;
}

/** A value computed from judgments beside the printed one, in the printed unit. */
export interface Recomputed {
  /** The board of runs that holds it. */
  readonly board: string;
  readonly value: number;
  readonly n: number | null;
  readonly se: number | null;
  readonly interval: Interval | null;
  /** Whether it is the printed value, to the digits printed. */
  readonly equal: boolean;
}

/** Columns of `published_scores.csv`, the public contract, in order. */
export const PUBLISHED_COLUMNS = [
  'benchmark',
  'table',
  'row',
  'row_kind',
  'judge',
  'variant',
  'column',
  'printed',
  'value',
  'status',
  'n',
  'note',
] as const;

/** Selects no row: a condition that stands alone is over the cells that it names. */
export const NO_CELLS = 'false';

/**
 * A condition in SQL: alone, over the printed cells that it names by `cell('table-3', 'GPT-4o', 'logic')`; or an aggregate over the rows of
 * `scores` that `cells` selects, as `avg(value) < 0.75`. NULL means that it cannot be tested.
 */
const ClaimCondition = z.union([
  NonEmpty.transform((holds) => ({ cells: NO_CELLS, holds })),
  z.strictObject({ cells: NonEmpty, holds: NonEmpty }),
]);
export type ClaimCondition = z.infer<typeof ClaimCondition>;

/** A claim of a paper: `holds` lists what must be true of the printed cells; without it, `why` says why they cannot tell. */
export const Finding = z
  .strictObject({
    id: Id,
    claim: NonEmpty,
    section: NonEmpty,
    values: z
      .array(z.strictObject({ label: NonEmpty, printed: z.union([NonEmpty, z.number().transform(String)]) }))
      .default([]),
    holds: z.array(ClaimCondition).min(1).optional(),
    why: NonEmpty.optional(),
  })
  .refine((f) => f.holds !== undefined || f.why !== undefined, 'a finding without `holds` needs `why`');
export type Finding = z.infer<typeof Finding>;

export const FindingsFile = z.strictObject({ findings: z.array(Finding) });

const TEXT = /'((?:[^']|'')*)'/g;
const CELL = /\bcell\(((?:'(?:[^']|'')*',? ?){3,5})\)/g;

/** A printed cell as a condition names it; variant and judge tell rows of one name apart. */
export interface NamedCell {
  readonly table: string;
  readonly row: string;
  readonly column: string;
  readonly variant: string;
  readonly judge: string | undefined;
}

/** Lists the texts in a piece of SQL: `'o4-mini'` → `o4-mini`. */
export const textsIn = (sql: string): string[] =>
  [...sql.matchAll(TEXT)].map(([, text = '']) => text.replaceAll("''", "'"));

function namedCell(call: string): NamedCell {
  const [table = '', row = '', column = '', variant = '', judge] = textsIn(call);
  return { table, row, column, variant, judge };
}

/** Lists the cells that a condition names. */
export const namedCells = (sql: string): NamedCell[] => [...sql.matchAll(CELL)].map(([call]) => namedCell(call));

/** Writes a condition with something else in the place of the cells that it names. */
export const withoutCells = (sql: string, instead: (cell: NamedCell) => string): string =>
  sql.replaceAll(CELL, (call) => instead(namedCell(call)));

export interface AuditFlag {
  readonly benchmark: string;
  readonly table: string;
  readonly row: string;
  readonly rowIndex: number;
  readonly judge: string;
  readonly variant: string;
  readonly column: string;
  /** Id of the check, for example `average-of-parts`. */
  readonly check: string;
  readonly printed: string;
  /** What the check expected, for a reader: a value, a range, another cell. */
  readonly expected: string;
  /** What this flag alone makes of the cell: `suspect`, `rejected`, `coverage`, or `ok` for a mere remark. */
  readonly status: Status;
  readonly reason: string;
  /** Scored samples that the check computed, where it did. */
  readonly n?: number | undefined;
}

export interface AuditCheck {
  readonly id: string;
  readonly label: string;
  /** What the check computes and why a flag matters. */
  readonly about: string;
  /** Cells (or rows) that it looked at. */
  readonly examined: number;
  readonly flagged: number;
}

export interface AuditReport {
  readonly checks: readonly AuditCheck[];
  readonly flags: readonly AuditFlag[];
  readonly statuses: Readonly<Record<string, Readonly<Partial<Record<Status, number>>>>>;
}

export interface FindingResult {
  readonly benchmark: string;
  readonly id: string;
  readonly claim: string;
  readonly section: string;
  readonly values: readonly { readonly label: string; readonly printed: string }[];
  readonly outcome: 'holds' | 'fails' | 'untested';
  /** The computed evidence, or why it cannot be tested. */
  readonly detail: string;
  /** Tables of the cells that it is about. */
  readonly tables: readonly string[];
}

/** One benchmark as `data/<benchmark>` holds it, without its runs. */
export interface BenchmarkData {
  readonly benchmark: Benchmark;
  /** By id, `table-3`, in the order of `tables.yaml`. */
  readonly tables: Readonly<Record<string, Table>>;
  /** Every printed cell, table by table, row by row. */
  readonly cells: readonly PrintedCell[];
  /** Printed difference rows: `table` names the table of the minuend; judge and variant are the minuend's. */
  readonly differences: readonly PrintedCell[];
  readonly findings: readonly Finding[];
  readonly reviewed: Reviewed;
}

export interface ProjectData {
  readonly judges: readonly Judge[];
  readonly benchmarks: readonly BenchmarkData[];
}
