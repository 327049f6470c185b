import { METRICS, metricById } from '../metrics/index.ts';
import type { Metric } from '../metrics/metric.ts';
import type { Statement } from '../metrics/query.ts';
import { parseSlice } from '../metrics/slice.ts';
import { type Choices, STATUSES } from './choices.ts';
import { bitOf, maskCount } from './identifier.ts';

/** Which rows the table of cases is made of: a criterion to judge right and wrong by, and what cost a run points. */
export interface Scope {
  /** '' for all. */
  readonly criterion: string;
  /** Cases that cost points under this metric; '' for all. */
  readonly metric: string;
  /** Of this run only; '' for any. */
  readonly run: string;
  /** `key=value` pairs joined by `;`; '' for all. */
  readonly slice: string;
}

/** Metrics that say of one answer whether it is right; the others count the same answers again in other ways. */
const VERDICTS: ReadonlySet<string> = new Set([
  'criterion_accuracy',
  'position_robustness',
  'verbosity_robustness',
  'bd',
  'bc',
  'critique_accuracy',
  'preference_accuracy',
]);

/** The table that every other statement of the explorer reads; one row per case. */
export const CASES = 'explore_cases';

/** Metrics by whose loss rule cases can be selected. */
export const lossMetrics: readonly Metric[] = METRICS.filter(({ loss }) => loss !== null);

const encoded = (text: string): string => text.replace(/[%;=]/g, (c) => encodeURIComponent(c));

/** Rows whose slice has every wanted pair; an empty value wants rows without the key. */
function sliceCondition(slice: string): Statement {
  const pairs = [...parseSlice(slice)];
  return {
    sql: pairs.map(([, value]) => ` AND ${value === '' ? 'NOT ' : ''}contains(';' || slice || ';', ?)`).join(''),
    params: pairs.map(([key, value]) => `;${encoded(key)}=${encoded(value)}${value === '' ? '' : ';'}`),
  };
}

const placeholders = (values: readonly unknown[]): string => values.map(() => '?').join(', ');

function lossCondition({ metric: id, run, slice }: Scope): Statement {
  const metric = metricById(id);
  if (metric === undefined || metric.loss === null) {
    if (run === '') return { sql: '', params: [] };
    return { sql: 'WHERE instance IN (SELECT instance FROM judgments WHERE run = ?)', params: [run] };
  }
  const wanted = sliceCondition(slice);
  const own = run === '' ? '' : ' AND run = ?';
  return {
    sql: `WHERE instance IN (SELECT instance FROM contributions WHERE metric IN (${placeholders(metric.rows)})${own}${wanted.sql} AND (${metric.loss}))`,
    params: [...metric.rows, ...(run === '' ? [] : [run]), ...wanted.params],
  };
}

const verdicts = METRICS.filter(({ id, loss }) => loss !== null && VERDICTS.has(id));
const LOST = `CASE metric ${verdicts.map(({ id, loss }) => `WHEN '${id}' THEN ${loss}`).join(' ')} END`;
const VERDICT_LIST = verdicts.map(({ id }) => `'${id}'`).join(', ');

/** Bits of the listed texts, as CASE over a column; NULL for a text that is not listed. */
function bits(column: string, values: readonly string[]): string {
  if (values.length === 0) return 'NULL::BIGINT';
  return `CASE ${column} ${values.map((_, i) => `WHEN ? THEN ${bitOf(i).bit}`).join(' ')} END`;
}

function masks(count: number): string {
  return Array.from({ length: maskCount(count) }, (_, k) => {
    const bit = `CASE WHEN place // 60 = ${k} THEN 1::BIGINT << (place % 60)::INTEGER ELSE 0 END`;
    return `bit_or(${bit}) AS asked_${k}, bit_or(CASE WHEN lost THEN ${bit} ELSE 0 END) AS lost_${k}`;
  }).join(', ');
}

/** An empty table of the right form: DuckDB binds values to INSERT, not to CREATE. */
function emptyCases(runs: number): Statement {
  const numbered = Array.from(
    { length: maskCount(runs) },
    (_, k) => `0::BIGINT AS _asked_${k}, 0::BIGINT AS _lost_${k}`,
  );
  return {
    sql: `CREATE OR REPLACE TEMP TABLE ${CASES} AS
SELECT 0::INTEGER AS _place, instances.*, ${numbered.join(', ')}, 0::INTEGER AS _right, 0::INTEGER AS _wrong,
  0::INTEGER AS _judgments, 0::INTEGER AS _longest, 0::BIGINT AS _parse, 0::BIGINT AS _criteria
FROM instances LIMIT 0`,
    params: [],
  };
}

/**
 * Makes `explore_cases`, in two statements: per case its place and columns of `instances`; `_asked_k` and `_lost_k`, bits of the runs
 * that were judged and of those with a loss; `_right`, `_wrong`, the number of these runs; `_judgments`, `_longest` (characters of
 * the longest rationale), `_parse` and `_criteria` (bits of what its judgments have). A run is right when nothing that it answered
 * here was a loss.
 */
export function createCases(choices: Pick<Choices, 'runs' | 'criteria'>, scope: Scope): readonly Statement[] {
  const { runs, criteria } = choices;
  const { criterion } = scope;
  const loss = lossCondition(scope);
  const columns = Array.from(
    { length: maskCount(runs.length) },
    (_, k) => `coalesce(asked_${k}, 0), coalesce(lost_${k}, 0)`,
  ).join(', ');
  const places = runs.length === 0 ? "SELECT '', 0 LIMIT 0" : `VALUES ${runs.map((_, i) => `(?, ${i})`).join(', ')}`;
  const only = criterion === '' ? { sql: '', params: [] } : sliceCondition(`criterion=${encoded(criterion)}`);
  const ids = criteria.map(({ id }) => id);
  const insert = `INSERT INTO ${CASES} WITH scored AS (
  SELECT instance, run, bool_or(${LOST}) AS lost FROM contributions
  WHERE metric IN (${VERDICT_LIST})${only.sql} GROUP BY instance, run),
places(run, place) AS (${places}),
marked AS (
  SELECT instance, count_if(NOT lost) AS n_right, count_if(lost) AS n_wrong, ${masks(runs.length)}
  FROM scored JOIN places USING (run) GROUP BY instance),
judged AS (
  SELECT instance, count(*) AS judgments, max(length) AS longest, bit_or(${bits('parse', STATUSES)}) AS statuses,
    bit_or(${bits('criterion', ids)}) AS criteria
  FROM judgments GROUP BY instance)
SELECT instances.rowid, instances.*, ${columns}, coalesce(n_right, 0), coalesce(n_wrong, 0), coalesce(judgments, 0),
  coalesce(longest, 0), coalesce(statuses, 0), coalesce(criteria, 0)
FROM instances LEFT JOIN judged USING (instance) LEFT JOIN marked USING (instance)
${loss.sql} ORDER BY instances.rowid`;
  const params = [...only.params, ...runs.map(({ run }) => run), ...STATUSES, ...ids, ...loss.params];
  return [emptyCases(runs.length), { sql: insert, params }];
}
