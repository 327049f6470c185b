import type { Case } from '../../schema/shard.ts';
import type { CaseFacts } from './facts.ts';
import { matrixRows } from './matrix.ts';
import type { Part } from './parts.ts';
import { runsOf } from './parts.ts';

/** Two runs worth reading beside each other: one that is right on this part and one that is not, else the first two with an answer. */
export function pickRuns(data: Case, facts: CaseFacts, part: Part | undefined): readonly string[] {
  const runs = runsOf(data);
  const row = matrixRows(data, facts).find((one) => one.part.key === part?.key);
  const answered = row?.cells.filter(({ shown }) => shown.outcome !== 'not-asked' && shown.outcome !== 'missing') ?? [];
  const right = answered.find(({ shown }) => shown.outcome === 'right');
  const other = answered.find(({ shown }) => shown.outcome !== 'right' && shown.outcome !== 'given');
  if (right !== undefined && other !== undefined) {
    return runs.filter((run) => run === right.run || run === other.run);
  }
  const preferred = answered.map(({ run }) => run);
  return [...preferred, ...runs.filter((run) => !preferred.includes(run))].slice(0, 2);
}
