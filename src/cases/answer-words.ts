import { answerName } from '../schema/words.ts';
import { type LabelsBy, labelOfValue } from './labels.ts';
import { UNREADABLE } from './wanted.ts';

/** Names an answer as the benchmark does, in a cell or a sentence: `A`, `both good`. */
export const answerWords = (labels: LabelsBy, answer: string): string =>
  labelOfValue(labels, 'answer', answer) ?? answerName(answer, []);

/** Names an answer that stands alone, or in a list: `A better`, `Both good`; a text that is no answer keeps its form. */
export function saidWords(labels: LabelsBy, saying: string): string {
  if (saying === UNREADABLE) return 'Not readable';
  const words = answerWords(labels, saying);
  if (saying === 'a' || saying === 'b') return `${words} better`;
  return saying === 'tie' || words !== saying ? words.charAt(0).toUpperCase() + words.slice(1) : words;
}
