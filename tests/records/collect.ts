import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import type { Source } from '../../src/records/bytes.ts';
import type { RecordKind, RecordOf, RowCount } from '../../src/records/issues.ts';
import { readRecords } from '../../src/records/read.ts';
import { type RowOptions, readRows } from '../../src/records/rows.ts';
import type { Problem } from '../../src/schema/problem.ts';

/** All that a file gives: records with lines, problems, the final count. */
export async function collect<K extends RecordKind>(kind: K, source: Source, options?: RowOptions) {
  const records: RecordOf<K>[] = [];
  const lines: number[] = [];
  const problems: Problem[] = [];
  let count: RowCount | undefined;
  for await (const batch of readRecords(kind, source, options)) {
    records.push(...batch.records);
    lines.push(...batch.lines);
    problems.push(...batch.problems);
    count = batch.count;
  }
  return { records, lines, problems, count };
}

export async function collectRows(source: Source, options?: RowOptions) {
  const rows: unknown[] = [];
  const lines: number[] = [];
  const problems: Problem[] = [];
  for await (const batch of readRows(source, options)) {
    rows.push(...batch.rows);
    lines.push(...batch.lines);
    problems.push(...batch.problems);
  }
  return { rows, lines, problems };
}

interface Told {
  readonly text: string;
  readonly kind: RecordKind;
  readonly row: object;
  readonly says: readonly string[];
}

/** Texts and rows of `tests/fixtures/records-told.yaml`, by name, with the lines that say what is wrong with them. */
export function toldCases(of: 'jsonl' | 'rows' | 'yaml'): readonly (readonly [name: string, told: Told])[] {
  const file = path.join(import.meta.dirname, '../fixtures/records-told.yaml');
  return Object.entries((parse(readFileSync(file, 'utf8')) as Record<typeof of, Record<string, Told>>)[of]);
}
