import path from 'node:path';
import { InvalidArgumentError } from 'commander';
import { buildRelease } from '../../src/release/build.ts';
import type { BuiltReleases } from '../../src/release/dated-releases.ts';
import { refusalOf } from '../../src/release/folders.ts';
import { machineMessage } from '../../src/release/input-writer.ts';
import { plural, terminalProgress } from '../../src/release/progress.ts';
import { isRelease } from '../../src/release/publish.ts';
import { PART_FILE, readShares, writeShare } from '../../src/release/shares.ts';
import { fetchByDefault } from '../../src/release/texts/by-default.ts';
import { formatProblem, type Problem } from '../../src/schema/problem.ts';
import type { Share } from '../../src/scoring/load-runs.ts';
import { buildDay } from '../../src/site/frame/release-facts.ts';
import { runScript } from '../run-script.ts';
import { commandOf, option, ROOT_OPTION, UsageError, writablePath } from './command.ts';

interface Options {
  readonly root: string;
  readonly out: string;
  readonly keepGoing?: true;
  readonly offline?: true;
  /** What changed, in words: the values are kept as a dated release. */
  readonly release?: string;
  readonly part?: Share;
  readonly merge?: readonly string[];
}

/** Says what became of the values: kept as a release, kept before, or different from the last that were. */
function datedSummary({ releases, present, added, text }: BuiltReleases): string {
  if (added !== null)
    return `Its values stay as release ${added.id}: commit releases/, so that pinned links find them.`;
  if (present !== null) return `Its values are those of release ${present.id}; nothing has changed since.`;
  const last = releases.at(-1);
  const count = plural(text.split('\r\n').length - 2, 'value');
  return last === undefined
    ? `None of its ${count} stay: --release "what changed" makes a dated release of them.`
    : `Values differ from release ${last.id}, the last that stays: --release "what changed" makes one of these ${count}.`;
}

/** The day of the build, as the site says it. */
const today = (): string => buildDay(process.env, new Date()).toISOString().slice(0, 10);

const KEPT_GOING = 'With --keep-going what is sound is built.';

/** Says what was found; false where it kept something from being written. */
function told(problems: readonly Problem[], written: boolean, mend: string): boolean {
  for (const problem of problems) console.error(formatProblem(problem));
  if (problems.length > 0) process.exitCode = 1;
  if (!written) console.error(`${plural(problems.length, 'problem')}; nothing was written. ${mend}`.trim());
  return written;
}

const secondsSince = (started: number): string => ((performance.now() - started) / 1000).toFixed(1);

/** Builds the release, or the share of it that is asked for, and says what became of it; false where none was written. */
async function build(options: Options): Promise<boolean> {
  const started = performance.now();
  const { root, out, part } = options;
  const progress = terminalProgress(process.stderr);
  if (options.offline !== true) {
    const lines = await fetchByDefault(root, { progress }).finally(() => progress.clear());
    for (const line of lines) console.log(line);
  }
  const onProblems = options.keepGoing === true ? 'keep-going' : 'stop';
  if (part !== undefined) {
    const found = await writeShare(root, out, { onProblems, progress, ...part }).finally(() => progress.clear());
    if (!told(found, found.length === 0 || options.keepGoing === true, KEPT_GOING)) return false;
    console.log(`Part ${part.part}/${part.of} in ${out} (${secondsSince(started)} s)`);
    return true;
  }
  const parts = options.merge === undefined ? null : await readShares(root, options.merge);
  if (parts !== null && parts.problems.length > 0) return told(parts.problems, false, '');
  const publishing = options.release === undefined ? undefined : { day: today(), what: options.release };
  const asked = { onProblems, progress, publishing, shares: parts?.shares } as const;
  const { problems, warnings, release } = await buildRelease(root, out, asked).finally(() => progress.clear());
  if (!told(problems, release !== null, KEPT_GOING) || release === null) return false;
  const found = plural(problems.length, 'problem');
  if (problems.length > 0)
    console.error(`${found}; what they are about was left out, and stands on the page /audit/#records.`);
  if (warnings > 0) console.error(`${plural(warnings, 'warning')}, listed on the page /audit/#records.`);
  const { manifest, files } = release;
  for (const { id, name, instances } of manifest.benchmarks) {
    if (instances?.texts?.present === false)
      console.log(
        `The texts of ${name} (${instances.texts.licence}) can be fetched: npm run -s judgeboard -- fetch ${id}`,
      );
  }
  console.log(datedSummary(release.dated));
  console.log(`Release ${manifest.release}: ${files.length} files in ${out} (${secondsSince(started)} s)`);
  return true;
}

/** Builds the release, or a share of it, where it may go. */
async function buildInto(options: Options): Promise<boolean> {
  const { part, merge, release, out } = options;
  if (part !== undefined && (merge ?? release) !== undefined)
    throw new UsageError('--part makes one part; --merge and --release are for the release of all');
  if (part !== undefined && out === RELEASE) throw new UsageError('--part needs an --out of its own, such as parts/1');
  const refused = await refusalOf(out, 'build', (names) =>
    part === undefined ? isRelease(out, names) : names.includes(PART_FILE),
  );
  if (refused !== null) throw new UsageError(refused);
  return build(options);
}

function shareOf(text: string): Share {
  const [part = 0, of = 0] = (/^(\d+)\/(\d+)$/.exec(text) ?? []).slice(1).map(Number);
  if (part < 1 || part > of) throw new InvalidArgumentError('k/n is needed, the k-th of n parts, such as 1/4');
  return { part, of };
}

function explain(error: unknown, { root }: Options): string | null {
  const message = machineMessage(error);
  const scratch = path.join(root, '.cache');
  const mend = message?.startsWith('The disk is full')
    ? ` Free some space there or in ${scratch}, then build again.`
    : '';
  return message === null ? null : `${message} The last release is untouched.${mend}`;
}

/** Reads what a release is kept for; it stands in the list of releases and in the feed. */
function changeText(text: string): string {
  if (/\S/.test(text) && !/\p{Cc}/u.test(text)) return text.trim();
  throw new UsageError('--release: say in one line what changed');
}

const KEEP = option(
  '--release <what changed>',
  'keep the values as a dated release, which pinned links and /changes/ find',
  { read: changeText },
);

const KEEP_GOING = option('--keep-going', 'leave out records with problems and list them, instead of writing nothing');

const OFFLINE = option('--offline', 'ask no network for texts of others; those that are here are used');

const RELEASE = path.join('public', 'data');
const HERE = { root: '.', out: RELEASE } as const;

/** The pages show also a release from which problems were left out; they give exit code 1. */
export const registerSite = commandOf<Omit<Options, 'root' | 'out'>>({
  name: 'site',
  about: 'data/ → public/data → dist: the release, and the pages that show it',
  options: [KEEP, KEEP_GOING, OFFLINE],
  run: async (options) => {
    if (!(await buildInto({ ...options, ...HERE }))) return false;
    const code = await runScript('astro', ['build']);
    if (code !== 0) process.exitCode = code;
    return true;
  },
  explain: (error, options) => explain(error, { ...options, ...HERE }),
});

/** Exit code 1 when there are problems; the last good release then stays. */
export const registerBuild = commandOf<Options>({
  name: 'build',
  about: 'data/ → public/data: validate everything, audit and score it, write the release',
  options: [
    ROOT_OPTION(),
    option('--out <dir>', 'where the release goes', { usual: RELEASE, read: writablePath }),
    KEEP,
    KEEP_GOING,
    OFFLINE,
    option('--part <k/n>', 'read and check only every n-th run, for --merge; needs --out', { read: shareOf }),
    option('--merge <folder...>', 'make the release of all n parts, which other machines may have made'),
  ],
  run: buildInto,
  explain,
});
