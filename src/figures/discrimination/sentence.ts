import { percent } from '../kit/estimate-words.ts';
import { bySplit, itemWithMost } from '../kit/sentences.ts';
import type { DiscriminationData } from './data.ts';

/** A line per split: the judge that tells criteria apart best. */
export const discriminationSentence = ({ panels }: DiscriminationData): string =>
  bySplit(panels, ({ rows }) => {
    const first = itemWithMost(rows, ({ j }) => j.value);
    return first === null || first.j.value === null
      ? null
      : `${first.label} tells criteria apart best (J ${percent(first.j.value, 1)} points)`;
  });
