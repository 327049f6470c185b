import { z } from 'zod';
import { Id, Name } from './judge.ts';

const Text = z.string().min(1);

/** `reference`: something scored like a judge that is none, such as random votes. */
export const RowKind = z.enum(['judge', 'total', 'statistic', 'reference']);

/** ok · coverage (fewer scored samples than the full set explain it) · not-applicable / not-scored (two meanings of a dash) · suspect (kept, flagged) · rejected (not used). */
export const Status = z.enum(['ok', 'coverage', 'not-applicable', 'not-scored', 'suspect', 'rejected']);
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
    label: Text,
    group: Text.optional(),
    metric: Id.optional(),
    unit: z.enum(['count', 'percent', 'ratio', 'score', 'text', 'variance']).optional(),
    slice: z.record(Id, Text).default({}),
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

export const Table = z.strictObject({
  table: z.number().int().positive(),
  title: Text.max(28),
  heading: Text,
  about: Text,
  section: Text,
  kind: z.enum(['leaderboard', 'comparison', 'statistics']),
  row_label: Text,
  split: Name.optional(),
  /** In a table of comparisons rows come in blocks of this many; the others of a block are compared with its first. */
  block: z.number().int().min(2).optional(),
  /** Tables with one label rest on the same outputs of the judges; between labels small differences are noise. */
  outputs: Id.default('main'),
  /** Variants that are a judge's usual setting, unless the table also prints the judge without a variant. */
  standard_variants: z.array(Text).default([]),
  columns: z.record(Id, Column),
  sort: z.strictObject({ column: Id, direction: z.enum(['ascending', 'descending']) }).optional(),
});
export type Table = z.infer<typeof Table>;

export const TablesFile = z.strictObject({ tables: z.record(z.string().regex(/^table-\d+$/), Table) });

/** `reviewed.yaml`: what a person decided about cells of a benchmark's tables. */
export const ReviewedFile = z.strictObject({
  /** Cells of numeric columns that hold other text than a number or a dash, and really are printed so. */
  texts: z
    .array(
      z.strictObject({
        table: z.string().regex(/^table-\d+$/),
        row: Text,
        column: Id,
        printed: z.string(),
        reason: Text,
      }),
    )
    .default([]),
  /** Outcomes of flags that no computation settles, for example which of two twins is the wrong one. */
  verdicts: z
    .array(
      z.strictObject({
        table: z.string().regex(/^table-\d+$/),
        row: Text,
        variant: z.string().optional(),
        column: Id,
        check: Id,
        status: z.enum(['ok', 'suspect', 'rejected']),
        reason: Text,
      }),
    )
    .default([]),
});
export type Reviewed = z.infer<typeof ReviewedFile>;

/** The row part of a published CSV; the other columns are those of its table. */
export const ROW_FIELDS = ['row', 'group', 'row_kind', 'judge', 'variant'] as const;

/** One printed cell, read but not yet judged by the audit. */
export interface RawCell {
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
  readonly emphasis: { readonly bold: boolean; readonly underline: boolean };
  readonly file: string;
  readonly line: number;
}

/** A printed cell with the value used: one row of `published_scores.csv`. */
export interface PublishedCell extends RawCell {
  /** The number used, in the printed unit; null if none is used. */
  readonly value: number | null;
  readonly status: Status;
  /** Denominator where known or reconstructed. */
  readonly n: number | null;
  readonly note: string;
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
