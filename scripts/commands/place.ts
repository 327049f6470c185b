import path from 'node:path';
import { runAudit } from '../../src/audit/index.ts';
import { placedComment, refusedComment } from '../../src/own/submission-comment.ts';
import { boardsAsPrinted } from '../../src/release/board.ts';
import { checkRun } from '../../src/release/check-run.ts';
import { withDuckDB } from '../../src/release/duckdb.ts';
import { machineMessage } from '../../src/release/input-writer.ts';
import { buildParts, runBoards } from '../../src/release/instance-parts.ts';
import { loadData } from '../../src/release/load.ts';
import { formatProblem } from '../../src/schema/problem.ts';
import { assertFolder, benchmarkOfRun, commandOf, ROOT_OPTION, UsageError } from './command.ts';

interface Options {
  readonly root: string;
}

/** Refuses a folder that no build would read: the run is placed among the others beside it. */
function assertPlace(folder: string, root: string): string {
  const benchmark = benchmarkOfRun(folder, root);
  if (benchmark !== null) return benchmark;
  throw new UsageError(`${folder} does not lie in ${path.join(root, 'data')}/<benchmark>/runs/`);
}

/** Prints what is to be said of a run; false where it is refused. */
async function placeRunFolder(folder: string, root: string): Promise<boolean> {
  const id = assertPlace(folder, root);
  const { report } = await checkRun(folder, root, 'submission');
  const { value: data, problems } = await loadData(root);
  const benchmarks = data.benchmarks.filter(({ benchmark }) => benchmark.id === id);
  const found =
    report.log.errors > 0 ? null : await buildParts(root, { ...data, benchmarks }, { onProblems: 'keep-going' });
  const [built] = found?.parts ?? [];
  for (const problem of problems) console.error(formatProblem(problem));
  const isUsed = built?.part.ingest.runs.some(({ run, used }) => used && run === report.run?.run) === true;
  const ours = `data/${id}/runs/${path.basename(path.resolve(folder))}`;
  if (!isUsed)
    report.log.addAll((found?.problems ?? []).filter(({ file }) => file === ours || file.startsWith(`${ours}/`)));
  const [{ benchmark } = { benchmark: null }] = benchmarks;
  if (!isUsed || built === undefined || benchmark === null) {
    console.log(refusedComment(report));
    return false;
  }
  const stored = path.join(built.folder, built.part.data.database);
  const own = { ...data, benchmarks };
  const among = {
    benchmark,
    judges: data.judges,
    boards: built.part.boards,
    printed: boardsAsPrinted(own, runAudit(own, found === null ? [] : runBoards(found)).cells),
  };
  console.log(await withDuckDB(stored, (query) => placedComment(report, among, query)));
  return true;
}

async function place({ root }: Options, folders: readonly string[]): Promise<boolean> {
  let all = true;
  for (const folder of folders) {
    assertFolder(folder);
    all = (await placeRunFolder(folder, root)) && all;
  }
  return all;
}

/** Exit code 1 where a run is refused; the comment then says why. */
export const registerPlace = commandOf<Options, string[]>({
  name: 'place',
  about: 'where run folders in data/ would stand among the others, as the comment on a pull request',
  argument: ['<dir...>', 'run folders in data/<benchmark>/runs/'],
  options: [ROOT_OPTION()],
  run: place,
  explain: machineMessage,
});
