import { type RowOptions, readRows } from '../records/rows.ts';
import type { Source } from '../records/source.ts';
import type { Ledger } from './ledger.ts';

/** A row of a file with the line on which it begins. */
export interface PlacedRow {
  readonly row: unknown;
  readonly line: number;
}

/**
 * The rows of a file, batch by batch, in the file's order. Rows that cannot be read are reported to the ledger, and so is a file
 * without any.
 */
export async function* rowsOf(
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
