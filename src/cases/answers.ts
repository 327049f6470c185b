import { pairSteps } from '../metrics/pairs.ts';
import { MEASURED_TEXTS } from '../metrics/texts.ts';
import type { Statement } from '../sql/query.ts';
import { bound } from '../sql/quote.ts';
import { composed } from '../sql/step.ts';
import { ofRun } from './judging-runs.ts';
import { preferencesFor } from './people.ts';
import { saidConditions } from './said.ts';
import {
  type AnswerFilter,
  asksForCritiques,
  type CriterionConflict,
  type CritiqueRange,
  type LengthRange,
  type PairRange,
} from './wanted.ts';

/** Writes the condition on `instances`: the labels by which `run` is scored differ between the two criteria. */
export function conflictConditions({ criterion, other }: CriterionConflict, run: string): readonly Statement[] {
  if (criterion === '' || other === '') return [];
  const labels = preferencesFor(run);
  const of = `(${labels.sql}) WHERE value IN ('a', 'b') AND criterion = ?`;
  return [
    {
      sql: `instance IN (SELECT instance FROM (SELECT instance, value AS first FROM ${of})
  JOIN (SELECT instance, value AS second FROM ${of}) USING (instance) WHERE first <> second)`,
      params: [...labels.params, criterion, ...labels.params, other],
    },
  ];
}

function within(column: string, { from, to }: LengthRange): Statement[] {
  return [
    ...(from === null ? [] : [{ sql: `${column} >= ?`, params: [from] }]),
    ...(to === null ? [] : [{ sql: `${column} <= ?`, params: [to] }]),
  ];
}

/** Gives the source with all of the conditions. */
const filtered = (source: string, conditions: readonly Statement[]): Statement => ({
  sql: `${source} WHERE ${conditions.map(({ sql }) => sql).join(' AND ')}`,
  params: conditions.flatMap(({ params }) => params),
});

/** Writes the condition that an instance is among those selected. */
const among = ({ sql, params }: Statement): Statement => ({ sql: `instance IN (${sql})`, params });

const equals = (column: string, value: string | number | null): Statement[] =>
  value === null || value === '' ? [] : [{ sql: `${column} = ?`, params: [value] }];

function critiqueCondition({ of, length, score, part, runs }: CritiqueRange): Statement {
  return among(
    filtered(`SELECT instance FROM (${MEASURED_TEXTS[of]})`, [
      ...within('length', length),
      ...within('value', score),
      ...equals('part', part),
      runs.length === 0 ? ofRun('') : { sql: `run IN (${bound(runs)})`, params: runs },
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
    ofRun(run),
  ]);
  return among(composed(pairSteps(columns), found));
}

/** Writes conditions on `instances` that have such an answer. Pairs are those of `run`, '' for any; `columns` are those of `instances`. */
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
