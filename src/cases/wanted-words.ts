import { lowerFirst } from '../schema/lower-first.ts';
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

/** Writes `a critique of 100 to 300 characters scored 0 to 4 by Neutral rubric`; `nameOf` names runs and judges. */
export function critiqueWords({ length, score, scorer, runs }: CritiqueRange, nameOf: (id: string) => string): string {
  const who = runs.length === 0 ? '' : ` by ${runs.map(nameOf).join(' or ')}`;
  const long = isOpen(length) ? '' : ` of ${rangeWords(length, '1', 'characters')}`;
  const scored = isOpen(score) ? '' : ` scored ${score.from ?? 0} to ${score.to ?? 10}`;
  const by = scorer === '' ? '' : `${scored === '' ? ' scored' : ''} by ${nameOf(scorer)}`;
  return `a critique${who}${long}${scored}${by}`;
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
