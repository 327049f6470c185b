import type { Benchmark } from '../../schema/benchmark.ts';
import type { Board } from '../../schema/board.ts';
import type { Judge } from '../../schema/judge.ts';

/**
 * Lists the judges with something to show: a row of some board, or a part in making a benchmark. Annotators, critique judges and what is
 * only a reference line have no page, because nothing leads to one.
 */
export function judgesWithPage({
  judges,
  boards,
  benchmarks,
}: {
  readonly judges: readonly Judge[];
  readonly boards: readonly Pick<Board, 'rows'>[];
  readonly benchmarks: readonly Pick<Benchmark, 'roles' | 'snapshots'>[];
}): readonly Judge[] {
  const named = new Set([
    ...boards.flatMap(({ rows }) => rows.flatMap(({ judge }) => judge ?? [])),
    ...benchmarks.flatMap(({ roles, snapshots }) => [...roles, ...snapshots].flatMap(({ judge }) => judge ?? [])),
  ]);
  return judges.filter(({ id }) => named.has(id));
}
