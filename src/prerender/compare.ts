import { packBoard } from '../board/pack.ts';
import { tablesOf } from '../board/tables-of.ts';
import { type LabelsBy, variantWords } from '../cases/labels.ts';
import type { ComparableRun, JudgeChoice } from '../compare/choice.ts';
import { placeWords, runLabel } from '../compare/names.ts';
import { standardRun } from '../compare/paired/sets.ts';
import { type ReadyPair, readyPairs } from '../compare/ready-pairs.ts';
import { labelsOf } from '../explore/gather-list.ts';
import type { Release } from '../release/read.ts';
import { Protocol } from '../schema/benchmark.ts';
import type { ComparedBenchmark, ComparedRun, ComparedTables, ComparisonFile } from '../schema/comparison.ts';
import { number, type Query, text } from '../sql/query.ts';
import { hashedJson } from './closely.ts';
import { withDatabase } from './explore.ts';

const RUNS = 'SELECT run, judge, protocol, variant, repeats FROM runs ORDER BY run';

async function runsOf(query: Query, labels: LabelsBy): Promise<ComparedRun[]> {
  const runs = (await query(RUNS)).map((row) => ({
    run: text(row, 'run'),
    judge: text(row, 'judge'),
    protocol: Protocol.parse(row['protocol']),
    variant: variantWords(labels, text(row, 'variant')),
    repeats: number(row, 'repeats'),
  }));
  // The protocols in the order of the methods page.
  return runs.sort((a, b) => Protocol.options.indexOf(a.protocol) - Protocol.options.indexOf(b.protocol));
}

async function readCases({ benchmarks, manifest }: Release): Promise<ComparedBenchmark[]> {
  const cases = benchmarks.map(async (benchmark): Promise<ComparedBenchmark[]> => {
    const data = manifest.benchmarks.find(({ id }) => id === benchmark.id)?.instances ?? null;
    if (data === null) return [];
    const [runs, known] = await withDatabase(data.database, async (query) => {
      const own = await labelsOf(query, benchmark);
      return [await runsOf(query, own), own] as const;
    });
    const { id, name, synthetic } = benchmark;
    // These are plain copies, because the file's type is mutable.
    const labels = Object.fromEntries(Object.entries(known).map(([of, own]) => [of, { ...own }]));
    return [{ benchmark: id, name, synthetic, labels, runs }];
  });
  return (await Promise.all(cases)).flat();
}

const read = new WeakMap<Release, Promise<ComparedBenchmark[]>>();

/** The runs of every benchmark with cases, read once per release. */
function casesOf(release: Release): Promise<ComparedBenchmark[]> {
  const cases = read.get(release) ?? readCases(release);
  read.set(release, cases);
  return cases;
}

/** The judges that can be compared: all that stand in some table, by name. Runs in the build. */
export async function comparisonChoices(release: Release): Promise<JudgeChoice[]> {
  const cases = await casesOf(release);
  const runsOfJudge = (judge: string): ComparableRun[] =>
    cases.flatMap((benchmark) => {
      const own = Map.groupBy(
        benchmark.runs.filter((run) => run.judge === judge),
        ({ protocol }) => protocol,
      );
      return [...own].flatMap(([protocol, runs]) =>
        runs.map((run) => ({
          run: run.run,
          label: runs.length < 2 ? '' : runLabel(run, runs),
          place: placeWords(benchmark, protocol),
          standard: run === standardRun(runs),
        })),
      );
    });
  const boards = release.boards.filter(({ kind }) => kind !== 'statistics');
  const present = new Set(boards.flatMap(({ rows }) => rows.flatMap(({ judge }) => judge ?? [])));
  return release.judges
    .filter(({ id }) => present.has(id))
    .map(({ id, name, access }) => ({ id, name, access, runs: runsOfJudge(id) }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }));
}

/** Pairs of judges to begin with, of the real benchmarks: a demonstration's judges are programs. Runs in the build. */
export function comparisonPairs(release: Release, choices: readonly JudgeChoice[]): ReadyPair[] {
  const boards = release.boards.filter(({ kind, synthetic }) => kind === 'leaderboard' && !synthetic);
  const judges = choices.filter(({ access }) => access !== 'program' && access !== 'human');
  return readyPairs(
    boards,
    judges.map(({ id, name }) => ({ judge: id, run: null, name })),
  );
}

/** A file of the comparison; its name, without `.json`, carries its hash and not the release's: how boards are packed may change while the data stay. */
interface CompareFile {
  readonly name: string;
  readonly json: string;
}

/**
 * What judges can be compared by: first the file that says which benchmark's tables hold whom, with the runs of every benchmark with cases, then a
 * file of tables per benchmark. Runs in the build.
 */
export async function comparisonFiles(release: Release): Promise<readonly [CompareFile, ...CompareFile[]]> {
  const tables = release.benchmarks.flatMap(({ id: benchmark }) => {
    const own = tablesOf(release.boards, benchmark).filter((board) => board.kind !== 'statistics');
    if (own.length === 0) return [];
    const { json, hash } = hashedJson({ boards: own.map(packBoard) } satisfies ComparedTables);
    const judges = new Set(own.flatMap(({ rows }) => rows.flatMap(({ judge }) => judge ?? [])));
    return [{ name: `${benchmark}.${hash}`, json, judges: [...judges].sort() }];
  });
  const file: ComparisonFile = {
    release: release.manifest.release,
    tables: tables.map(({ name, judges }) => ({ judges, file: `${name}.json` })),
    cases: await casesOf(release),
  };
  const { json, hash } = hashedJson(file);
  return [{ name: `tables.${hash}`, json }, ...tables];
}
