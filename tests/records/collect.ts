import type { RecordKind, RecordOf } from '../../src/records/kinds.ts';
import { readRecords } from '../../src/records/read.ts';
import { type RowOptions, readRows } from '../../src/records/rows.ts';
import type { Source } from '../../src/records/source.ts';
import type { RowCount } from '../../src/records/tally.ts';
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
