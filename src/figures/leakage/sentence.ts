import { estimateWords } from '../kit/estimated.ts';
import { labelIn } from '../kit/labelled.ts';
import { bySplit, itemWithMost } from '../kit/sentences.ts';
import type { LeakageData } from './data.ts';

/** Names, in a line per split, the pair of criteria that the judge mixes up most. */
export const leakageSentence = ({ label, panels }: LeakageData): string =>
  bySplit(panels, ({ criteria, cells }) => {
    const first = itemWithMost(cells, ({ leaked }) => leaked.value);
    if (first === null) return null;
    const name = labelIn(criteria);
    return `${label} most often answers for ${name(first.other)} when asked for ${name(first.criterion)} (${estimateWords(first.leaked)})`;
  });
