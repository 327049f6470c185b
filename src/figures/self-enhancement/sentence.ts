import { signed } from '../../ui/number-words.ts';
import { labelIn } from '../kit/labelled.ts';
import { itemWithMost, SENTENCE_DIGITS } from '../kit/sentences.ts';
import type { SelfEnhancementData } from './data.ts';

/** Names the critique judge that favours one writer most. */
export const selfEnhancementSentence = ({ generators, rows }: SelfEnhancementData): string => {
  const cells = rows.flatMap(({ label, cells: own }) => own.map((cell) => ({ ...cell, label })));
  const first = itemWithMost(cells, ({ favour }) => favour);
  return first === null
    ? ''
    : `${first.label} favours ${labelIn(generators)(first.generator)} most, by ${signed(first.favour, SENTENCE_DIGITS)} points.`;
};
