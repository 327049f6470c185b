import { z } from 'zod';
import type { Interval } from './interval.ts';
import { Id, Name } from './judge.ts';
import { NonEmpty } from './non-empty.ts';

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

/** A printed number: its value, and how many digits stand after the point. */
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
  /** By `cellKey`. */
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

/** A value worked out from judgments beside the printed one, in the printed unit. */
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
