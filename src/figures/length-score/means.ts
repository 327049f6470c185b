import { domainOf, logDomainOf } from '../../charts/axis.ts';
import type { PointsChart } from '../../charts/chart.ts';
import { numberWords } from '../../ui/number-words.ts';
import type { LengthView } from './data.ts';
import { MEASURES, meanWords, nounOf } from './words.ts';

/** Draws the means of judges alone, in small: how long the texts of each are, and what is measured of them. A mark leads to the whole figure. */
export function lengthMeansChart({ of, judges, label }: LengthView, address: string): PointsChart {
  const { across, up } = MEASURES[of];
  return {
    kind: 'points',
    title: `Means of judges${label === '' ? '' : `, ${label}`}: length and ${up.toLowerCase()}`,
    size: 'phone',
    x: { label: across, domain: logDomainOf(judges.map(({ length }) => length)), log: true },
    y: {
      label: up,
      domain: domainOf(
        judges.map(({ score }) => score),
        null,
      ),
      log: false,
    },
    points: judges.map((judge) => ({
      x: judge.length,
      y: judge.score,
      label: judge.label,
      mark: 'square',
      first: false,
      told: {
        words: `${judge.label}: mean ${meanWords(of, judge.score)}, ${numberWords(Math.round(judge.length))} characters, ${numberWords(judge.n)} ${nounOf(of)}s`,
        href: address,
      },
    })),
  };
}
