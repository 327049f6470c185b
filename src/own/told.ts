import type { Problem } from '../schema/problem.ts';

/** Problems with how many there are, of which the list may hold fewer. */
export interface ToldProblems {
  readonly problems: readonly Problem[];
  readonly errors: number;
  readonly warnings: number;
}

export function toldProblemsOf(problems: readonly Problem[]): ToldProblems {
  const warnings = problems.filter(({ severity }) => severity === 'warning').length;
  return { problems, errors: problems.length - warnings, warnings };
}

/** Joins several lists of problems, in this order. */
export const toldTogether = (all: readonly ToldProblems[]): ToldProblems => ({
  problems: all.flatMap(({ problems }) => problems),
  errors: all.reduce((n, { errors }) => n + errors, 0),
  warnings: all.reduce((n, { warnings }) => n + warnings, 0),
});
