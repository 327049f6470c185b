import { METRICS } from '../../metrics/index.ts';
import type { Metric } from '../../metrics/metric.ts';
import type { PublishedRule } from '../../schema/metric.ts';

/** How the interval of a printed value is found (docs/metrics.md "Published values"). */
const RULE_WORDS: Readonly<Record<Exclude<PublishedRule['rule'], 'none'>, string>> = {
  wilson:
    'Wilson’s interval for k of n, worked out from the printed digits; none if under 95 % of the items were scored.',
  'wilson-conflict-prompts':
    'Wilson’s interval with n = prompts that have a conflict, never the pairs: pairs of one prompt go together.',
  'macro-at-most': 'The error is at most the mean of the parts’ errors, so the interval is conservative.',
  'bounded-at-most':
    'A value m between 0 and 1 varies at most as much as zeros and ones of that mean, so the interval from √(m(1 − m)/n) is conservative.',
  'wilson-questions':
    'Wilson’s interval with n = questions, since responses to one question go together; only where at least 90 % were scored.',
  'score-at-most':
    'A mean score m varies at most as much as zeros and tens of that mean, so the interval from √(m(10 − m)/n), n = questions, is conservative.',
  'wilson-largest-n': 'Wilson’s interval at the largest n that gives the printed digits.',
};

export function ruleWords(rule: PublishedRule): string {
  return rule.rule === 'none' ? `None: ${rule.reason}.` : RULE_WORDS[rule.rule];
}

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

export const SECTIONS: readonly Section[] = [
  ...GROUPS.map(({ id, title }) => ({ id, title, own: METRICS.filter((m) => m.protocols[0] === id) })),
  { id: 'others', title: 'Single scores', own: METRICS.filter((m) => !grouped.has(m.protocols[0] ?? '')) },
].filter(({ own }) => own.length > 0);

/** Lists the rules for the intervals of printed values, each with the metrics that follow it. */
export const PRINTED_RULES = [...new Set(METRICS.map((m) => m.published.rule))].flatMap((rule) =>
  rule === 'none' ? [] : [{ rule, words: RULE_WORDS[rule], used: METRICS.filter((m) => m.published.rule === rule) }],
);
