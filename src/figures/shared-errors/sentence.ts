import { numberWords } from '../../ui/number-words.ts';
import { rankedPairs } from '../kit/pair-words.ts';
import type { SharedErrorsData } from './data.ts';

/** The two judges whose errors go together most. */
export function sharedErrorsSentence({ rows, pairs }: SharedErrorsData): string {
  const [first] = rankedPairs(rows, pairs);
  if (first === undefined || first.pair.statistic === null) return '';
  const { one, other, pair } = first;
  return `${one.label} and ${other.label} go wrong together most: ${numberWords(pair.both)} shared errors, ${pair.expected.toFixed(1)} expected by chance.`;
}
