import path from 'node:path';
import { type BasicType, fileWriter, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer';
import { fieldsOfKind, RECORD_KINDS, type RecordKind } from '../records/kinds.ts';
import { readRecords } from '../records/read.ts';
import type { Source } from '../records/source.ts';
import type { ProblemLog } from '../records/tally.ts';
import { csvRows } from '../schema/csv.ts';
import { TextFile } from './input-text-file.ts';

const ROW_GROUP = 50_000;

/** Fields that hold objects or lists: JSON in a CSV cell, a JSON column in Parquet. */
const NESTED: ReadonlySet<string> = new Set(['media', 'attributes', 'perturbed_prompts']);
const TYPES: Readonly<Record<string, BasicType>> = {
  repeat: 'INT32',
  prompt_length: 'INT32',
  rationale_length: 'INT32',
  tokens: 'INT32',
  score: 'DOUBLE',
  cost: 'DOUBLE',
};

type Files = Readonly<Partial<Record<RecordKind, readonly Source[]>>>;
type AnyRecord = Readonly<Record<string, unknown>>;

/** Batches of one kind over all its files; problems go to the log. */
async function* recordsOf(kind: RecordKind, files: Files, log: ProblemLog): AsyncGenerator<readonly AnyRecord[]> {
  for (const source of files[kind] ?? []) {
    for await (const batch of readRecords(kind, source)) {
      log.addAll(batch.problems);
      yield batch.records as readonly AnyRecord[];
    }
  }
}

/**
 * Writes `<kind>.csv` for every kind that the run has: RFC 4180, UTF-8, with a header and without formulas. Returns the number of rows per
 * kind.
 */
export async function exportCsv(files: Files, out: string, log: ProblemLog): Promise<Record<string, number>> {
  const rows: Record<string, number> = {};
  for (const kind of RECORD_KINDS) {
    if ((files[kind]?.length ?? 0) === 0) continue;
    const fields = fieldsOfKind(kind);
    const file = new TextFile(path.join(out, `${kind}.csv`));
    await file.write(csvRows([fields]));
    for await (const records of recordsOf(kind, files, log)) {
      for (const record of records) {
        const cells = fields.map((f) =>
          NESTED.has(f) && record[f] !== undefined ? JSON.stringify(record[f]) : record[f],
        );
        await file.write(csvRows([cells]));
      }
      rows[kind] = (rows[kind] ?? 0) + records.length;
    }
    await file.close();
  }
  return rows;
}

function columnsOf(
  kind: RecordKind,
  records: readonly AnyRecord[],
): { name: string; data: unknown[]; type: BasicType }[] {
  return fieldsOfKind(kind).map((name) => ({
    name,
    data: records.map((r) => r[name] ?? null),
    type: NESTED.has(name) ? 'JSON' : (TYPES[name] ?? 'STRING'),
  }));
}

/** Writes `<kind>.parquet` for every kind that the run has, 50 000 rows to a group. Returns the number of rows per kind. */
export async function exportParquet(files: Files, out: string, log: ProblemLog): Promise<Record<string, number>> {
  const rows: Record<string, number> = {};
  for (const kind of RECORD_KINDS) {
    if ((files[kind]?.length ?? 0) === 0) continue;
    const schema = schemaFromColumnData({ columnData: columnsOf(kind, []) });
    const writer = new ParquetWriter({
      writer: fileWriter(path.join(out, `${kind}.parquet`)),
      schema,
      createdBy: 'judgeboard',
    });
    let held: AnyRecord[] = [];
    const flush = async (): Promise<void> => {
      if (held.length > 0) await writer.write({ columnData: columnsOf(kind, held), rowGroupSize: ROW_GROUP });
      rows[kind] = (rows[kind] ?? 0) + held.length;
      held = [];
    };
    for await (const records of recordsOf(kind, files, log)) {
      for (const record of records) {
        held.push(record);
        if (held.length >= ROW_GROUP) await flush();
      }
    }
    await flush();
    await writer.finish();
  }
  return rows;
}
