import type { Judge } from './judge.ts';

type Known = Pick<Judge, 'licence' | 'parameters_b' | 'released'>;

const LARGEST_SMALL = 8;
const RECENT = '2025';

/** What lists of judges can be narrowed to, beside access: each holds only where `judges.yaml` knows that it does. */
export const JUDGE_FACTS = [
  { id: 'open-licence', label: 'open licence', holds: ({ licence }: Known) => licence?.open === true },
  {
    id: 'small',
    label: '≤ 8 B',
    holds: ({ parameters_b }: Known) => parameters_b !== undefined && parameters_b <= LARGEST_SMALL,
  },
  {
    id: 'recent',
    label: 'since 2025',
    holds: ({ released }: Known) => released !== undefined && released.date >= RECENT,
  },
] as const;

/** Says facts in words, in their order. */
export const factWords = (ids: readonly string[]): string =>
  JUDGE_FACTS.flatMap(({ id, label }) => (ids.includes(id) ? [label] : [])).join(', ');

/** Lists the facts that hold of a judge, by their ids. */
export const judgeFactsOf = (judge: Known): string[] =>
  JUDGE_FACTS.flatMap(({ id, holds }) => (holds(judge) ? [id] : []));
