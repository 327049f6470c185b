import { createHash, randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import {
  type BasicType,
  fileWriter,
  type ParquetWriteOptions,
  ParquetWriter,
  schemaFromColumnData,
} from 'hyparquet-writer';
import { type EeeOptions, exportEvalEver, exportFolder } from '../importers/every-eval-ever-export.ts';
import type { Source } from '../records/bytes.ts';
import { fieldsOfKind, type ProblemLog, RECORD_KINDS, type RecordKind } from '../records/issues.ts';
import { type RunInput, readRecords } from '../records/read.ts';
import { csvRows } from '../schema/csv.ts';
import { TextFile } from './input-writer.ts';

type Row = Readonly<Record<string, unknown>>;

/** The types of records' fields that are no texts; of JSON are those that hold objects or lists. */
const TYPES: Readonly<Record<string, BasicType>> = {
  media: 'JSON',
  attributes: 'JSON',
  perturbed_prompts: 'JSON',
  prompt_length: 'INT32',
  rationale_length: 'INT32',
  repeat: 'INT32',
  tokens: 'INT32',
  score: 'DOUBLE',
  cost: 'DOUBLE',
};

const typeOf = (field: string): BasicType => TYPES[field] ?? 'STRING';

const columnsOf = (fields: readonly string[], rows: readonly Row[]) =>
  fields.map((name) => ({ name, data: rows.map((row) => row[name] ?? null), type: typeOf(name) }));

export interface SavedRecords {
  readonly fields: readonly string[];
  readonly batches: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>;
}

async function saveCsv(file: string, { fields, batches }: SavedRecords): Promise<number> {
  const text = new TextFile(file);
  await text.write(csvRows([fields]));
  let rows = 0;
  for await (const batch of batches) {
    for (const row of batch) {
      const cells = fields.map((name) =>
        typeOf(name) === 'JSON' && row[name] !== undefined ? JSON.stringify(row[name]) : row[name],
      );
      await text.write(csvRows([cells]));
    }
    rows += batch.length;
  }
  await text.close();
  return rows;
}

const ROW_GROUP = 50_000;

/** Saves records as Parquet, 50 000 to a group. `options`: of the writer, such as a codec. Returns how many there are. */
export async function saveParquet(
  file: string,
  { fields, batches }: SavedRecords,
  options: Pick<Partial<ParquetWriteOptions>, 'codec' | 'compressors' | 'statistics'> = {},
): Promise<number> {
  const schema = schemaFromColumnData({ columnData: columnsOf(fields, []) });
  const writer = new ParquetWriter({ writer: fileWriter(file), schema, createdBy: 'judgeboard', ...options });
  let held: Row[] = [];
  let rows = 0;
  const flush = async (): Promise<void> => {
    if (held.length > 0) await writer.write({ columnData: columnsOf(fields, held), rowGroupSize: ROW_GROUP });
    rows += held.length;
    held = [];
  };
  for await (const batch of batches) {
    for (const row of batch) {
      held.push(row);
      if (held.length >= ROW_GROUP) await flush();
    }
  }
  await flush();
  await writer.finish();
  return rows;
}

/** The formats of exports of records: CSV by RFC 4180 in UTF-8, with a header and without formulas, or Parquet. */
export const SAVE = { csv: saveCsv, parquet: saveParquet } as const;

/** Writes the files of an export (`exportEvalEver`) below `out`. Returns the number of rows written. */
export async function exportEveryEvalEver(
  input: RunInput,
  out: string,
  { options, log }: { readonly options: EeeOptions; readonly log: ProblemLog },
): Promise<number> {
  const uuid = randomUUID();
  await fs.mkdir(path.join(out, exportFolder(options.run, options.organisation)), { recursive: true });
  const hash = createHash('sha256');
  const scratch = path.join(out, `.${uuid}`);
  const file = new TextFile(scratch);
  const lines = {
    write: (line: string) => {
      hash.update(line);
      return file.write(line);
    },
    close: async () => {
      await file.close();
      return hash.digest('hex');
    },
  };
  try {
    const { aggregate, samples } = await exportEvalEver(input, { options, log, uuid, samples: lines });
    if (samples.rows > 0) await fs.rename(scratch, path.join(out, samples.file));
    await fs.writeFile(path.join(out, aggregate.file), aggregate.text);
    return samples.rows;
  } finally {
    await file.abandon();
    await fs.rm(scratch, { force: true });
  }
}

type Files = Readonly<Partial<Record<RecordKind, readonly Source[]>>>;

async function* recordsOf(kind: RecordKind, files: Files, log: ProblemLog): AsyncGenerator<readonly Row[]> {
  for (const source of files[kind] ?? []) {
    for await (const batch of readRecords(kind, source)) {
      log.addAll(batch.problems);
      yield batch.records as readonly Row[];
    }
  }
}

/** Writes `<kind>.csv` or `<kind>.parquet` for every kind that the run has. Returns the number of rows per kind. */
export async function exportRecords(
  files: Files,
  out: string,
  { format, log }: { readonly format: keyof typeof SAVE; readonly log: ProblemLog },
): Promise<Record<string, number>> {
  const rows: Record<string, number> = {};
  for (const kind of RECORD_KINDS) {
    if ((files[kind]?.length ?? 0) === 0) continue;
    const records = { fields: fieldsOfKind(kind), batches: recordsOf(kind, files, log) };
    rows[kind] = await SAVE[format](path.join(out, `${kind}.${format}`), records);
  }
  return rows;
}
