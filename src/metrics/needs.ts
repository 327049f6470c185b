import type { LabelFacts } from './labels.ts';

/**
 * What the labels of a split must have for a metric to be a number of its own: `criteria`, several that pairs are judged by; `sheets`,
 * prompts judged by several of them at once; `whole-pairs`, none of either: one verdict per pair; `level-labels`, people who could call a pair
 * level; `labels`, any that prefer one of two.
 */
export type LabelNeed = 'criteria' | 'sheets' | 'whole-pairs' | 'level-labels' | 'labels';

const MEETS: Readonly<Record<LabelNeed, (facts: LabelFacts) => boolean>> = {
  criteria: ({ criteria }) => criteria > 1,
  sheets: ({ most }) => most > 1,
  'whole-pairs': ({ criteria }) => criteria < 2,
  'level-labels': ({ level }) => level > 0,
  labels: ({ criteria }) => criteria > 0,
};

/** Stands in for the labels of a split that has none. */
const NO_LABELS: LabelFacts = { criteria: 0, most: 0, level: 0 };

/** Says whether the labels of a split have all that is needed; undefined = the split has none. */
export function meetsNeeds(needs: readonly LabelNeed[] | undefined, labels: LabelFacts = NO_LABELS): boolean {
  return (needs ?? []).every((need) => MEETS[need](labels));
}
