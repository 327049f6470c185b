import { createHash, randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { exportFolder } from '../importers/every-eval-ever-export.ts';
import { type EeeOptions, exportEvalEver } from '../importers/every-eval-ever-run.ts';
import type { RunInput } from '../records/run-context.ts';
import type { ProblemLog } from '../records/tally.ts';
import { TextFile } from './input-text-file.ts';

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
