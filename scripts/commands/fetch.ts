import path from 'node:path';
import { machineMessage } from '../../src/release/input-writer.ts';
import { type Progress, terminalProgress } from '../../src/release/progress.ts';
import { ArchiveError, fetchTexts, placeComplaint } from '../../src/release/texts/fetch.ts';
import { changedFiles, checkFigures, type FigureDifference, writeFigures } from '../../src/release/texts/figures.ts';
import { fetchedExtent, type PinnedSource, pinnedSource } from '../../src/release/texts/source.ts';
import { formatProblem } from '../../src/schema/problem.ts';
import { commandOf, LIMIT_OPTION, option, ROOT_OPTION, UsageError } from './command.ts';

interface Options {
  readonly root: string;
  readonly from?: string;
  readonly check?: true;
  readonly limit: number;
}

const MEGA = 10 ** 6;

async function fetchSource(pinned: PinnedSource, { from, limit }: Options, progress: Progress): Promise<boolean> {
  const { source, benchmark } = pinned;
  const size = source.files.reduce((n, f) => n + f.bytes, 0);
  progress.step(`Fetching ${source.files.length} files of ${benchmark}, ${(size / MEGA).toFixed(0)} MB`);
  const { files, kept, problems } = await fetchTexts(pinned, from ?? null, { progress });
  for (const problem of problems.slice(0, limit)) console.error(formatProblem(problem));
  const there = kept === 0 ? '' : `, ${kept} of them there before`;
  console.log(`${files} of ${source.files.length} files are there and right${there}.`);
  if (problems.length > 0) {
    const missing = source.files.length - files;
    console.error(
      `${missing === 1 ? '1 file is' : `${missing} files are`} missing; the site goes on without the texts. Fetch again to go on.`,
    );
    return false;
  }
  console.log(`Texts: ${source.attribution} (${source.licence}). The next build shows them.`);
  return true;
}

const line = ({ file, record, field, figure, text }: FigureDifference): string =>
  field === ''
    ? `${file}  ${record}: ${figure === '' ? text : 'in the figures, not in the texts'}`
    : `${file}  ${record}  ${field}: ${figure} in the figures, ${text} in the texts`;

/** Says whether the fetched files are there, and still those that were pinned; what is wrong is printed. */
async function areRight(pinned: PinnedSource, limit: number, progress: Progress): Promise<boolean> {
  const { benchmark } = pinned;
  const extent = await fetchedExtent(pinned);
  if (extent !== 'all') {
    const here = extent === null ? 'are not here' : 'are here in part';
    console.error(`The texts of ${benchmark} ${here}. Fetch them first: judgeboard fetch ${benchmark}`);
    return false;
  }
  progress.step(`Checking the files of ${benchmark}`);
  const changed = changedFiles(pinned);
  for (const file of changed.slice(0, limit)) console.error(`${file}  not the file that was fetched`);
  const files = changed.length === 1 ? '1 file has' : `${changed.length} files have`;
  if (changed.length > 0) console.error(`${files} changed. Fetch again: judgeboard fetch ${benchmark}`);
  return changed.length === 0;
}

async function check(pinned: PinnedSource, { root, limit }: Options, progress: Progress): Promise<boolean> {
  const { benchmark } = pinned;
  if (!(await areRight(pinned, limit, progress))) return false;
  progress.step(`Reading the texts of ${benchmark}`);
  const differences = await checkFigures(pinned, path.join(root, 'data', benchmark), progress);
  for (const difference of differences.slice(0, limit)) console.error(line(difference));
  const runs = Object.keys(pinned.source.runs).length;
  if (differences.length === 0) console.log(`The texts give the committed figures of ${runs} runs.`);
  else console.error(`${differences.length} differences between figures and texts.`);
  return differences.length === 0;
}

async function figures(pinned: PinnedSource, { root, limit }: Options, progress: Progress): Promise<boolean> {
  const { benchmark, source } = pinned;
  if (!(await areRight(pinned, limit, progress))) return false;
  progress.step(`Writing the figures of ${benchmark}`);
  const folder = path.join(root, 'data', benchmark);
  await writeFigures(pinned, folder, progress);
  console.log(`The figures of ${Object.keys(source.runs).length} runs are in ${folder}.`);
  return true;
}

/** Does something with the texts of a benchmark, if they can be fetched. */
const withSource =
  (work: (pinned: PinnedSource, options: Options, progress: Progress) => Promise<boolean>) =>
  async (options: Options, benchmark: string): Promise<boolean> => {
    const { pinned, problems } = await pinnedSource(options.root, benchmark);
    for (const problem of problems) console.error(formatProblem(problem));
    if (pinned === null && problems.length === 0)
      throw new UsageError(`${benchmark} has no texts to fetch: there is no data/${benchmark}/source.yaml`);
    if (pinned === null) return false;
    const progress = terminalProgress(process.stderr);
    return work(pinned, options, progress).finally(() => progress.clear());
  };

async function fetchOrCheck(options: Options, benchmark: string): Promise<boolean> {
  const { from } = options;
  const complaint = from === undefined || /^https?:/.test(from) ? null : await placeComplaint(from);
  if (complaint !== null) throw new UsageError(complaint);
  return withSource(options.check ? check : fetchSource)(options, benchmark);
}

function explain(error: unknown): string | null {
  const message = error instanceof ArchiveError ? error.message : machineMessage(error);
  return message === null ? null : `${message} What was there before is untouched; fetch again to go on.`;
}

/** Exit code 1 when files could not be had, or with --check when figures and texts differ. */
export const registerFetch = commandOf<Options>({
  name: 'fetch <benchmark>',
  about: 'texts of others behind the figures: brings the pinned files, for the next build',
  options: [
    option('--from <place>', 'a folder, an archive (.zip, .tar.gz) or another address'),
    option('--check', 'read the fetched texts again and prove that they give the committed figures'),
    ROOT_OPTION(),
    LIMIT_OPTION(),
  ],
  run: fetchOrCheck,
  explain,
});

export const registerFigures = commandOf<Options>({
  name: 'figures <benchmark>',
  about: 'fetched texts → data/<benchmark>: ids, verdicts, scores and lengths, no text',
  options: [ROOT_OPTION(), LIMIT_OPTION()],
  run: withSource(figures),
  explain,
});
