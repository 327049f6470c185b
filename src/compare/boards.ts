import { unpackBoard } from '../board/pack.ts';
import type { SlimBoard } from '../board/slim.ts';
import type { FailureWords } from '../client/failure.ts';
import type { ComparedBenchmark } from '../schema/comparison.ts';

/** Everything that judges can be compared by. */
export interface ComparableData {
  readonly boards: readonly SlimBoard[];
  readonly cases: readonly ComparedBenchmark[];
}

export const NOT_READ: FailureWords = {
  what: 'The file of tables cannot be read.',
  todo: 'Try again, or reload the page.',
};

/** The tables and the runs. The code that validates the file comes with it and not with the page. Throws ClientFailure. */
export async function askBoards(address: string): Promise<ComparableData> {
  const { loadComparison } = await import('../client/comparison.ts');
  const { boards, cases } = await loadComparison(address);
  return { boards: boards.map(unpackBoard), cases };
}
