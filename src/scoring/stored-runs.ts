import type { Run } from '../schema/records.ts';
import { literalRows } from '../sql/quote.ts';
import type { Work } from './work.ts';

/** Lists names in order, without those that differ from an earlier one in capitals alone. */
export const distinctNames = (names: Iterable<string>): string[] =>
  [...Map.groupBy(names, (name) => name.toLowerCase()).values()].flatMap(([first]) => first ?? []).sort();

/** Fills the table `runs` of the working database. `alone`: those that are scored by labels of their own. */
export async function storeRuns(
  work: Work,
  runs: ReadonlyMap<number, Run>,
  alone: ReadonlySet<number> = new Set(),
): Promise<void> {
  const rows = [...runs].map(([ordinal, r]) => [
    ordinal,
    r.run,
    r.benchmark,
    r.judge,
    r.protocol,
    r.variant,
    r.repeats,
    alone.has(ordinal),
  ]);
  if (rows.length > 0) await work.run(`INSERT INTO runs VALUES ${literalRows(rows)}`);
}
