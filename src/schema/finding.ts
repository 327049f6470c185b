import { z } from 'zod';
import { Id } from './judge.ts';
import { NonEmpty } from './non-empty.ts';

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
