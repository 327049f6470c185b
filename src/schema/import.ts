import { z } from 'zod';

/** The file of a run folder that says how it was made. */
export const IMPORT_FILE = 'import.json';

const Rows = z.number().int().nonnegative();

/** `import.json` in a run folder: where its records come from, and what the import left out of them. */
export const ImportReport = z.strictObject({
  /** The importer, by the name that the command line uses. */
  format: z.string(),
  /** What the command line said: judge, benchmark, run, shot, mapping. */
  options: z.record(z.string(), z.union([z.string(), z.number()])),
  /** The files read, with the sha256 of their bytes as they lay there. */
  sources: z.array(z.strictObject({ file: z.string(), bytes: Rows, sha256: z.string().regex(/^[0-9a-f]{64}$/) })),
  rows: z.strictObject({ read: Rows, used: Rows, left_out: Rows }),
  /** Why rows were left out. `rule`: by a rule of the format, for example a second answer; else because of a fault. */
  left_out: z.array(z.strictObject({ reason: z.string(), rule: z.boolean(), rows: Rows })),
  /** Answers of the judge that were there and are not among the judgments, because of a fault: expected all the same. */
  unread_judgments: Rows,
  /** How many of them are of which split; of the others the split is not known. */
  unread_by_split: z.record(z.string(), Rows).default({}),
});
export type ImportReport = z.infer<typeof ImportReport>;
