import { numberWords } from '../../ui/number-words.ts';
import { rankedPairs } from '../kit/pair-words.ts';
import type { ErrorPair, SharedErrorsData } from './data.ts';

/** Writes how many shared errors independent judges would have, to a tenth: `2 753.8`. */
export const expectedWords = ({ expected }: Pick<ErrorPair, 'expected'>): string =>
  numberWords(Number(expected.toFixed(1)));

/** Names the two judges whose errors go together most. */
export function sharedErrorsSentence({ rows, pairs }: SharedErrorsData): string {
  const [first] = rankedPairs(rows, pairs);
  if (first === undefined || first.pair.statistic === null) return '';
  const { one, other, pair } = first;
  return `${one.label} and ${other.label} share the most errors: ${numberWords(pair.both)}, where ${expectedWords(pair)} are expected by chance.`;
}
