import { METRICS, metricById } from '../metrics/index.ts';
import type { Metric } from '../metrics/metric.ts';
import { pairSteps } from '../metrics/pairs.ts';
import { facetSql } from '../metrics/query.ts';
import { contributionsOfRun } from '../metrics/score.ts';
import { gaps, SIDES } from '../metrics/sides.ts';
import { MEASURED_TEXTS } from '../metrics/texts.ts';
import { parseSlice, slicePair } from '../schema/slice.ts';
import { bitCount } from '../sql/bit-count.ts';
import type { Statement } from '../sql/query.ts';
import { bound, listedTable, literal, literals } from '../sql/quote.ts';
import { composed, sqlStep, stepStatements } from '../sql/step.ts';
import { CASE_OUTCOMES, type Choices, type Facet, STATUSES } from './choices.ts';
import { bitOf, maskCount } from './identifier.ts';
import { OF_JUDGING_RUNS, ofRun } from './judging-runs.ts';
import { preferencesFor } from './people.ts';
import { saidConditions } from './said.ts';
import {
  ANY_ANSWERS,
  type AnswerFilter,
  asksForCritiques,
  type CriterionConflict,
  type CritiqueRange,
  type LengthRange,
  type PairRange,
  type Scope,
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

/** The table, one row per case, that every other statement of the explorer reads. */
export const CASES_TABLE = 'explore_cases';

/** Metrics by whose loss rule cases can be selected. */
export const lossMetrics: readonly Metric[] = METRICS.filter(({ loss }) => loss !== null);

/** Selects rows whose slice has every wanted pair; an empty value wants rows without the key. */
function sliceCondition(slice: string): Statement {
  const pairs = [...parseSlice(slice)];
  return {
    sql: pairs.map(([, value]) => ` AND ${value === '' ? 'NOT ' : ''}contains(';' || slice || ';', ?)`).join(''),
    params: pairs.map(([key, value]) => `;${slicePair(key, value)}${value === '' ? '' : ';'}`),
  };
}

/** Selects the cases that two runs share under a metric and that stand on the wanted side; null where no run is named to compare with. */
function againstCondition({ metric: id, run, slice, against }: Scope): Statement | null {
  const metric = metricById(id);
  if (metric === undefined || run === '' || against.run === '') return null;
  const wanted = sliceCondition(slice);
  const rows = {
    sql: `SELECT 0 AS line, run, instance, num, den FROM contributions
    WHERE metric IN (${bound(metric.rows)}) AND run IN (?, ?)${wanted.sql}`,
    params: [...metric.rows, run, against.run, ...wanted.params],
  };
  const { sql, params } = gaps(rows, { other: run, base: against.run });
  return { sql: `instance IN (SELECT instance FROM (${sql}) WHERE ${SIDES[against.side]})`, params };
}

/**
 * Selects the instances, one row for each answer that cost points under the scope's metric, of its run or of all that judge cases; null
 * where it asks for none, or for one whose rows only a run has. `columns`: those of `instances`.
 */
export function lossRows({ metric: id, run, slice }: Scope, columns: ReadonlySet<string>): Statement | null {
  const metric = metricById(id);
  if (metric === undefined || metric.loss === null) return null;
  const wanted = sliceCondition(slice);
  if (metric.onDemand === true) {
    if (run === '') return null;
    const { sql, params } = contributionsOfRun(metric, run, columns);
    return {
      sql: `SELECT instance FROM (${sql}) WHERE (${metric.loss})${wanted.sql}`,
      params: [...params, ...wanted.params],
    };
  }
  const own = ofRun(run);
  return {
    sql: `SELECT instance FROM contributions WHERE metric IN (${bound(metric.rows)}) AND ${own.sql}${wanted.sql} AND (${metric.loss})`,
    params: [...metric.rows, ...own.params, ...wanted.params],
  };
}

function lossConditions(scope: Scope, columns: ReadonlySet<string>): Statement[] {
  const compared = againstCondition(scope);
  if (compared !== null) return [compared];
  const lost = lossRows(scope, columns);
  if (lost !== null) return [{ sql: `instance IN (${lost.sql})`, params: lost.params }];
  if (scope.run === '' || lossMetrics.some(({ id }) => id === scope.metric)) return [];
  return [{ sql: 'instance IN (SELECT instance FROM judgments WHERE run = ?)', params: [scope.run] }];
}

function whereAll(conditions: readonly Statement[]): Statement {
  return {
    sql: conditions.length === 0 ? '' : `WHERE ${conditions.map(({ sql }) => sql).join(' AND ')}`,
    params: conditions.flatMap(({ params }) => params),
  };
}

/** Metrics that say of one answer whether it is right; the others count the same answers again in other ways. */
const verdicts = METRICS.filter(({ loss, rightness }) => loss !== null && rightness !== undefined);
/** A condition: a row of `contributions` means that an answer was wrong. */
export const VERDICT_LOST = `CASE metric ${verdicts.map(({ id, loss }) => `WHEN ${literal(id)} THEN ${loss}`).join(' ')} END`;
export const VERDICT_LIST = literals(verdicts.map(({ id }) => id));

/** Writes the bits of the listed texts, as CASE over a column; NULL for a text that is not listed. */
function bits(column: string, values: readonly string[]): string {
  if (values.length === 0) return 'NULL::BIGINT';
  return `CASE ${column} ${values.map((_, i) => `WHEN ? THEN ${bitOf(i).bit}`).join(' ')} END`;
}

/** Lists the numbers of the masks that hold a bit for each run. */
export const maskParts = (runs: Choices['runs']): readonly number[] =>
  Array.from({ length: maskCount(runs.length) }, (_, k) => k);

const won = (k: number): string => `coalesce(asked_${k} - lost_${k}, 0)`;
const lost = (k: number): string => `coalesce(lost_${k}, 0)`;

type MarkColumn = readonly [name: string, type: string, value: string];

/** Lists the columns of a case that say who was right, with their values from the masks `asked_k` and `lost_k`. */
function verdictColumns(runs: Choices['runs']): readonly MarkColumn[] {
  const parts = maskParts(runs);
  const right = parts.map((k) => bitCount(won(k))).join(' + ');
  const wrong = parts.map((k) => bitCount(lost(k))).join(' + ');
  const places = { right: CASE_OUTCOMES.indexOf('right'), wrong: CASE_OUTCOMES.indexOf('wrong') };
  const outcome = `CASE WHEN ${right} + ${wrong} = 0 THEN ${CASE_OUTCOMES.indexOf('none')} WHEN ${wrong} = 0 THEN ${places.right}
    WHEN ${right} = 0 THEN ${places.wrong} ELSE ${CASE_OUTCOMES.indexOf('mixed')} END`;
  return [
    ...parts.flatMap((k): MarkColumn[] => [
      [`_won_${k}`, 'BIGINT', won(k)],
      [`_lost_${k}`, 'BIGINT', lost(k)],
    ]),
    ['_right', 'INTEGER', right],
    ['_wrong', 'INTEGER', wrong],
    ['_outcome', 'UTINYINT', outcome],
  ];
}

/** Gives the place of a case's value in the facet's list. */
const codeOf = ({ name, values }: Facet): string => `list_position([${bound(values)}], ${facetSql(name)}) - 1`;

/** Writes the SQL of `places`: runs with their bit in each mask. The bits of a case's runs are put together by `bit_or`. */
export function runBits(runs: Choices['runs']): string {
  const parts = maskParts(runs);
  const rows = runs.map(({ run }, place) => {
    const { column, bit } = bitOf(place);
    return [run, ...parts.map((k) => (k === column ? bit : '0'))];
  });
  const columns = { run: 'VARCHAR', ...Object.fromEntries(parts.map((k) => [`bit_${k}`, 'BIGINT'])) };
  return `places AS (FROM ${listedTable('listed', columns, rows)})`;
}

/** The repeat that a row belongs to; '' where its slice names none. */
export const REPEAT = `regexp_extract(slice, '(?:^|;)repeat=([^;]*)', 1)`;

/**
 * Makes `places` and `marked`: per instance who was judged and who lost, all in all or under one criterion. A repeat is lost by one wrong answer
 * in it; a run loses the case if it loses half of its repeats or more, so that one lost repeat of five does not make a case wrong.
 */
export function marksSql(runs: Choices['runs'], criterion: string): string {
  const masks = maskParts(runs).map(
    (k) => `bit_or(bit_${k}) AS asked_${k}, bit_or(CASE WHEN lost THEN bit_${k} ELSE 0 END) AS lost_${k}`,
  );
  const only =
    criterion === '' ? '' : ` AND contains(';' || slice || ';', ${literal(`;${slicePair('criterion', criterion)};`)})`;
  return `${runBits(runs)},
repeats AS (
  SELECT instance, run, ${REPEAT} AS repeat, bool_or(${VERDICT_LOST}) AS lost FROM contributions
  WHERE metric IN (${VERDICT_LIST})${only} GROUP BY ALL),
judged_runs AS (SELECT instance, run, 2 * count_if(lost) >= count(*) AS lost FROM repeats GROUP BY instance, run),
marked AS (
  SELECT instance, ${masks.join(', ')} FROM judged_runs JOIN places USING (run) GROUP BY instance)`;
}

/**
 * The order in which cases stand where no other is asked for, and equal ones in any other: those of which some judge is right or wrong, then
 * the rest.
 */
export const USUAL_ORDER = `_outcome = ${CASE_OUTCOMES.indexOf('none')}, _place`;

/** The table of all cases, which the build stores because computing it from all judgments and scores takes long. */
export const STORED_CASES = 'stored.cases';

export type Summarised = Pick<Choices, 'runs' | 'facets'> & { readonly criteria: readonly { readonly id: string }[] };

const summaryColumns = ({ runs, facets }: Summarised): readonly MarkColumn[] => [
  ['_place', 'INTEGER', 'instances.rowid'],
  ...facets.map((facet, i): MarkColumn => [`_facet_${i}`, 'UTINYINT', codeOf(facet)]),
  ...verdictColumns(runs),
  ['_judgments', 'INTEGER', 'coalesce(judgments, 0)'],
  ['_longest', 'INTEGER', 'coalesce(longest, 0)'],
  ['_parse', 'BIGINT', 'coalesce(statuses, 0)'],
  ['_criteria', 'BIGINT', 'coalesce(criteria, 0)'],
  ['_prompt', 'INTEGER', 'prompt_length'],
];

/**
 * Makes the table `stored.cases`, in the schema `stored`, which must exist. Per case, in the usual order: `_place`, its row in
 * `instances`; `_facet_k`, the place of its value in the list of the facet; `_won_k` and `_lost_k`, bits of the runs that were right
 * and of those that were wrong; `_right`, `_wrong`, the number of these runs; `_outcome`, the place in `CASE_OUTCOMES`; `_judgments`,
 * `_longest` (characters of the longest rationale), `_parse` and `_criteria` (bits of what its judgments have); `_prompt`, characters
 * of its prompt. A run is right when more than half of its repeats had no wrong answer here.
 */
export function summariseCases(summarised: Summarised): readonly Statement[] {
  const { facets, criteria } = summarised;
  const ids = criteria.map(({ id }) => id);
  const columns = summaryColumns(summarised);
  const create = `CREATE OR REPLACE TABLE ${STORED_CASES} (${columns.map(([name, type]) => `${name} ${type}`).join(', ')})`;
  const insert = `INSERT INTO ${STORED_CASES} WITH ${marksSql(summarised.runs, '')},
judged AS (
  SELECT instance, count(*) AS judgments, max(length) AS longest, bit_or(${bits('parse', STATUSES)}) AS statuses,
    bit_or(${bits('criterion', ids)}) AS criteria
  FROM judgments WHERE ${OF_JUDGING_RUNS} GROUP BY instance)
SELECT ${columns.map(([name, , value]) => `${value} AS ${name}`).join(', ')}
FROM instances LEFT JOIN judged USING (instance) LEFT JOIN marked USING (instance) ORDER BY ${USUAL_ORDER}`;
  // DuckDB binds values to INSERT, not to CREATE.
  return [
    { sql: create, params: [] },
    { sql: insert, params: [...STATUSES, ...ids, ...facets.flatMap((facet) => facet.values)] },
  ];
}

/** The cases of a selection, where it is not all of them. */
const SOME = 'explore_some';

/** Selects the rows of `explore_some`: right and wrong as stored, or under the scope's criterion. */
function someCases(runs: Choices['runs'], criterion: string, kept: Statement): Statement {
  const from = `${STORED_CASES} AS cases JOIN instances ON cases._place = instances.rowid`;
  if (criterion === '') {
    return { sql: `SELECT cases.* FROM ${from} ${kept.sql} ORDER BY ${USUAL_ORDER}`, params: kept.params };
  }
  const replaced = verdictColumns(runs).map(([name, , value]) => `${value} AS ${name}`);
  return {
    sql: `WITH ${marksSql(runs, criterion)}
FROM (SELECT cases.* REPLACE (${replaced.join(', ')}) FROM ${from} LEFT JOIN marked USING (instance) ${kept.sql}) ORDER BY ${USUAL_ORDER}`,
    params: kept.params,
  };
}

/**
 * Makes `explore_cases`, with the columns of `stored.cases`: the cases of a scope, in the usual order. All of them are read
 * where the build stored them; fewer, or judged by one criterion, are worked out into a temporary table.
 */
export function createCases(
  choices: Pick<Choices, 'runs' | 'sliced'>,
  scope: Scope,
  answers: AnswerFilter = ANY_ANSWERS,
): readonly Statement[] {
  const { runs, sliced } = choices;
  const columns = new Set(sliced);
  const kept = whereAll([...lossConditions(scope, columns), ...answerConditions(answers, scope.run, columns)]);
  if (kept.sql === '' && scope.criterion === '')
    return stepStatements([sqlStep('view', CASES_TABLE, `FROM ${STORED_CASES}`)]);
  return stepStatements([
    sqlStep('table', SOME, `FROM ${STORED_CASES} LIMIT 0`),
    { name: SOME, kind: 'rows', ...someCases(runs, scope.criterion, kept) },
    sqlStep('view', CASES_TABLE, `FROM ${SOME}`),
  ]);
}
