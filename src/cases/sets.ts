import { METRICS, metricById } from '../metrics/index.ts';
import { instanceColumns } from '../metrics/items.ts';
import type { Metric } from '../metrics/metric.ts';
import { pairSteps } from '../metrics/pairs.ts';
import { gaps, SIDES } from '../metrics/query.ts';
import { contributionsOfRun } from '../metrics/score.ts';
import { MEASURED_TEXTS } from '../metrics/texts.ts';
import { parseSlice, slicePair } from '../schema/slice.ts';
import { number, type Query, type Statement, text } from '../sql/query.ts';
import { bound, literal, literals } from '../sql/quote.ts';
import { composed } from '../sql/step.ts';
import { OF_JUDGING_RUNS, ofRun, preferencesFor, saidConditions } from './said.ts';
import {
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

const filtered = (source: string, conditions: readonly Statement[]): Statement => ({
  sql: `${source} WHERE ${conditions.map(({ sql }) => sql).join(' AND ')}`,
  params: conditions.flatMap(({ params }) => params),
});

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

/** A row per answer that cost points under the scope's metric, of its run or of all judges; null without such a metric, or where only a run has its rows. */
function lossRows({ metric: id, run, slice }: Scope, columns: ReadonlySet<string>): Statement | null {
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

/** Cases that cost each run points, as its list holds them; nothing under a metric whose rows are made on demand. */
export async function lostByRun(
  query: Query,
  { metric: id, slice }: Pick<Scope, 'metric' | 'slice'>,
): Promise<Readonly<Record<string, number>>> {
  const metric = metricById(id);
  if (metric === undefined || metric.loss === null || metric.onDemand === true) return {};
  const wanted = sliceCondition(slice);
  const rows = await query(
    `SELECT run, count(DISTINCT instance)::INTEGER AS lost FROM contributions WHERE metric IN (${bound(metric.rows)})${wanted.sql} AND (${metric.loss}) GROUP BY run`,
    [...metric.rows, ...wanted.params],
  );
  return Object.fromEntries(rows.map((row) => [text(row, 'run'), number(row, 'lost')]));
}

/** Writes conditions on `instances` that cost points under the scope's metric, or on which one run is ahead of another; none without a metric. */
function lossConditions(scope: Scope, columns: ReadonlySet<string>): Statement[] {
  const compared = againstCondition(scope);
  if (compared !== null) return [compared];
  const lost = lossRows(scope, columns);
  return lost === null ? [] : [among(lost)];
}

/** What SQL finds cases by: a scope's lost points, unless the columns hold them (null), and answers. */
export interface FoundBySql {
  readonly lost: Scope | null;
  readonly answers: AnswerFilter;
  /** Whose pairs and answers; '' for anybody's. */
  readonly run: string;
}

/** Finds the places of cases in the current database, ascending; null where all of them are meant. */
export async function findPlaces(query: Query, { lost, answers, run }: FoundBySql): Promise<readonly number[] | null> {
  const columns = await instanceColumns(query);
  const conditions = [
    ...(lost === null ? [] : lossConditions(lost, columns)),
    ...answerConditions(answers, run, columns),
  ];
  if (conditions.length === 0) return null;
  const { sql, params } = filtered('SELECT rowid::INTEGER AS place FROM instances', conditions);
  return (await query(`${sql} ORDER BY rowid`, params)).map((row) => number(row, 'place'));
}

/** Counts the answers to each case that cost points under a scope's metric, NaN where none did; null where it has no such answers. */
export async function findPoints(query: Query, scope: Scope, cases: number): Promise<Float64Array | null> {
  const lost = lossRows(scope, await instanceColumns(query));
  if (lost === null) return null;
  const points = new Float64Array(cases).fill(Number.NaN);
  const sql = `SELECT instances.rowid::INTEGER AS place, count(*)::INTEGER AS points FROM (${lost.sql}) JOIN instances USING (instance) GROUP BY ALL`;
  for (const row of await query(sql, lost.params)) points[number(row, 'place')] = number(row, 'points');
  return points;
}

/** Metrics that say of one answer whether it is right; the others count the same answers again in other ways. */
const verdicts = METRICS.filter(({ loss, rightness }) => loss !== null && rightness !== undefined);
/** A condition: a row of `contributions` means that an answer was wrong. */
export const VERDICT_LOST = `CASE metric ${verdicts.map(({ id, loss }) => `WHEN ${literal(id)} THEN ${loss}`).join(' ')} END`;
const VERDICT_LIST = literals(verdicts.map(({ id }) => id));

/** The repeat that a row belongs to; '' where its slice names none. */
const REPEAT = `regexp_extract(slice, '(?:^|;)repeat=([^;]*)', 1)`;

const CRITERION = `regexp_extract(slice, '(?:^|;)(criterion=[^;]*)', 1)`;

/** Verdicts all in all, or by each criterion: `part` is then `criterion=…` as slices have it. */
const PARTS = {
  all: { sql: "''", where: '' },
  criterion: { sql: CRITERION, where: ` AND ${CRITERION} <> ''` },
} as const;
export type VerdictPart = keyof typeof PARTS;

/** Rows (run, instance, part, lost). One wrong answer loses a repeat; half of the repeats or more lose the case. */
export const verdictsSql = (
  of: VerdictPart,
): string => `SELECT run, instance, part, 2 * count_if(lost) >= count(*) AS lost FROM (
  SELECT run, instance, ${PARTS[of].sql} AS part, ${REPEAT} AS repeat, bool_or(${VERDICT_LOST}) AS lost FROM contributions
  WHERE metric IN (${VERDICT_LIST}) AND ${OF_JUDGING_RUNS}${PARTS[of].where} GROUP BY ALL)
GROUP BY run, instance, part`;

/** Selects the rows (run, instance, part) that cost points under a metric. */
export const lostRows = (
  { rows, loss }: Metric,
  of: VerdictPart,
): string => `SELECT DISTINCT run, instance, ${PARTS[of].sql} AS part
FROM contributions WHERE metric IN (${literals(rows)}) AND ${OF_JUDGING_RUNS} AND (${loss})${PARTS[of].where}`;
