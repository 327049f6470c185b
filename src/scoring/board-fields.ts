import { scaleOf, unitIn } from '../metrics/metric.ts';
import type { Benchmark } from '../schema/benchmark.ts';
import { type BoardColumn, type BoardRow, type Involvement, judgeFactsOf } from '../schema/board.ts';
import type { Judge } from '../schema/judge.ts';
import type { MetricDefinition } from '../schema/metric.ts';
import { ROLE_LABELS } from '../schema/words.ts';

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

/** Digits after the point where a benchmark asks for none in particular. */
const DECIMALS: Readonly<Record<BoardColumn['unit'], number>> = {
  percent: 1,
  ratio: 3,
  score: 2,
  variance: 2,
  count: 0,
  text: 0,
};

/** Says how many digits a metric's computed values have after the point. */
export const decimalsOf = (benchmark: Benchmark, metric: MetricDefinition, unit: BoardColumn['unit']): number =>
  benchmark.metrics.find((m) => m.id === metric.id)?.decimals ?? DECIMALS[unit];

/** Gives the fields that a column takes from its metric, for printed and computed boards; `own`: the unit that the column itself states. */
export function metricFields(
  benchmark: Benchmark,
  metric: MetricDefinition,
  own?: BoardColumn['unit'],
): Pick<BoardColumn, 'metric' | 'unit' | 'direction' | 'range' | 'formula' | 'about' | 'source'> {
  const use = benchmark.metrics.find((m) => m.id === metric.id);
  const unit = unitIn(benchmark, metric, own);
  const scale = scaleOf(unit, metric);
  return {
    metric: metric.id,
    unit,
    direction: metric.direction,
    range: metric.range === null ? null : [metric.range[0] * scale, metric.range[1] * scale],
    formula: metric.formula,
    about: [metric.about, metric.edge, use?.note].filter(Boolean).join(' '),
    source: use?.source ?? metric.source,
  };
}
