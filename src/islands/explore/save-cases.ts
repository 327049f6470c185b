import { strToU8, Zip, ZipDeflate } from 'fflate';
import { ByteWriter, parquetWriteRows } from 'hyparquet-writer';
import { csvText } from '../../client/csv.ts';
import type { Provenance } from '../../client/download.ts';
import type { Row } from '../../client/rows.ts';
import { saveFile } from '../../client/save-file.ts';
import type { Choices } from '../../explore/choices.ts';
import { downloadColumns, downloadStatement } from '../../explore/rows.ts';
import type { Selection } from './selection.ts';

export type Format = 'csv' | 'jsonl' | 'parquet';

type Batches = AsyncIterable<readonly Row[]>;
type Columns = ReturnType<typeof downloadColumns>;

async function* csvParts(batches: Batches, columns: Columns): AsyncGenerator<Uint8Array> {
  yield strToU8(
    csvText(
      columns.map(({ name }) => name),
      [],
    ),
  );
  for await (const rows of batches) {
    const [first = [], ...more] = rows.map((row) => columns.map(({ name }) => String(row[name] ?? '')));
    yield strToU8(csvText(first, more));
  }
}

async function* jsonParts(batches: Batches): AsyncGenerator<Uint8Array> {
  for await (const rows of batches) yield strToU8(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
}

async function* rowsOf(batches: Batches): AsyncGenerator<Row> {
  for await (const rows of batches) yield* rows;
}

async function* parquetParts(batches: Batches, columns: Columns): AsyncGenerator<Uint8Array> {
  const writer = new ByteWriter();
  await parquetWriteRows({ writer, rows: rowsOf(batches), columns: [...columns], rowGroupSize: 10_000 });
  yield writer.getBytes();
}

const PARTS = { csv: csvParts, jsonl: jsonParts, parquet: parquetParts } as const;

/** Lets the page draw between two batches. */
const breathe = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

export interface CaseDownload {
  readonly choices: Choices;
  readonly selection: Selection;
  readonly format: Format;
  /** File name without its ending. */
  readonly name: string;
  readonly provenance: Omit<Provenance, 'rows' | 'columns' | 'downloaded'>;
  readonly signal: AbortSignal;
  /** Hears how many rows have been written. */
  readonly onProgress: (rows: number) => void;
}

/**
 * Saves every row of the selection, in its order, with its provenance as one zip, written batch by batch. Returns the number of
 * rows. Throws ClientFailure, or the signal's reason.
 */
export async function saveCases(download: CaseDownload): Promise<number> {
  const { choices, selection, format, name, provenance, signal, onProgress } = download;
  const { sql, params } = downloadStatement(choices, selection.view);
  const columns = downloadColumns(choices);
  let rows = 0;
  async function* counted(): AsyncGenerator<readonly Row[]> {
    for await (const batch of selection.database.batches(sql, params, { signal })) {
      rows += batch.length;
      onProgress(rows);
      yield batch;
      await breathe();
      signal.throwIfAborted();
    }
  }
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const zip = new Zip((error, part) => {
    if (error) throw error;
    parts.push(new Uint8Array(part));
  });
  const add = (file: string): ZipDeflate => {
    const entry = new ZipDeflate(file, { level: 6 });
    zip.add(entry);
    return entry;
  };
  const data = add(`${name}.${format}`);
  for await (const part of PARTS[format](counted(), columns)) data.push(part);
  data.push(new Uint8Array(0), true);
  const sidecar: Provenance = { ...provenance, rows, columns: columns.length, downloaded: new Date().toISOString() };
  add('provenance.json').push(strToU8(`${JSON.stringify(sidecar, null, 2)}\n`), true);
  zip.end();
  saveFile(`${name}-${format}.zip`, new Blob(parts, { type: 'application/zip' }));
  return rows;
}
