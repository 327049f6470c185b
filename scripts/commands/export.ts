import fs from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { exportOptions } from '../../src/importers/every-eval-ever-export.ts';
import { metricTold } from '../../src/metrics/index.ts';
import { issueProblems, ProblemLog } from '../../src/records/issues.ts';
import { parseJson } from '../../src/records/json.ts';
import { filesBelow, isScratch, makeFolder, nullIfMissing, refusalOf, withScratch } from '../../src/release/folders.ts';
import { exportEveryEvalEver, exportRecords } from '../../src/release/input-export.ts';
import { type LoadedRun, openRun } from '../../src/release/input-run.ts';
import { latexFiles } from '../../src/release/latex.ts';
import { problemLines, withSigns } from '../../src/release/progress.ts';
import { NoRelease, readReleaseAt } from '../../src/release/read.ts';
import type { Run } from '../../src/schema/records.ts';
import {
  assertFolder,
  commandOf,
  LIMIT_OPTION,
  nothingWritten,
  option,
  ROOT_OPTION,
  UsageError,
  writablePath,
} from './command.ts';

interface Options {
  readonly to: 'every-eval-ever' | 'parquet' | 'csv' | 'latex';
  readonly out: string;
  readonly root: string;
  readonly scores?: string;
  readonly replace?: true;
  readonly limit: number;
}

/** What `judgeboard score --json` prints, as far as it is used here. */
const Scored = z.looseObject({
  scores: z.array(
    z.looseObject({
      benchmark: z.string().optional(),
      run: z.string(),
      metric: z.string(),
      slice: z.string(),
      value: z.number().nullable(),
      n: z.number(),
      se: z.number().nullable(),
      lo: z.number().nullable(),
      hi: z.number().nullable(),
    }),
  ),
});
type Scored = z.infer<typeof Scored>;

/** Reads the scores in a file, or null with the reason in the log. */
async function readScores(file: string, log: ProblemLog): Promise<Scored['scores'] | null> {
  const hint = 'make it with: judgeboard score DIR --json > FILE';
  const { value, error } = parseJson((await fs.readFile(file, 'utf8')).replace(/^\uFEFF/, ''));
  if (error !== null) {
    log.add({ file, message: `not valid JSON: ${error}`, hint });
    return null;
  }
  const result = Scored.safeParse(value);
  if (result.success) return result.data.scores;
  const [first] = issueProblems(file, 0, { row: value, error: result.error, known: Object.keys(Scored.shape) });
  log.add({ ...first, line: undefined, file, message: 'not what judgeboard score --json prints', hint });
  return null;
}

async function scoresOf(file: string | undefined, { run, benchmark }: Run, log: ProblemLog) {
  if (file === undefined) return [];
  const all = await readScores(file, log);
  if (all === null) return null;
  // Those of before did not say the benchmark.
  const rows = all.filter((row) => (row.benchmark || benchmark) === benchmark);
  if (!rows.some((row) => row.run === run)) {
    const expected = `scores of ${run} on ${benchmark}`;
    const found = [...new Set(all.map((row) => `${row.run} on ${row.benchmark ?? benchmark}`))].join(', ') || 'none';
    log.add({ severity: 'warning', file, message: 'no scores of this run in it', found, expected });
  }
  return rows.map((row) => ({ ...row, ...metricTold(row.metric) }));
}

type Rows = Record<string, number>;

async function exportEvaluation(
  loaded: LoadedRun,
  { options, out, log }: { readonly options: Options; readonly out: string; readonly log: ProblemLog },
): Promise<Rows> {
  const { input, context } = loaded;
  const { run } = input;
  if (run === null) {
    if (log.errors === 0) log.add({ file: `${input.folder}/run.yaml`, message: 'missing', hint: 'name the run there' });
    return {};
  }
  const scores = await scoresOf(options.scores, run, log);
  if (scores === null) return {};
  const judge = context.judges?.get(run.judge);
  const details = exportOptions({ run, judge, benchmarkName: context.benchmark?.name, scores });
  return { samples: await exportEveryEvalEver(input, out, { options: details, log }) };
}

async function exportRun(
  loaded: LoadedRun,
  { options, out, log }: { readonly options: Options; readonly out: string; readonly log: ProblemLog },
): Promise<Rows> {
  const { input } = loaded;
  if (Object.values(input.files).every((files) => files.length === 0)) {
    log.add({ file: input.folder, message: 'no records here', expected: 'judgments.jsonl', hint: 'give a run folder' });
    return {};
  }
  if (options.to === 'every-eval-ever') return exportEvaluation(loaded, { options, out, log });
  return exportRecords(input.files, out, { format: options.to === 'csv' ? 'csv' : 'parquet', log });
}

/** Writes the tables of the release in `folder`, and its values by name. */
async function exportRelease(folder: string, out: string): Promise<Rows> {
  const files = latexFiles(await readReleaseAt(folder));
  for (const [name, text] of files) {
    await makeFolder(path.dirname(path.join(out, name)));
    await fs.writeFile(path.join(out, name), text);
  }
  return { files: files.size };
}

/** Lists the files of an export, one a line: only these may be replaced by a later one. */
const LIST = '.judgeboard-export';

/** Lists what an earlier export wrote into a folder; nothing outside it, whatever somebody put into the list. */
const listedIn = async (folder: string): Promise<string[]> =>
  (await fs.readFile(path.join(folder, LIST), 'utf8'))
    .split('\n')
    .filter((name) => name !== '' && !path.isAbsolute(name) && !name.split('/').includes('..'));

const WRITING = '.writing-';

/** Says why nothing may be written to `--out`, in a sentence; null when it may. */
async function refusal({ out, replace }: Options): Promise<string | null> {
  let ours = false;
  const refused = await refusalOf(out, 'export', (names) => {
    ours = names.includes(LIST);
    return ours || names.every((name) => isScratch(name, WRITING));
  });
  return refused ?? (ours && replace !== true ? `${out} holds an export; say --replace to write it anew` : null);
}

/** Reports what stands where the files of an export would go and is of no earlier one that may be replaced. */
async function reportForeign(
  names: readonly string[],
  { out, old, log }: { readonly out: string; readonly old: readonly string[]; readonly log: ProblemLog },
): Promise<boolean> {
  let found = false;
  for (const name of names.filter((one) => !old.includes(one))) {
    const file = path.join(out, name);
    if ((await fs.lstat(file).catch(nullIfMissing)) === null) continue;
    found = true;
    log.add({
      file,
      message: 'in the way, and of no earlier export',
      hint: 'put it elsewhere, or choose another --out',
    });
  }
  return found;
}

/** Moves the files of an export to their place, and takes away what is left of an earlier one. Nothing is moved where something else is in the way. */
async function placeExport(scratch: string, { out, replace }: Options, log: ProblemLog): Promise<boolean> {
  const names = await filesBelow(scratch);
  if (names.length === 0) return false;
  const isOld = replace === true && (await fs.readdir(out)).includes(LIST);
  const old = isOld ? [...(await listedIn(out)), LIST] : [];
  if (await reportForeign([...names, LIST], { out, old, log })) return false;
  await fs.writeFile(path.join(scratch, LIST), names.map((name) => `${name}\n`).join(''));
  for (const name of [...names, LIST]) {
    await makeFolder(path.dirname(path.join(out, name)));
    await fs.rename(path.join(scratch, name), path.join(out, name));
  }
  for (const name of old)
    if (name !== LIST && !names.includes(name)) await fs.rm(path.join(out, name), { force: true });
  return true;
}

/** Writes into a folder of its own and moves the files when all are whole, so that there is never half a file. */
const exportWhole = (folder: string, options: Options, log: ProblemLog): Promise<Rows> =>
  withScratch(options.out, WRITING, async (scratch) => {
    const rows = await withSigns('Exporting', async () => {
      if (options.to === 'latex') return exportRelease(folder, scratch);
      const loaded = await openRun(folder, options.root, path.relative('.', folder) || '.');
      log.addAll(loaded.input.problems);
      return exportRun(loaded, { options, out: scratch, log });
    });
    return (await placeExport(scratch, options, log)) ? rows : {};
  });

async function write(options: Options, folder: string): Promise<boolean> {
  assertFolder(folder);
  const { scores, to, out, limit } = options;
  if (scores !== undefined && (await fs.stat(scores).catch(() => null))?.isFile() !== true)
    throw new UsageError(`there is no file ${scores}`);
  if (scores !== undefined && to !== 'every-eval-ever')
    throw new UsageError(`--scores is for --to every-eval-ever; ${to} takes none`);
  const refused = await refusal(options);
  if (refused !== null) throw new UsageError(refused);
  const log = new ProblemLog();
  const rows = await exportWhole(folder, options, log);
  for (const line of problemLines(log, limit)) console.error(line);
  const made = Object.entries(rows).map(([kind, n]) => `${n} ${kind}`);
  console.log(made.length === 0 ? 'Nothing was written.' : `${out}: ${made.join(', ')}`);
  return log.errors === 0;
}

/** Exit code 1 when records could not be exported. */
export const registerExport = commandOf<Options>({
  name: 'export',
  about: 'a run folder → every-eval-ever 0.3, Parquet or CSV; a release → tables and macros of LaTeX',
  argument: ['<dir>', 'a run folder; for latex the folder of a release, such as public/data'],
  options: [
    option('--to <format>', 'the format', { needed: true, choices: ['every-eval-ever', 'parquet', 'csv', 'latex'] }),
    option('--out <dir>', 'where the files go: a new or empty folder', { needed: true, read: writablePath }),
    option('--replace', 'replace what an earlier export wrote there'),
    ROOT_OPTION(),
    option('--scores <file>', 'every-eval-ever: what `judgeboard score DIR --json` printed'),
    LIMIT_OPTION(),
  ],
  run: write,
  explain: (error) => (error instanceof NoRelease ? error.message : nothingWritten(error)),
});
