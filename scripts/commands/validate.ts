import { existsSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { RunReport } from '../../src/records/read.ts';
import { checkData, type DataCheck } from '../../src/release/build.ts';
import { checkRun } from '../../src/release/check-run.ts';
import { machineMessage } from '../../src/release/input-writer.ts';
import { problemLines } from '../../src/release/progress.ts';
import { formatProblem, type Problem, problemsInOrder } from '../../src/schema/problem.ts';
import { misplacedProblem, twinProblem } from '../../src/scoring/load-runs.ts';
import { assertFolder, benchmarkOfRun, commandOf, LIMIT_OPTION, option, ROOT_OPTION, UsageError } from './command.ts';

interface Options {
  readonly root: string;
  readonly json?: true;
  readonly format: 'text' | 'github';
  readonly submission?: true;
  readonly limit: number;
}

/** Adds what the build refuses of a run for the place where it lies. */
async function reportPlace(folder: string, root: string, { run, log, folder: label }: RunReport): Promise<void> {
  const benchmark = benchmarkOfRun(folder, root);
  if (run !== null && benchmark !== null && run.benchmark !== benchmark)
    log.add(misplacedProblem(run, benchmark, label));
}

/** Reports runs of one name in one benchmark, of which the second cannot be published. */
function reportTwins(reports: readonly RunReport[]): void {
  const owner = new Map<string, string>();
  for (const { run, folder, log } of reports) {
    if (run === null) continue;
    const key = `${run.benchmark}/${run.run}`;
    const first = owner.get(key);
    if (first === undefined) owner.set(key, folder);
    else log.add(twinProblem(run, first, folder));
  }
}

function asJson({ folder, run, files, log, coverage }: RunReport): unknown {
  return {
    folder,
    run: run?.run ?? null,
    errors: log.errors,
    warnings: log.warnings,
    files,
    coverage,
    problems: log.kept,
  };
}

function print({ folder, files, log, coverage }: RunReport, limit: number): void {
  for (const line of problemLines(log, limit)) console.error(line);
  const rows = files.map((f) => `${f.kind} ${f.accepted} of ${f.read}`).join(', ');
  const verdict = log.errors === 0 ? 'sound' : 'not sound';
  console.log(
    `${folder}: ${verdict}; ${rows || 'no records'}; ${coverage.judged} of ${coverage.expected} instances judged`,
  );
}

const NOTHING: DataCheck = { problems: [], reports: [] };

/** Gives the id of a benchmark by its folder, which must be in `root`/data: what is checked is read from there. */
async function benchmarkAt(folder: string, root: string): Promise<string> {
  const [real, data] = await Promise.all([fs.realpath(folder), fs.realpath(path.join(root, 'data'))]);
  const above = path.dirname(real);
  if (above === data) return path.basename(real);
  const isData = path.basename(above) === 'data';
  const other = isData ? path.relative('.', path.dirname(above)) || '.' : 'the folder that holds its data/';
  throw new UsageError(`${folder} is no benchmark of ${path.join(root, 'data')}; give --root ${other}`);
}

function printData({ problems, reports }: DataCheck, limit: number): void {
  for (const problem of problems.slice(0, limit)) console.error(formatProblem(problem));
  if (problems.length > limit) console.error(`${problems.length} problems; ${limit} are shown`);
  for (const { benchmark, problems: kept, errors, warnings, runs } of reports) {
    for (const line of problemLines({ kept: [...kept], errors, warnings }, limit)) console.error(line);
    const used = runs.filter((run) => run.used).length;
    console.log(`data/${benchmark}: ${errors === 0 ? 'sound' : 'not sound'}; ${used} of ${runs.length} runs usable`);
  }
  if (problems.length === 0) console.log('descriptions, judges and tables: sound');
}

/** Writes what stands in a command of GitHub's workflows: nothing in it may end it or begin another. */
const escaped = (text: string, signs: RegExp): string =>
  text.replace(signs, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);

/** Prints problems as annotations, which GitHub shows beside the line that each is about; `limit` of each list. */
function annotate(lists: readonly (readonly Problem[])[], limit: number): void {
  for (const problem of lists.flatMap((list) => problemsInOrder(list).slice(0, limit))) {
    const { severity = 'error', file, line } = problem;
    const place = [`file=${escaped(file, /[%\r\n:,]/g)}`, ...(line === undefined ? [] : [`line=${line}`])].join(',');
    const words = formatProblem({ ...problem, line: undefined })
      .slice(file.length)
      .trim();
    console.log(`::${severity} ${place}::${escaped(words, /[%\r\n]/g)}`);
  }
}

/** Sorts the folders given into those of runs and ids of benchmarks; what is neither is wrong usage. */
async function sortFolders(folders: readonly string[], root: string) {
  const runs: string[] = [];
  const benchmarks = new Set<string>();
  for (const folder of folders) {
    assertFolder(folder);
    if (existsSync(path.join(folder, 'benchmark.yaml'))) benchmarks.add(await benchmarkAt(folder, root));
    else runs.push(folder);
  }
  return { runs, benchmarks };
}

/** Gives what `work` finds; null, with exit code 1, where the machine does not let it, which is said in a sentence: other folders are checked all the same. */
async function orSay<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    const message = machineMessage(error);
    if (message === null) throw error;
    console.error(message);
    process.exitCode = 1;
    return null;
  }
}

async function validate(
  { root, json, format, submission, limit }: Options,
  folders: readonly string[],
): Promise<boolean> {
  const { runs, benchmarks } = await sortFolders(folders, root);
  const reports: RunReport[] = [];
  for (const folder of runs)
    await orSay(async () => {
      const { report } = await checkRun(folder, root, submission === true ? 'submission' : 'sound');
      await reportPlace(folder, root, report);
      reports.push(report);
    });
  reportTwins(reports);
  const asked = folders.length === 0 ? null : benchmarks;
  const data = (asked?.size === 0 ? null : await orSay(() => checkData(root, asked))) ?? NOTHING;
  const listed = reports.map(asJson);
  if (json === true) console.log(JSON.stringify(data === NOTHING ? listed : { data, runs: listed }, null, 2));
  else if (format === 'github')
    annotate([...reports.map(({ log }) => log.kept), data.problems, ...data.reports.map((r) => r.problems)], limit);
  else {
    for (const report of reports) print(report, limit);
    if (data !== NOTHING) printData(data, limit);
  }
  const errors = [...reports.map(({ log }) => log), ...data.reports].reduce((n, one) => n + one.errors, 0);
  return errors + data.problems.length === 0;
}

/** Exit code 1 when there are errors; warnings alone give 0. */
export const registerValidate = commandOf<Options, string[]>({
  name: 'validate',
  about: 'checks what the build would refuse, and reports all problems at once',
  argument: ['[dir...]', 'run folders, or folders of benchmarks; none for all of data/'],
  options: [
    ROOT_OPTION(),
    option('--json', 'one JSON document: counts, coverage and problems per folder'),
    option('--format <how>', 'text, or github: annotations by file and line, for a workflow', {
      choices: ['text', 'github'],
      usual: 'text',
    }),
    option(
      '--submission',
      'ask also what a run that is to be published needs: the benchmark’s cases and labels, all of them',
    ),
    LIMIT_OPTION('how many problems to print for a folder'),
  ],
  run: validate,
  explain: machineMessage,
});
