import type { Benchmark } from '../schema/benchmark.ts';
import type { BoardRow, Involvement } from '../schema/board.ts';
import type { Judge } from '../schema/judge.ts';
import { judgeFactsOf } from '../schema/judge-facts.ts';
import { ROLE_LABELS } from '../schema/role-labels.ts';

function involvementOf(benchmark: Benchmark, judge: string): Involvement[] {
  return benchmark.roles
    .filter((r) => r.judge === judge)
    .map((r) => ({ role: r.role, label: ROLE_LABELS[r.role], detail: r.detail ?? '', source: r.source }));
}

/** Gives the fields of a row's judge, for printed and computed boards; `id` is '' where the row belongs to no judge. */
export function judgeFields(
  benchmark: Benchmark,
  judges: ReadonlyMap<string, Judge>,
  id: string,
): Pick<BoardRow, 'judge' | 'organisation' | 'access' | 'thinking' | 'facts' | 'involvement'> {
  const judge = judges.get(id);
  const facts = judge === undefined ? [] : judgeFactsOf(judge);
  return {
    judge: id === '' ? null : id,
    organisation: judge?.organisation ?? '',
    access: judge?.access ?? null,
    thinking: judge === undefined || judge.thinking === 'optional' ? null : judge.thinking === 'always',
    ...(facts.length === 0 ? {} : { facts }),
    involvement: involvementOf(benchmark, id),
  };
}
