import { METRICS } from '../../metrics/index.ts';
import type { Metric } from '../../metrics/metric.ts';
import { RULE_WORDS } from './published-rules.ts';

/** Describes a chapter of the methods page. */
interface Section {
  readonly id: string;
  readonly title: string;
  readonly own: readonly Metric[];
}

/** Groups chapters by the first protocol of their metrics. */
const GROUPS = [
  { id: 'pairwise', title: 'Pairwise judgments' },
  { id: 'perturbation', title: 'Scores before and after a perturbation' },
  { id: 'critique', title: 'Critiques' },
] as const;

const grouped = new Set<string>(GROUPS.map(({ id }) => id));

/** Puts every metric in its chapter. */
export const SECTIONS: readonly Section[] = [
  ...GROUPS.map(({ id, title }) => ({ id, title, own: METRICS.filter((m) => m.protocols[0] === id) })),
  { id: 'others', title: 'Single scores', own: METRICS.filter((m) => !grouped.has(m.protocols[0] ?? '')) },
].filter(({ own }) => own.length > 0);

/** Lists the rules for the intervals of printed values, each with the metrics that follow it. */
export const PRINTED_RULES = [...new Set(METRICS.map((m) => m.published.rule))].flatMap((rule) =>
  rule === 'none' ? [] : [{ rule, words: RULE_WORDS[rule], used: METRICS.filter((m) => m.published.rule === rule) }],
);
