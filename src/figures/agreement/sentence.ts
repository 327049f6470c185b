import { rankedPairs, statisticWords } from '../kit/pair-words.ts';
import { type AgreementData, isPeople } from './data.ts';

/** Names the two judges that are most alike, people aside. */
export function agreementSentence({ rows, pairs }: AgreementData): string {
  const first = rankedPairs(rows, pairs).find(({ one, other }) => !isPeople(one) && !isPeople(other));
  if (first === undefined || first.pair.statistic === null) return '';
  return `Most alike: ${first.one.label} and ${first.other.label}, κ\u00a0${statisticWords(first.pair)}.`;
}
