import { createHash, randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { type EeeOptions, exportEvalEver, exportFolder } from '../importers/every-eval-ever-export.ts';
import { fieldsOfKind, RECORD_KINDS, type RecordKind } from '../records/kinds.ts';
import { readRecords } from '../records/read.ts';
import type { RunInput } from '../records/run-context.ts';
import type { Source } from '../records/source.ts';
import type { ProblemLog } from '../records/tally.ts';
import { TextFile } from './input-writer.ts';
import { SAVE } from './save.ts';

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
