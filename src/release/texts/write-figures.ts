import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { constants, zstdCompressSync } from 'node:zlib';
import { type BasicType, fileWriter, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer';
import { fieldsOfKind, type RecordKind, type RecordOf, requiredOf } from '../../records/kinds.ts';
import type { Progress } from '../instances/progress.ts';
import { figureOfRecord, firstRuns, recordsOfRun } from './figures.ts';
import type { PinnedSource } from './source.ts';

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

/** Compresses as much as possible, because the files are written once and lie in the repository. */
const zstd = (bytes: Uint8Array): Uint8Array =>
  zstdCompressSync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 19 } });

/** Writes figures as Parquet (zstd), with a column for every field that some record has. */
async function writeFile<K extends RecordKind>(file: string, kind: K, records: readonly RecordOf<K>[]): Promise<void> {
  const figures = records.map((record) => figureOfRecord(kind, record));
  const required = requiredOf(kind);
  const columnData = fieldsOfKind(kind)
    .filter((name) => required.includes(name) || figures.some((figure) => name in figure))
    .map((name) => ({ name, data: figures.map((f) => f[name] ?? null), type: TYPES[name] ?? ('STRING' as const) }));
  const writer = new ParquetWriter({
    writer: fileWriter(file),
    schema: schemaFromColumnData({ columnData: columnData.map((c) => ({ ...c, data: [] })) }),
    codec: 'ZSTD',
    compressors: { ZSTD: zstd },
    statistics: false,
    createdBy: 'judgeboard',
  });
  await writer.write({ columnData, rowGroupSize: Math.max(1, figures.length) });
  await writer.finish();
}

/** Puts a file in its place when it is whole. */
async function replace(file: string, write: (partial: string) => Promise<void>): Promise<void> {
  const partial = `${file}.${randomUUID().slice(0, 8)}.part`;
  await fs.mkdir(path.dirname(file), { recursive: true });
  try {
    await write(partial);
    await fs.rename(partial, file);
  } finally {
    await fs.rm(partial, { force: true });
  }
}

/**
 * Writes what the fetched files say, without what others wrote, to `folder` (`data/<benchmark>`): instances, responses and gold of
 * the first run of every importer, and the judgments of each. Other files in it stay.
 */
export async function writeFigures(pinned: PinnedSource, folder: string, progress: Progress): Promise<void> {
  const runs = Object.keys(pinned.source.runs);
  const first = new Map([...firstRuns(pinned)].map(([format, run]) => [run, format]));
  for (const [i, run] of runs.entries()) {
    const records = await recordsOfRun(pinned, run);
    const format = first.get(run);
    if (format !== undefined) {
      const suffix = format === pinned.source.format ? '' : `-${format}`;
      for (const kind of ['instances', 'responses', 'gold'] as const) {
        const name = path.join(folder, `${kind}${suffix}.parquet`);
        if (records[kind].length > 0) await replace(name, (file) => writeFile(file, kind, records[kind]));
      }
    }
    const file = path.join(folder, 'runs', run, 'judgments.parquet');
    await replace(file, (partial) => writeFile(partial, 'judgments', records.judgments));
    progress.count(i + 1, 'runs', runs.length);
  }
}
