import type { ProblemLog } from '../records/tally.ts';
import { formatProblem, problemsInOrder } from '../schema/problem.ts';

/** Writes a number of things: `1 problem`, `2 problems`. */
export const plural = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`;

/** Writes problems as lines of text, in their order, at most `limit` of them, and how many there are in all. */
export function problemLines(log: Pick<ProblemLog, 'kept' | 'errors' | 'warnings'>, limit: number): string[] {
  const lines = problemsInOrder(log.kept).map((p) => formatProblem(p) + (p.severity === 'warning' ? ' [warning]' : ''));
  const total = log.errors + log.warnings;
  const shown = lines.slice(0, limit);
  if (total === 0) return [];
  const rest = total > shown.length ? `; ${shown.length} are shown` : '';
  return [...shown, `${plural(log.errors, 'problem')}, ${plural(log.warnings, 'warning')}${rest}`];
}
