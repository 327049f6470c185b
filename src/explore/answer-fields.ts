import {
  ANY_CONFLICT,
  ANY_CRITIQUE,
  ANY_PAIR,
  ANY_SAID,
  asksForCritiques,
  type CriterionConflict,
  type CritiqueRange,
  type LengthRange,
  type PairRange,
  SAYINGS,
  type SaidFilter,
} from '../cases/wanted.ts';
import { LENGTH_MEASURES } from '../schema/words.ts';
import { type Field, fieldOf } from '../ui/field.ts';
import { percentEncoded } from '../ui/sort-field.ts';

const RANGE = /^(?:(\d{1,9}(?:\.\d{1,3})?)?-(\d{1,9}(?:\.\d{1,3})?)?)?$/;
const ID = /^[a-z0-9_-]*$/;
const SCORE = /^\d{0,3}$/;

const end = (text: string | undefined): number | null => (text === undefined || text === '' ? null : Number(text));

function readRange(text = ''): LengthRange | null {
  const match = RANGE.exec(text);
  return match === null ? null : { from: end(match[1]), to: end(match[2]) };
}

const writeRange = ({ from, to }: LengthRange): string =>
  from === null && to === null ? '' : `${from ?? ''}-${to ?? ''}`;

const LENGTH = /^(\d{0,9})-(\d{0,9})$/;

/** `from-to` in characters, one of the two may be empty. */
export const lengthField: Field<LengthRange> = fieldOf({
  fallback: { from: null, to: null },
  write: writeRange,
  read: (raw) => {
    const match = LENGTH.exec(raw);
    const value = { from: end(match?.[1]), to: end(match?.[2]) };
    return value.from === null && value.to === null ? { value: null, rejected: [raw] } : { value, rejected: [] };
  },
});

/** Names of criteria and bias types are any text: the semicolon between parts is encoded inside them. */
const encoded = (name: string): string => percentEncoded(name, /[%;]/g);
const decoded = (part: string): string => part.replace(/%(25|3B)/g, decodeURIComponent);

const joined = (parts: readonly string[]): string => parts.join(';').replace(/;+$/, '');

/**
 * Makes the field `length;score;part;runs;of`, of which each may be empty: `100-300;0-4;rubric-neutral;padder-critique,coin-flip-critique`,
 * or `;0-1;sc;gpt4o-scores;distance`. Critiques are those that are not named.
 */
export function critiqueField(known: readonly string[]): Field<CritiqueRange> {
  return fieldOf({
    fallback: ANY_CRITIQUE,
    write: ({ of, length, score, part, runs }) =>
      joined([writeRange(length), writeRange(score), encoded(part), runs.join(','), of === ANY_CRITIQUE.of ? '' : of]),
    read: (raw) => {
      const [first, second, third = '', list = '', named = '', ...more] = raw.split(';');
      const [length, score, part] = [readRange(first), readRange(second), decoded(third)];
      const runs = list === '' ? [] : [...new Set(list.split(','))];
      const of = LENGTH_MEASURES.find((one) => one === (named || ANY_CRITIQUE.of));
      const sound =
        (of !== 'critique' || ID.test(part)) && runs.every((run) => known.includes(run)) && more.length === 0;
      if (of === undefined || length === null || score === null || !sound) return { value: null, rejected: [raw] };
      const value = { of, length, score, part, runs };
      return asksForCritiques(value) ? { value, rejected: [] } : { value: null, rejected: [raw] };
    },
  });
}

/** `before;after;bias type` in whole scores, each may be empty, or `unscored;bias type`: `5;1;text-dominance`. */
export const pairField: Field<PairRange> = fieldOf({
  fallback: ANY_PAIR,
  write: ({ kind, before, after, biasType }) => {
    if (kind === 'any') return '';
    if (kind === 'unscored') return joined([kind, encoded(biasType)]);
    return `${before ?? ''};${after ?? ''}${biasType === '' ? '' : `;${encoded(biasType)}`}`;
  },
  read: (raw) => {
    const [first = '', second = '', third = '', ...more] = raw.split(';');
    const unscored = first === 'unscored';
    const biasType = decoded(unscored ? second : third);
    const scores = unscored ? third === '' : raw.includes(';') && SCORE.test(first) && SCORE.test(second);
    if (!scores || more.length > 0) return { value: null, rejected: [raw] };
    if (unscored) return { value: { ...ANY_PAIR, kind: 'unscored', biasType }, rejected: [] };
    return { value: { kind: 'scored', before: end(first), after: end(second), biasType }, rejected: [] };
  },
});

/** `people;judge`, one of the two may be empty: `both_bad;a`. */
export const saidField: Field<SaidFilter> = fieldOf({
  fallback: ANY_SAID,
  write: ({ gold, verdict }) => joined([gold, verdict]),
  read: (raw) => {
    const [gold = '', verdict = '', ...more] = raw.split(';');
    const isKnown = (saying: string): boolean => saying === '' || SAYINGS.includes(saying);
    const sound = isKnown(gold) && isKnown(verdict) && `${gold}${verdict}` !== '' && more.length === 0;
    return sound ? { value: { gold, verdict }, rejected: [] } : { value: null, rejected: [raw] };
  },
});

/** Reads and writes `criterion;other`, both of which are known. */
export function conflictField(criteria: readonly string[]): Field<CriterionConflict> {
  return fieldOf({
    fallback: ANY_CONFLICT,
    write: ({ criterion, other }) => (criterion === '' ? '' : `${encoded(criterion)};${encoded(other)}`),
    read: (raw) => {
      const [criterion = '', other = '', ...more] = raw.split(';').map(decoded);
      const sound = criterion !== other && [criterion, other].every((id) => criteria.includes(id)) && more.length === 0;
      return sound ? { value: { criterion, other }, rejected: [] } : { value: null, rejected: [raw] };
    },
  });
}
