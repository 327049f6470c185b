import { fixed } from '../../ui/number-words.ts';
import { bySplit, itemWithMost, SENTENCE_DIGITS } from '../kit/sentences.ts';
import type { QualityBandsData } from './data.ts';

/** Says, in a line per critique judge, whose score differs most between the lowest and the highest band. */
export function qualityBandsSentence({ bands, scorers }: QualityBandsData): string {
  const [low, high] = [bands[0], bands.at(-1)];
  if (low === undefined || high === undefined || bands.length < 2) return '';
  return bySplit(
    scorers.map(({ label, ...scorer }) => ({ ...scorer, label: `Scored by ${label}` })),
    ({ rows }) => {
      const ends = rows.flatMap(({ label, marks }) => {
        const [one, other] = [low, high].map(({ id }) => marks.find(({ band }) => band === id)?.value ?? null);
        return one == null || other == null ? [] : [{ label, one, other }];
      });
      const most = itemWithMost(ends, ({ one, other }) => Math.abs(other - one));
      if (most === null) return null;
      const [from, to] = [most.one, most.other].map((value) => fixed(value, SENTENCE_DIGITS));
      return `${most.label} differs most between ${low.label.toLowerCase()} and ${high.label.toLowerCase()} quality, ${from} and ${to}`;
    },
  );
}
