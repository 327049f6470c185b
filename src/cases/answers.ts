import { pairSteps } from '../metrics/pairs.ts';
import { SCORED_CRITIQUE } from '../metrics/texts.ts';
import type { Statement } from '../sql/query.ts';
import { bound } from '../sql/quote.ts';
import { composed } from '../sql/step.ts';
import { ANY_CONFLICT, type CriterionConflict, conflictConditions } from './conflict.ts';
import type { LengthRange } from './filter.ts';
import { ANY_SAID, type SaidFilter, saidConditions } from './said.ts';

/** Scored critiques in a rectangle of length (characters) and score (0 to 10). */
export interface CritiqueRange {
  readonly length: LengthRange;
  readonly score: LengthRange;
  /** Id of the critique judge that scored them; '' for any. */
  readonly scorer: string;
  /** Whose critiques; none for everybody's. */
  readonly runs: readonly string[];
}

/** Pairs of scores before and after a perturbation, rounded to whole scores. */
export interface PairRange {
  readonly kind: 'any' | 'scored' | 'unscored';
  /** Null for any score. */
  readonly before: number | null;
  readonly after: number | null;
  /** '' for any. */
  readonly biasType: string;
}

/** Which answers a case must have one of. */
export interface AnswerFilter {
  readonly critique: CritiqueRange;
  readonly pair: PairRange;
  /** Of people, not of a judge. */
  readonly conflict: CriterionConflict;
  /** Of people and of the scope's run. */
  readonly said: SaidFilter;
}

const OPEN: LengthRange = { from: null, to: null };
export const ANY_CRITIQUE: CritiqueRange = { length: OPEN, score: OPEN, scorer: '', runs: [] };
export const ANY_PAIR: PairRange = { kind: 'any', before: null, after: null, biasType: '' };
export const ANY_ANSWERS: AnswerFilter = {
  critique: ANY_CRITIQUE,
  pair: ANY_PAIR,
  conflict: ANY_CONFLICT,
  said: ANY_SAID,
};

const isOpen = ({ from, to }: LengthRange): boolean => from === null && to === null;

export const asksForCritiques = ({ length, score, scorer, runs }: CritiqueRange): boolean =>
  !isOpen(length) || !isOpen(score) || scorer !== '' || runs.length > 0;

function within(column: string, { from, to }: LengthRange): Statement[] {
  return [
    ...(from === null ? [] : [{ sql: `${column} >= ?`, params: [from] }]),
    ...(to === null ? [] : [{ sql: `${column} <= ?`, params: [to] }]),
  ];
}

/** The source with all of the conditions. */
const filtered = (source: string, conditions: readonly Statement[]): Statement => ({
  sql: `${source} WHERE ${conditions.map(({ sql }) => sql).join(' AND ')}`,
  params: conditions.flatMap(({ params }) => params),
});

/** The condition that an instance is among those selected. */
const among = ({ sql, params }: Statement): Statement => ({ sql: `instance IN (${sql})`, params });

const equals = (column: string, value: string | number | null): Statement[] =>
  value === null || value === '' ? [] : [{ sql: `${column} = ?`, params: [value] }];

function critiqueCondition({ length, score, scorer, runs }: CritiqueRange): Statement {
  return among(
    filtered('SELECT instance FROM judgments JOIN runs USING (run)', [
      { sql: SCORED_CRITIQUE, params: [] },
      ...within('length', length),
      ...within('score', score),
      ...equals('critique_judge', scorer),
      ...(runs.length === 0 ? [] : [{ sql: `run IN (${bound(runs)})`, params: runs }]),
    ]),
  );
}

const SCORED: Readonly<Record<PairRange['kind'], string>> = {
  any: 'true',
  scored: 'y IS NOT NULL AND z IS NOT NULL',
  unscored: '(y IS NULL OR z IS NULL)',
};

function pairCondition(
  { kind, before, after, biasType }: PairRange,
  run: string,
  columns: ReadonlySet<string>,
): Statement {
  const found = filtered('SELECT instance FROM pairs', [
    { sql: SCORED[kind], params: [] },
    ...equals('round(y)', before),
    ...equals('round(z)', after),
    ...equals('bias_type', biasType),
    ...equals('run', run),
  ]);
  return among(composed(pairSteps(columns), found));
}

/** Conditions on `instances`: those that have such an answer. Pairs are those of `run`, '' for any; `columns`: of `instances`. */
export function answerConditions(
  { critique, pair, conflict, said }: AnswerFilter,
  run: string,
  columns: ReadonlySet<string>,
): readonly Statement[] {
  return [
    ...(asksForCritiques(critique) ? [critiqueCondition(critique)] : []),
    ...(pair.kind === 'any' ? [] : [pairCondition(pair, run, columns)]),
    ...conflictConditions(conflict, run),
    ...saidConditions(said, run),
  ];
}

const rangeWords = ({ from, to }: LengthRange, least: string, unit: string): string =>
  `${from ?? least} to ${to ?? 'any'} ${unit}`;

/** `a critique of 100 to 300 characters scored 0 to 4 by Neutral rubric`; `nameOf` names runs and judges. */
export function critiqueWords({ length, score, scorer, runs }: CritiqueRange, nameOf: (id: string) => string): string {
  const who = runs.length === 0 ? '' : ` by ${runs.map(nameOf).join(' or ')}`;
  const long = isOpen(length) ? '' : ` of ${rangeWords(length, '1', 'characters')}`;
  const scored = isOpen(score) ? '' : ` scored ${score.from ?? 0} to ${score.to ?? 10}`;
  const by = scorer === '' ? '' : `${scored === '' ? ' scored' : ''} by ${nameOf(scorer)}`;
  return `a critique${who}${long}${scored}${by}`;
}

/** `score 5 before and 1 after (Text dominance)`. */
export function pairWords({ kind, before, after, biasType }: PairRange, nameOf: (biasType: string) => string): string {
  const which = biasType === '' ? '' : ` (${nameOf(biasType)})`;
  if (kind === 'unscored') return `a side of a pair without a score${which}`;
  return `score ${before ?? 'any'} before and ${after ?? 'any'} after${which}`;
}
