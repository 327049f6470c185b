import type { Case } from '../schema/shard.ts';
import type { CaseFacts } from './facts.ts';
import { matrixRows } from './matrix.ts';
import type { CasePart } from './parts.ts';
import { runsOf } from './parts.ts';

/** Share of a run's contributions that the case cost it, over all metrics; 0 for none. */
function lossOf({ contributions }: Case, run: string): number {
  const own = contributions.filter((row) => row.run === run);
  const rows = own.reduce((sum, row) => sum + row.rows, 0);
  return rows === 0 ? 0 : own.reduce((sum, row) => sum + row.lost, 0) / rows;
}

/**
 * Two runs worth reading beside each other: the one that fared best on this part and on the case as a whole, and the one that
 * fared worst, of those with an answer.
 */
export function pickRuns(data: Case, facts: CaseFacts, part: CasePart | undefined): readonly string[] {
  const runs = runsOf(data);
  const row = matrixRows(data, facts).find((one) => one.part.key === part?.key);
  const answered = row?.cells.filter(({ shown }) => shown.outcome !== 'not-asked' && shown.outcome !== 'missing') ?? [];
  const ranked = answered
    .map(({ run, shown }) => ({ run, cost: lossOf(data, run) + (shown.outcome === 'wrong' ? 1 : 0) }))
    .toSorted((a, b) => a.cost - b.cost);
  const picked = new Set([ranked[0]?.run, ranked.at(-1)?.run, ...runs].filter((run) => run !== undefined));
  const two = [...picked].slice(0, 2);
  return runs.filter((run) => two.includes(run));
}
