import { z } from 'zod';
import type { Problem } from '../schema/problem.ts';
import { extension } from './bytes.ts';
import { fromTable } from './from-table.ts';
import { issueProblems } from './issues.ts';
import { checkOf, type RecordKind, type RecordOf } from './kinds.ts';
import { type RowOptions, readRows } from './rows.ts';
import type { Source } from './source.ts';
import { assertComplete, newCount, type RowCount } from './tally.ts';

/** Sound records of one kind, with what was wrong in between. Batches come in the file's order. */
export interface RecordBatch<K extends RecordKind> {
  readonly records: readonly RecordOf<K>[];
  /** Line of each record. */
  readonly lines: readonly number[];
  readonly problems: readonly Problem[];
  /** Of the file so far; the same object in every batch. */
  readonly count: Readonly<RowCount>;
  readonly bytes: number;
}

function checkRow<K extends RecordKind>(kind: K, file: string, line: number, row: unknown): RecordOf<K> | Problem[] {
  const { fast, schema, fields } = checkOf(kind);
  const record = fast(row);
  if (record !== null) return record;
  const result = z.safeParse(schema, row);
  return result.success ? result.data : issueProblems(file, line, row, result.error, fields);
}

/**
 * Reads a file of canonical records: any format of `readRows`, every row against its schema. A row is either in `records` or
 * has at least one problem with its line; `count` says how many of each, and is checked at the end of the file.
 */
export async function* readRecords<K extends RecordKind>(kind: K, source: Source, options: RowOptions = {}): AsyncGenerator<RecordBatch<K>> {
  const count = newCount(source.name);
  const table = extension(source.name) === 'csv' || extension(source.name) === 'tsv';
  const { fields } = checkOf(kind);
  for await (const batch of readRows(source, table ? options : { ...options, columns: options.columns ?? fields })) {
    const records: RecordOf<K>[] = [];
    const lines: number[] = [];
    const problems: Problem[] = [...batch.problems];
    const unread = batch.problems.filter((p) => p.line !== undefined && p.severity === undefined).length;
    count.read += batch.rows.length + unread;
    count.rejected += unread;
    for (let i = 0; i < batch.rows.length; i++) {
      const line = batch.lines[i] ?? 0;
      const row = table ? fromTable(kind, batch.rows[i]) : batch.rows[i];
      const checked = checkRow(kind, source.name, line, row);
      if (Array.isArray(checked)) {
        for (const problem of checked) problems.push(problem);
        count.rejected++;
      } else {
        records.push(checked as RecordOf<K>);
        lines.push(line);
      }
    }
    count.accepted += records.length;
    yield { records, lines, problems, count, bytes: batch.bytes };
  }
  assertComplete(count);
}
