import type { AnswerSheet } from '../../cases/columns/sheet.ts';
import type { Protocol } from '../../schema/benchmark.ts';
import type { Query } from '../../sql/query.ts';
import { storedAnswers } from '../agreement/answers.ts';
import { storedConflicts } from '../conflicts/stored.ts';
import type { FigureChoices, SheetKind } from '../kit/instance-figure.ts';
import { storedLosses } from '../kit/losses.ts';

/** Makes what figures of a protocol are drawn from without a query engine; null where there is nothing, or more than a sheet can hold. */
export async function makeSheet(
  query: Query,
  kind: SheetKind,
  { choices, protocol }: { readonly choices: FigureChoices; readonly protocol: Protocol },
): Promise<AnswerSheet | null> {
  if (kind === 'answers') return storedAnswers(query, choices, protocol);
  if (kind === 'losses') return storedLosses(query, choices, protocol);
  const runs = choices.runs.filter((run) => run.protocol === protocol).map(({ run }) => run);
  return storedConflicts(query, runs);
}
