import { z } from 'zod';
import { Id } from './judge.ts';
import { NonEmpty } from './non-empty.ts';
import { TableId } from './published.ts';

/** A table of the paper: `3` or `table-3`, inside always `table-3`; or a table printed elsewhere, `board-1`. */
const TableRef = z
  .union([z.number().int().positive(), TableId])
  .transform((t) => (typeof t === 'number' ? `table-${t}` : t));
const Op = z.enum(['>', '<', '>=', '<=']);
const OpOrEqual = z.union([Op, z.literal('=')]);

/** One printed cell, named by the row as printed; variant and judge tell rows of one name apart. */
const CellRef = z.strictObject({
  table: TableRef,
  row: NonEmpty,
  column: Id,
  variant: z.string().optional(),
  judge: Id.optional(),
});
export type CellRef = z.infer<typeof CellRef>;
const Operand = z.union([CellRef, z.number()]);

const list = (t: z.ZodString) => z.union([t, z.array(t)]);
const Among = z.strictObject({
  group: list(NonEmpty).optional(),
  rows: z.array(NonEmpty).optional(),
  exclude_rows: z.array(NonEmpty).optional(),
  variant: list(z.string()).optional(),
  think: z.boolean().optional(),
});
export type Among = z.infer<typeof Among>;

const over = { table: TableRef, among: Among.optional() };

const Simple = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('equals'), left: CellRef, right: Operand, tolerance: z.number().optional() }),
  z.strictObject({ type: z.literal('compare'), left: Operand, op: Op, right: Operand }),
  z.strictObject({
    type: z.literal('difference'),
    left: CellRef,
    right: CellRef,
    op: OpOrEqual,
    value: z.number(),
    tolerance: z.number().optional(),
  }),
  z.strictObject({
    type: z.literal('best'),
    ...over,
    column: Id,
    row: NonEmpty,
    variant: z.string().optional(),
    rank: z.number().int().positive().default(1),
    direction: z.enum(['highest', 'lowest']).optional(),
  }),
  z.strictObject({
    type: z.literal('mean'),
    ...over,
    column: Id,
    op: OpOrEqual,
    value: z.number(),
    tolerance: z.number().optional(),
  }),
  z.strictObject({
    type: z.literal('mean-compare'),
    ...over,
    columns: z.array(Id),
    op: Op,
    other_columns: z.array(Id),
  }),
  z.strictObject({ type: z.literal('all'), ...over, column: Id, op: Op, value: Operand }),
  z.strictObject({
    type: z.literal('count'),
    ...over,
    column: Id,
    op: Op,
    value: z.number(),
    equals: z.number().int(),
  }),
  z.strictObject({ type: z.literal('every-row-compare'), ...over, left_column: Id, op: Op, right_column: Id }),
]);
export type SimpleAssertion = z.infer<typeof Simple>;

/** A statement about printed cells that can be computed: it holds, fails, or cannot be tested. */
export const Assertion = z.union([Simple, z.strictObject({ type: z.literal('all-of'), of: z.array(Simple).min(1) })]);
export type Assertion = z.infer<typeof Assertion>;

export const Finding = z
  .strictObject({
    id: Id,
    claim: NonEmpty,
    section: NonEmpty,
    values: z
      .array(z.strictObject({ label: NonEmpty, printed: z.union([NonEmpty, z.number().transform(String)]) }))
      .default([]),
    assertion: Assertion.optional(),
    why: NonEmpty.optional(),
  })
  .refine((f) => f.assertion !== undefined || f.why !== undefined, 'a finding without an assertion needs `why`');
export type Finding = z.infer<typeof Finding>;

export const FindingsFile = z.strictObject({ findings: z.array(Finding) });
