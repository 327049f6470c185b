import { type AuditOutcome, runAudit } from '../audit/index.ts';
import type { ProjectData } from '../schema/data.ts';
import { ENGINE } from './engine.ts';
import { buildParts, type PartOptions, runBoards } from './instance-parts.ts';

/**
 * Makes the audit without a build. Printed values are compared with those of the judgments, so the runs of benchmarks that print tables are
 * read, or taken from an earlier build; problems of their records are among the result's.
 */
export async function auditData(root: string, data: ProjectData, options: PartOptions): Promise<AuditOutcome> {
  const printed = data.benchmarks.filter(({ tables }) => Object.keys(tables).length > 0);
  const built = await buildParts(root, { ...data, benchmarks: printed }, { engine: ENGINE, options });
  const outcome = runAudit(data, runBoards(built));
  return { ...outcome, problems: [...built.problems, ...outcome.problems] };
}
