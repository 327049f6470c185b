import { strToU8 } from 'fflate';
import { ByteWriter, parquetWriteRows } from 'hyparquet-writer';
import type { FileColumn } from '../cases/list-columns.ts';
import { type Provenance, zipWriter } from '../client/download.ts';
import type { EngineRow } from '../client/rows.ts';
import { csvText } from '../schema/csv.ts';

/** Rows of the cases to be saved, batch by batch. */
export type CaseBatches = AsyncIterable<readonly EngineRow[]>;

type FileColumns = readonly FileColumn[];

export type CaseFileFormat = 'csv' | 'jsonl' | 'parquet' | 'arrow';

async function* csvParts(batches: CaseBatches, columns: FileColumns): AsyncGenerator<Uint8Array> {
  yield strToU8(
    csvText(
      columns.map(({ name }) => name),
      [],
    ),
  );
  for await (const rows of batches) {
    const [first = [], ...more] = rows.map((row) => columns.map(({ name }) => String(row[name] ?? '')));
    if (rows.length > 0) yield strToU8(csvText(first, more));
  }
}

async function* jsonParts(batches: CaseBatches): AsyncGenerator<Uint8Array> {
  for await (const rows of batches) yield strToU8(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
}

async function* rowsOf(batches: CaseBatches): AsyncGenerator<EngineRow> {
  for await (const rows of batches) yield* rows;
}

async function* parquetParts(batches: CaseBatches, columns: FileColumns): AsyncGenerator<Uint8Array> {
  const writer = new ByteWriter();
  await parquetWriteRows({ writer, rows: rowsOf(batches), columns: [...columns], rowGroupSize: 10_000 });
  yield writer.getBytes();
}

/** Writes one record batch for each batch of rows. A file without rows still names its columns. */
async function* arrowParts(batches: CaseBatches, columns: FileColumns): AsyncGenerator<Uint8Array> {
  const arrow = new (await import('../client/arrow.ts')).ArrowRows(columns);
  for await (const rows of batches) {
    const values = columns.map(({ name, type }) =>
      rows.map((row) => {
        const value = row[name] ?? null;
        if (type === 'STRING') return String(value ?? '');
        return typeof value === 'number' ? value : null;
      }),
    );
    arrow.add(values);
  }
  yield arrow.bytes('file');
}

const PARTS = { csv: csvParts, jsonl: jsonParts, parquet: parquetParts, arrow: arrowParts } as const;

export interface CaseFile {
  readonly format: CaseFileFormat;
  /** File name without its ending. */
  readonly name: string;
  readonly columns: FileColumns;
  readonly provenance: Omit<Provenance, 'rows' | 'columns' | 'downloaded'>;
}

/** Writes the rows in their order as one file. Throws what the batches throw. */
export async function plainCases(batches: CaseBatches, { format, columns }: CaseFile): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for await (const part of PARTS[format](batches, columns)) parts.push(new Uint8Array(part));
  return new Blob(parts);
}

/** Writes one zip of the rows in their order, batch by batch, and of where they come from. Throws what the batches throw. */
export async function zipOfCases(batches: CaseBatches, { format, name, columns, provenance }: CaseFile): Promise<Blob> {
  let rows = 0;
  async function* counted(): AsyncGenerator<readonly EngineRow[]> {
    for await (const batch of batches) {
      rows += batch.length;
      yield batch;
    }
  }
  const zip = zipWriter();
  const data = zip.add(`${name}.${format}`);
  for await (const part of PARTS[format](counted(), columns)) data.push(part);
  data.push(new Uint8Array(0), true);
  const sidecar: Provenance = { ...provenance, rows, columns: columns.length, downloaded: new Date().toISOString() };
  zip.add('provenance.json').push(strToU8(`${JSON.stringify(sidecar, null, 2)}\n`), true);
  return zip.end();
}
