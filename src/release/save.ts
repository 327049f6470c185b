import {
  type BasicType,
  fileWriter,
  type ParquetWriteOptions,
  ParquetWriter,
  schemaFromColumnData,
} from 'hyparquet-writer';
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

/** Records to be saved: their fields, and batches of them. */
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
