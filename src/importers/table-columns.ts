import { readRows } from '../records/rows.ts';
import type { Source } from '../records/source.ts';
import { nearestWord } from '../schema/nearest.ts';
import { isRow, type RawRow, tableText } from './importer.ts';
import type { Ledger } from './ledger.ts';
import type { TableMap } from './table-mapping.ts';

/** Lists every column that a part of the mapping names. */
export function mappedColumns({ columns, read, where }: TableMap): string[] {
  const named = [...Object.values(columns), ...Object.values(read), ...Object.keys(where)];
  return [...new Set(named.filter((column) => column !== undefined))];
}

/**
 * Lists the columns of a file: of its header; of JSON Lines, which have none, the keys of its rows as far as the first row after which
 * all `wanted` were met.
 */
async function columnsIn(source: Source, wanted: readonly string[]): Promise<ReadonlySet<string>> {
  const met = new Set<string>();
  for await (const { rows, columns } of readRows(source, { columns: wanted })) {
    if (columns !== undefined) return new Set(columns);
    for (const row of rows) {
      if (isRow(row)) for (const key of Object.keys(row)) met.add(key);
      if (wanted.every((column) => met.has(column))) return met;
    }
  }
  return met;
}

/**
 * Reports the columns that the mapping names and the file never has; false when there are some, because records of its rows would then
 * state what the rows do not.
 */
export async function hasColumns(source: Source, map: TableMap, ledger: Ledger): Promise<boolean> {
  const wanted = mappedColumns(map);
  const present = await columnsIn(source, wanted);
  if (present.size === 0) return true;
  const absent = wanted.filter((column) => !present.has(column));
  for (const field of absent) {
    const near = nearestWord(field, present);
    const hint = near === undefined ? 'correct the name in the mapping file' : `is ${near} meant?`;
    const message = 'no such column; the file was left out';
    ledger.fail({ file: source.name, field, message, expected: [...present].join(', '), hint });
  }
  return absent.length === 0;
}

const SHOWN = 12;

/** Which rows a part of the mapping takes, and which values it met where it took none. */
export class RowSelection {
  private readonly where: readonly (readonly [column: string, value: string])[];
  private readonly met = new Map<string, Set<string>>();
  private taken = 0;
  private passed = 0;

  constructor({ where }: TableMap) {
    this.where = Object.entries(where).map(([column, value]) => [column, String(value)]);
  }

  takes(row: RawRow): boolean {
    const takes = this.where.every(([column, value]) => tableText(row[column]) === value);
    if (takes) this.taken++;
    else this.passed++;
    if (this.taken > 0) return takes;
    for (const [column] of this.where) {
      const values = this.met.get(column) ?? new Set();
      this.met.set(column, values);
      if (values.size < SHOWN) values.add(tableText(row[column]));
    }
    return takes;
  }

  /** Reports that rows were there and none was taken. */
  close(file: string, ledger: Ledger): void {
    if (this.taken > 0 || this.passed === 0) return;
    for (const [column, wanted] of this.where) {
      const values = [...(this.met.get(column) ?? [])];
      if (values.includes(wanted) && this.where.length > 1) continue;
      const near = nearestWord(wanted, values);
      const message = `none of ${this.passed} rows has this value; nothing was read`;
      const hint = near === undefined ? 'correct `where` in the mapping file' : `is ${near} meant?`;
      ledger.fail({ file, field: `where.${column}`, found: wanted, message, expected: values.join(', '), hint });
    }
    const together = this.where.every(([column, value]) => this.met.get(column)?.has(value));
    if (together && this.where.length > 1)
      ledger.fail({
        file,
        field: 'where',
        message: `none of ${this.passed} rows has all these values; nothing was read`,
      });
  }
}
