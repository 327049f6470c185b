import { percent } from '../kit/estimated.ts';
import { bySplit, itemWithMost } from '../kit/sentences.ts';
import type { DiscriminationData } from './data.ts';

/** Names, in a line per split, the judge that separates criteria best. */
export const discriminationSentence = ({ panels }: DiscriminationData): string =>
  bySplit(panels, ({ rows }) => {
    const first = itemWithMost(rows, ({ j }) => j.value);
    return first === null || first.j.value === null
      ? null
      : `${first.label} separates criteria best (J ${percent(first.j.value, 1)} points)`;
  });
