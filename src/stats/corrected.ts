import type { JudgeRates } from '../schema/board.ts';
import { type IntervalBounds, NO_VARIATION, studentCritical } from './intervals.ts';

export interface ObservedShare {
  readonly share: number;
  readonly n: number;
}

export type CorrectedRate =
  | {
      readonly refused: null;
      readonly value: number;
      /** Its 95 % interval, whose ends are left where they are. */
      readonly interval: IntervalBounds;
      /** Labelled cases more that halve the interval; null where no number does, since the observed cases alone make it wider. */
      readonly more: number | null;
    }
  | {
      readonly refused: 'observed' | 'no-error' | 'blind' | 'outside';
      readonly value: number | null;
    };

/** How much better than chance a judge tells A from B: TPR + TNR − 1. */
export const toldApartBy = ({ tpr, tnr }: Pick<JudgeRates, 'tpr' | 'tnr'>): number => tpr + tnr - 1;

/** W. J. Rogan and B. Gladen (Am. J. Epidemiol. 107, 1978): (observed + TNR − 1) / (TPR + TNR − 1), delta method. None near TPR + TNR = 1, or where it is no share. */
export function correctedRate(rates: JudgeRates, { share, n }: ObservedShare): CorrectedRate {
  const told = toldApartBy(rates);
  if (!(share >= 0 && share <= 1) || !Number.isSafeInteger(n) || n < 1) return { refused: 'observed', value: null };
  if (rates.errors === null || rates.clusters < 2) return { refused: 'no-error', value: null };
  const [ofTpr, ofTnr, both] = rates.errors;
  const quantile = studentCritical(rates.clusters - 1);
  const spread = Math.sqrt(Math.max(0, ofTpr + ofTnr + 2 * both));
  if (told - quantile * spread <= NO_VARIATION) return { refused: 'blind', value: null };
  const value = (share + rates.tnr - 1) / told;
  if (value < 0 || value > 1) return { refused: 'outside', value };
  const observed = (share * (1 - share)) / n / told ** 2;
  const labelled = (value ** 2 * ofTpr + (1 - value) ** 2 * ofTnr - 2 * value * (1 - value) * both) / told ** 2;
  const half = quantile * Math.sqrt(Math.max(0, observed + labelled));
  return {
    refused: null,
    value,
    interval: { lo: value - half, hi: value + half },
    more: moreLabels(rates.n, { observed, labelled }),
  };
}

/** Half an interval is a quarter of the variance; the labelled part of it falls with the number of labels. */
function moreLabels(
  [a, b]: JudgeRates['n'],
  { observed, labelled }: { readonly observed: number; readonly labelled: number },
): number | null {
  const left = (observed + labelled) / 4 - observed;
  if (left <= 0) return null;
  return Math.max(0, Math.ceil((a + b) * (labelled / left - 1)));
}
