import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { auditTables, type Extras, flagsOf, type TableInput } from './fixture.ts';

interface AuditCase extends Extras {
  readonly tables: Readonly<Record<string, TableInput>>;
  readonly flags?: Readonly<Record<string, readonly string[]>>;
  readonly cells?: readonly string[];
}

const FILE = path.join(import.meta.dirname, '../fixtures/audit/cases.yaml');
const CASES = Object.entries(parse(readFileSync(FILE, 'utf8')) as Record<string, AuditCase>);

test.each(CASES)('%s', (_, { tables, flags = {}, cells, ...extras }) => {
  const outcome = auditTables(tables, extras);
  const found = Object.keys(flags).map((check) => [
    check,
    flagsOf(outcome, check).map(({ table, row, column, status, expected, reason }) => {
      const wanted = expected === '' ? '' : `, expected ${expected}`;
      return `${table} ${row}/${column}: ${status}${wanted}; ${reason}`;
    }),
  ]);
  expect(Object.fromEntries(found)).toEqual(flags);
  const shown = outcome.cells.map(({ table, row, column, value, status, n }) => {
    return `${table} ${row}/${column}: ${value} ${status}${n === null ? '' : ` n=${n}`}`;
  });
  if (cells !== undefined) expect(shown).toEqual(cells);
});
