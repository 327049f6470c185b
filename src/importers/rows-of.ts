import { type RowOptions, readRows } from '../records/rows.ts';
import type { Source } from '../records/source.ts';
import { ID_EXPECTED, idText, isRow, type RawRow, textOf } from './importer.ts';
import type { ImportItems } from './item.ts';
import type { Ledger } from './ledger.ts';

/** A row of a file with the line on which it begins. */
export interface PlacedRow {
  readonly row: unknown;
  readonly line: number;
}

/**
 * Reads the rows of a file, batch by batch, in the file's order. Rows that cannot be read are reported to the ledger, and so is a file
 * without any.
 */
export async function* sourceRows(
  source: Source,
  ledger: Ledger,
  options: RowOptions = {},
): AsyncGenerator<readonly PlacedRow[]> {
  let met = false;
  let header: readonly string[] | undefined;
  for await (const { rows, lines, problems, columns } of readRows(source, options)) {
    met ||= rows.length > 0 || problems.some((p) => p.severity === undefined);
    header ??= columns;
    ledger.unread(problems);
    yield rows.map((row, i) => ({ row, line: lines[i] ?? 0 }));
  }
  if (met) return;
  const found = header === undefined ? 'nothing' : `a header alone: ${header.join(', ')}`;
  const hint = 'is the file complete? Leave it out if it belongs to nothing';
  ledger.fail({ file: source.name, message: 'the file holds no row', found, hint });
}

/** Gives every row of a file to `use`, and hands on what came of them batch by batch. */
export async function* importRows(
  source: Source,
  ledger: Ledger,
  { use, ...options }: RowOptions & { readonly use: (row: unknown, line: number) => void },
): ImportItems {
  for await (const rows of sourceRows(source, ledger, options)) {
    for (const { row, line } of rows) use(row, line);
    yield ledger.take();
  }
}

/** Gives a row with the id in one of its fields; null, with the reason reported, when it has none. */
export function identified(
  { row, line }: PlacedRow,
  ledger: Ledger,
  { file, field }: { readonly file: string; readonly field: string },
): { readonly row: RawRow; readonly id: string } | null {
  const id = isRow(row) ? idText(row[field]) : null;
  if (isRow(row) && id !== null) return { row, id };
  const found = isRow(row) ? textOf(row[field]) || undefined : undefined;
  ledger.reject({ file, line, field, found, message: 'no id; the row was left out', expected: ID_EXPECTED });
  return null;
}
