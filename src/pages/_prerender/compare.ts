import type { ComparedTables } from '../../board/load-tables.ts';
import { pageBoard } from '../../board/page-board.ts';
import { tablesOf } from '../../board/tables-of.ts';
import type { JudgeChoice } from '../../compare/choice.ts';
import { comparableRuns, gatherCompared, type ReadyPair, readyPairs } from '../../compare/gather-compared.ts';
import type { Release } from '../../release/read.ts';
import type { ComparedBenchmark, ComparisonFile } from '../../schema/release-paths.ts';
import { hashedJson, instanceDataOf, type NamedJson, nameHash } from './benchmark.ts';
import { withDatabase } from './explore.ts';

async function readCases({ benchmarks, manifest }: Release): Promise<ComparedBenchmark[]> {
  const cases = benchmarks.map(async (benchmark): Promise<ComparedBenchmark[]> => {
    const data = instanceDataOf(manifest, benchmark);
    if (data === null) return [];
    return [await withDatabase(data.database, (query) => gatherCompared(query, benchmark))];
  });
  return (await Promise.all(cases)).flat();
}

const read = new WeakMap<Release, Promise<ComparedBenchmark[]>>();

/** Reads the runs of every benchmark with cases, once per release. */
function casesOf(release: Release): Promise<ComparedBenchmark[]> {
  const cases = read.get(release) ?? readCases(release);
  read.set(release, cases);
  return cases;
}

/** Gives the judges that can be compared: all that stand in some table, by name. Runs in the build. */
export async function comparisonChoices(release: Release): Promise<JudgeChoice[]> {
  const cases = await casesOf(release);
  const boards = release.boards.filter(({ kind }) => kind !== 'statistics');
  const present = new Set(boards.flatMap(({ rows }) => rows.flatMap(({ judge }) => judge ?? [])));
  return release.judges
    .filter(({ id }) => present.has(id))
    .map(({ id, name, access }) => ({ id, name, access, runs: comparableRuns(cases, id) }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }));
}

/** Gives the pairs of judges to begin with, of the real benchmarks: a demonstration's judges are programs. Runs in the build. */
export function comparisonPairs(release: Release, choices: readonly JudgeChoice[]): ReadyPair[] {
  const boards = release.benchmarks
    .flatMap(({ id }) => tablesOf(release.boards, id))
    .filter(({ kind, synthetic }) => kind === 'leaderboard' && !synthetic);
  const judges = choices.filter(({ access }) => access !== 'program' && access !== 'human');
  return readyPairs(
    boards,
    judges.map(({ id, name }) => ({ judge: id, run: null, name })),
  );
}

/**
 * Gives what judges can be compared by: first the file that says which benchmark's tables hold whom, with the runs of every benchmark with
 * cases, then a file of tables per benchmark. Runs in the build.
 */
export async function comparisonFiles(release: Release): Promise<readonly [NamedJson, ...NamedJson[]]> {
  const tables = release.benchmarks.flatMap(({ id: benchmark }) => {
    const own = tablesOf(release.boards, benchmark).filter((board) => board.kind !== 'statistics');
    if (own.length === 0) return [];
    const json = JSON.stringify({ boards: own.map(pageBoard) } satisfies ComparedTables);
    const judges = new Set(own.flatMap(({ rows }) => rows.flatMap(({ judge }) => judge ?? [])));
    return [{ name: `${benchmark}.${nameHash(json)}`, json, judges: [...judges].sort() }];
  });
  const file: ComparisonFile = {
    release: release.manifest.release,
    tables: tables.map(({ name, judges }) => ({ judges, file: `${name}.json` })),
    cases: await casesOf(release),
  };
  const { json, hash } = hashedJson(file);
  return [{ name: `tables.${hash}`, json }, ...tables];
}
