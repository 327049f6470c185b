import { METRICS, metricById } from '../metrics/index.ts';
import type { Metric } from '../metrics/metric.ts';
import { contributionsOfRun, ON_DEMAND } from '../metrics/on-demand.ts';
import type { Statement } from '../metrics/query.ts';
import { gaps, SIDES, type Side } from '../metrics/sides.ts';
import { parseSlice } from '../metrics/slice.ts';
import { ANY_ANSWERS, type Answers, answerConditions } from './answers.ts';
import { type Choices, type Facet, OUTCOMES, STATUSES } from './choices.ts';
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
  /** Not what cost points, but what `run` has more of than this other run, or as much. */
  readonly against: Against;
}

/** A second run, and how the first stands to it; the run is '' where there is none. */
export interface Against {
  readonly run: string;
  readonly side: Exclude<Side, 'below'>;
}

export const NOBODY: Against = { run: '', side: 'above' };

export const EVERY_CASE: Scope = { criterion: '', metric: '', run: '', slice: '', against: NOBODY };

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

/** Cases that two runs share under a metric and that stand on the wanted side; null where no second run is named. */
function againstCondition({ metric: id, run, slice, against }: Scope): Statement | null {
  const metric = metricById(id);
  if (metric === undefined || run === '' || against.run === '') return null;
  const wanted = sliceCondition(slice);
  const rows = {
    sql: `SELECT 0 AS line, run, instance, num, den FROM contributions
    WHERE metric IN (${placeholders(metric.rows)}) AND run IN (?, ?)${wanted.sql}`,
    params: [...metric.rows, run, against.run, ...wanted.params],
  };
  const { sql, params } = gaps(rows, { first: run, second: against.run });
  return { sql: `instance IN (SELECT instance FROM (${sql}) WHERE ${SIDES[against.side]})`, params };
}

/** `attributes`: columns of `instances`. */
function lossConditions(scope: Scope, attributes: ReadonlySet<string>): Statement[] {
  const { metric: id, run, slice } = scope;
  const compared = againstCondition(scope);
  if (compared !== null) return [compared];
  const metric = metricById(id);
  if (metric === undefined || metric.loss === null) {
    if (run === '') return [];
    return [{ sql: 'instance IN (SELECT instance FROM judgments WHERE run = ?)', params: [run] }];
  }
  const wanted = sliceCondition(slice);
  if (ON_DEMAND.has(metric.id)) {
    if (run === '') return [];
    const { sql, params } = contributionsOfRun(metric, run, attributes);
    return [
      {
        sql: `instance IN (SELECT instance FROM (${sql}) WHERE (${metric.loss})${wanted.sql})`,
        params: [...params, ...wanted.params],
      },
    ];
  }
  const own = run === '' ? '' : ' AND run = ?';
  return [
    {
      sql: `instance IN (SELECT instance FROM contributions WHERE metric IN (${placeholders(metric.rows)})${own}${wanted.sql} AND (${metric.loss}))`,
      params: [...metric.rows, ...(run === '' ? [] : [run]), ...wanted.params],
    },
  ];
}

function whereAll(conditions: readonly Statement[]): Statement {
  return {
    sql: conditions.length === 0 ? '' : `WHERE ${conditions.map(({ sql }) => sql).join(' AND ')}`,
    params: conditions.flatMap(({ params }) => params),
  };
}

const verdicts = METRICS.filter(({ id, loss }) => loss !== null && VERDICTS.has(id));
/** SQL: whether a row of `contributions` says that an answer was wrong. */
export const LOST = `CASE metric ${verdicts.map(({ id, loss }) => `WHEN '${id}' THEN ${loss}`).join(' ')} END`;
const VERDICT_LIST = verdicts.map(({ id }) => `'${id}'`).join(', ');

/** Bits of the listed texts, as CASE over a column; NULL for a text that is not listed. */
function bits(column: string, values: readonly string[]): string {
  if (values.length === 0) return 'NULL::BIGINT';
  return `CASE ${column} ${values.map((_, i) => `WHEN ? THEN ${bitOf(i).bit}`).join(' ')} END`;
}

const partsOf = (runs: Choices['runs']): readonly number[] =>
  Array.from({ length: maskCount(runs.length) }, (_, k) => k);

/** What stands in `explore_cases` beside the columns of `instances`: name, type, and value in the statement that fills it. */
function columnsOf({ runs, facets }: Pick<Choices, 'runs' | 'facets'>): readonly (readonly [string, string, string])[] {
  const parts = partsOf(runs);
  const both = (count: (k: number) => string): string => parts.map(count).join(' + ');
  const won = (k: number): string => `coalesce(asked_${k} - lost_${k}, 0)`;
  const lost = (k: number): string => `coalesce(lost_${k}, 0)`;
  const right = both((k) => `bit_count(${won(k)})`);
  const wrong = both((k) => `bit_count(${lost(k)})`);
  const places = { right: OUTCOMES.indexOf('right'), wrong: OUTCOMES.indexOf('wrong') };
  const outcome = `CASE WHEN ${right} + ${wrong} = 0 THEN ${OUTCOMES.indexOf('none')} WHEN ${wrong} = 0 THEN ${places.right}
    WHEN ${right} = 0 THEN ${places.wrong} ELSE ${OUTCOMES.indexOf('mixed')} END`;
  return [
    ...facets.map((_, i) => [`_facet_${i}`, 'UTINYINT', `summed._facet_${i}`] as const),
    ...parts.flatMap((k) => [[`_won_${k}`, 'BIGINT', won(k)] as const, [`_lost_${k}`, 'BIGINT', lost(k)] as const]),
    ['_right', 'INTEGER', right],
    ['_wrong', 'INTEGER', wrong],
    ['_outcome', 'UTINYINT', outcome],
    ['_judgments', 'INTEGER', 'summed._judgments'],
    ['_longest', 'INTEGER', 'summed._longest'],
    ['_parse', 'BIGINT', 'summed._statuses'],
    ['_criteria', 'BIGINT', 'summed._criteria'],
  ];
}

/** The place of a case's value in the facet's list. */
const codeOf = ({ name, values }: Facet): string =>
  `list_position([${placeholders(values)}], "${name.replaceAll('"', '""')}") - 1`;

/** `places`: runs with their bit in each mask; those that the runs of a case have are put together by `bit_or`. */
function runBits(runs: Choices['runs']): Statement {
  const parts = partsOf(runs);
  const rows = runs.map((_, place) => {
    const { column, bit } = bitOf(place);
    return `(?, ${parts.map((k) => (k === column ? `${bit}::BIGINT` : '0')).join(', ')})`;
  });
  const zeros = parts.map(() => '0::BIGINT').join(', ');
  const sql = rows.length === 0 ? `SELECT '', ${zeros} LIMIT 0` : `VALUES ${rows.join(', ')}`;
  return {
    sql: `places(run, ${parts.map((k) => `bit_${k}`).join(', ')}) AS (${sql})`,
    params: runs.map(({ run }) => run),
  };
}

/** `places` and `marked`: per instance who was judged and who lost, all in all or under one criterion. */
function marks(runs: Choices['runs'], criterion: string): Statement {
  const places = runBits(runs);
  const masks = partsOf(runs).map(
    (k) => `bit_or(bit_${k}) AS asked_${k}, bit_or(CASE WHEN ${LOST} THEN bit_${k} ELSE 0 END) AS lost_${k}`,
  );
  const only = criterion === '' ? { sql: '', params: [] } : sliceCondition(`criterion=${encoded(criterion)}`);
  const sql = `${places.sql},
marked AS (
  SELECT instance, ${masks.join(', ')} FROM contributions JOIN places USING (run)
  WHERE metric IN (${VERDICT_LIST})${only.sql} GROUP BY instance)`;
  return { sql, params: [...places.params, ...only.params] };
}

/** Where the build keeps what takes long to work out of all judgments and scores: the explorer's first answer waits for it. */
const SUMMED = 'stored.cases';

type Summarised = Pick<Choices, 'runs' | 'facets'> & { readonly criteria: readonly { readonly id: string }[] };

/**
 * Makes the table `stored.cases`, in the schema `stored`, which must exist: per case its `_place` in `instances`; `asked_k` and
 * `lost_k`, bits of the runs that were judged and of those with a loss; `_judgments`, `_longest`, `_statuses` and `_criteria` as bits,
 * `_facet_k`, the place of its value in the list of the facet.
 */
export function summariseCases({ runs, facets, criteria }: Summarised): readonly Statement[] {
  const ids = criteria.map(({ id }) => id);
  const { sql, params } = marks(runs, '');
  const masks = partsOf(runs).flatMap((k) => [`asked_${k}`, `lost_${k}`]);
  const create = `CREATE OR REPLACE TABLE ${SUMMED} (_place INTEGER, ${masks.map((name) => `${name} BIGINT`).join(', ')},
  _judgments INTEGER, _longest INTEGER, _statuses BIGINT, _criteria BIGINT${facets.map((_, i) => `, _facet_${i} UTINYINT`).join('')})`;
  const insert = `INSERT INTO ${SUMMED} WITH ${sql},
judged AS (
  SELECT instance, count(*) AS judgments, max(length) AS longest, bit_or(${bits('parse', STATUSES)}) AS statuses,
    bit_or(${bits('criterion', ids)}) AS criteria
  FROM judgments GROUP BY instance)
SELECT instances.rowid, ${[...masks, 'judgments', 'longest', 'statuses', 'criteria'].map((name) => `coalesce(${name}, 0)`).join(', ')}${facets.map((facet) => `, ${codeOf(facet)}`).join('')}
FROM instances LEFT JOIN judged USING (instance) LEFT JOIN marked USING (instance) ORDER BY instances.rowid`;
  return [
    { sql: create, params: [] },
    { sql: insert, params: [...params, ...STATUSES, ...ids, ...facets.flatMap((facet) => facet.values)] },
  ];
}

/** The cases with what is known of each: the marks as stored, or those under one criterion. */
function casesWithMarks({ runs }: Pick<Choices, 'runs'>, criterion: string): Statement & { readonly before: string } {
  const joined = `instances JOIN ${SUMMED} AS summed ON summed._place = instances.rowid`;
  if (criterion === '') return { before: '', sql: joined, params: [] };
  const { sql, params } = marks(runs, criterion);
  const masks = partsOf(runs).flatMap((k) => [`asked_${k}`, `lost_${k}`]);
  const others = joined.replace(SUMMED, `(SELECT * EXCLUDE (${masks.join(', ')}) FROM ${SUMMED})`);
  return { before: `WITH ${sql}`, sql: `${others} LEFT JOIN marked USING (instance)`, params };
}

/**
 * Makes `explore_cases`, in two statements (DuckDB binds values to INSERT, not to CREATE): per case its place and columns of
 * `instances`; `_facet_k`, the place of its value in the list of the facet; `_won_k` and `_lost_k`, bits of the runs that were right
 * and of those that were wrong; `_right`, `_wrong`, the number of these runs; `_outcome`, the place in `OUTCOMES`; `_judgments`,
 * `_longest` (characters of the longest rationale), `_parse` and `_criteria` (bits of what its judgments have). A run is right when
 * nothing that it answered here was a loss.
 */
export function createCases(
  choices: Pick<Choices, 'runs' | 'facets'>,
  scope: Scope,
  answers: Answers = ANY_ANSWERS,
): readonly Statement[] {
  const { facets } = choices;
  const columns = columnsOf(choices);
  const attributes = new Set(facets.map(({ name }) => name));
  const kept = whereAll([...lossConditions(scope, attributes), ...answerConditions(answers, scope.run, attributes)]);
  const { before, sql, params } = casesWithMarks(choices, scope.criterion);
  const create = `CREATE OR REPLACE TEMP TABLE ${CASES} AS SELECT 0::INTEGER AS _place, instances.*,
  ${columns.map(([name, type]) => `NULL::${type} AS ${name}`).join(', ')} FROM instances LIMIT 0`;
  const insert = `INSERT INTO ${CASES} ${before}
SELECT instances.rowid, instances.*, ${columns.map(([, , value]) => value).join(', ')} FROM ${sql}
${kept.sql} ORDER BY instances.rowid`;
  return [
    { sql: create, params: [] },
    { sql: insert, params: [...params, ...kept.params] },
  ];
}
