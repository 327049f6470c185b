import { estimateWords } from '../kit/estimated.ts';
import { bySplit, itemWithMost } from '../kit/sentences.ts';
import type { AllOrNothingData } from './data.ts';

/** Names, in a line per split, the judge that is most often right on all criteria where they conflict. */
export const allOrNothingSentence = ({ panels }: AllOrNothingData): string =>
  bySplit(panels, ({ rows }) => {
    const first = itemWithMost(rows, ({ conflict }) => conflict.value);
    return first === null
      ? null
      : `${first.label} is right most often where criteria conflict, ${estimateWords(first.conflict)}`;
  });
