import type { PageBoard } from '../board/page-board.ts';
import type { FailureWords } from '../client/failure.ts';
import type { ComparedBenchmark, ComparisonFile } from '../schema/release-paths.ts';

export interface ComparableData {
  readonly boards: readonly PageBoard[];
  readonly cases: readonly ComparedBenchmark[];
}

export const BOARDS_UNREAD: FailureWords = {
  what: 'The file of tables cannot be read.',
  todo: 'Try again, or reload the page.',
};

export function filesWith(tables: ComparisonFile['tables'], judges: readonly string[]): readonly string[] {
  const least = Math.min(2, judges.length);
  return tables
    .filter((table) => judges.filter((judge) => table.judges.includes(judge)).length >= least)
    .map(({ file }) => file);
}

/** The runs, and the tables of every benchmark in which some of the judges meet. The code that fetches comes with them. Throws ClientFailure. */
export async function askBoards(address: string, judges: readonly string[]): Promise<ComparableData> {
  const [{ loadComparison }, { loadTables }] = await Promise.all([
    import('../client/release-files.ts'),
    import('../board/load-tables.ts'),
  ]);
  const { tables, cases } = await loadComparison(address);
  const loaded = await Promise.all(filesWith(tables, judges).map((file) => loadTables(address, file)));
  return { boards: loaded.flat(), cases };
}
