import { lowerFirst } from '../schema/words.ts';
import { saidWords } from './answer-words.ts';
import type { LabelsBy } from './labels.ts';
import { type CritiqueRange, isOpen, type LengthRange, type PairRange, type SaidFilter } from './wanted.ts';

/** Writes `labelled both bad, GPT-4o says A better`. */
export function saidSentence(labels: LabelsBy, { gold, verdict }: SaidFilter, judge: string): string {
  const parts = [
    ...(gold === '' ? [] : [`labelled ${lowerFirst(saidWords(labels, gold))}`]),
    ...(verdict === '' ? [] : [`${judge} says ${lowerFirst(saidWords(labels, verdict))}`]),
  ];
  return parts.join(', ');
}

const rangeWords = ({ from, to }: LengthRange, least: string, unit: string): string =>
  `${from ?? least} to ${to ?? 'any'} ${unit}`;

/** Says what is measured of an answer, where it is not open: `scored 0 to 4`, `0 to 1 points from people`, `right`. */
function measuredWords({ of, score }: CritiqueRange): string {
  if (isOpen(score)) return '';
  const [from, to] = [score.from ?? 0, score.to ?? (of === 'right' ? 1 : 10)];
  if (of === 'distance') return ` ${from} to ${to} points from people’s mean`;
  if (of !== 'right') return ` scored ${from} to ${to}`;
  return from > 0 ? ' that is right' : to < 1 ? ' that is wrong' : ' that is right or wrong';
}

/**
 * Writes `a critique of 100 to 300 characters scored 0 to 4 by Neutral rubric`, `an answer by GPT-4o with a reason of 100 to 300 characters
 * scored 0 to 4 on Perceptual quality`; `nameOf` names runs, judges and criteria.
 */
export function critiqueWords(range: CritiqueRange, nameOf: (id: string) => string): string {
  const { of, length, part, runs } = range;
  const who = runs.length === 0 ? '' : ` by ${runs.map(nameOf).join(' or ')}`;
  const long = isOpen(length) ? '' : ` of ${rangeWords(length, '1', 'characters')}`;
  const measured = measuredWords(range);
  if (of !== 'critique')
    return `an answer${who} with a reason${long}${measured}${part === '' ? '' : ` on ${nameOf(part)}`}`;
  const by = part === '' ? '' : `${measured === '' ? ' scored' : ''} by ${nameOf(part)}`;
  return `a critique${who}${long}${measured}${by}`;
}

/** Writes `score 5 before and 1 after (Text dominance)`. */
export function wantedPairWords(
  { kind, before, after, biasType }: PairRange,
  nameOf: (biasType: string) => string,
): string {
  const which = biasType === '' ? '' : ` (${nameOf(biasType)})`;
  if (kind === 'unscored') return `a side of a pair without a score${which}`;
  return `score ${before ?? 'any'} before and ${after ?? 'any'} after${which}`;
}
