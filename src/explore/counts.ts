import type { Row, Statement } from '../metrics/query.ts';
import { type Choices, STATUSES } from './choices.ts';
import { type Filter, isFiltered, OUTCOME, verdictSql, whereOf } from './filter.ts';
import { bitOf, facetColumn } from './identifier.ts';
import { CASES } from './scope.ts';

/** Names of counts that are no attribute; `right` and `wrong` count by run. */
type Special = 'total' | 'criterion' | 'outcome' | 'parse' | 'right' | 'wrong';

/** Cases per facet and value, each under all filters but the facet's own; `total` under all of them. */
export interface Counts {
  readonly total: number;
  readonly of: (facet: Special | (string & {}), value: string) => number;
}

/** Several sums over one scan of the cases as rows (facet, value, n). */
function sums(facet: string, conditions: ReadonlyMap<string, string>, where: Statement): Statement {
  const values = [...conditions.keys()];
  const counted = [...conditions.values()].map((sql) => `count(*) FILTER (WHERE ${sql})`).join(', ');
  return {
    sql: `SELECT '${facet}' AS facet, unnest([${values.map(() => '?').join(', ')}]) AS value, unnest([${counted}])::INTEGER AS n FROM ${CASES} ${where.sql}`,
    params: [...values, ...where.params],
  };
}

function groups(facet: string, expression: string, where: Statement): Statement {
  return {
    sql: `SELECT ? AS facet, ${expression} AS value, count(*)::INTEGER AS n FROM ${CASES} ${where.sql} GROUP BY ALL`,
    params: [facet, ...where.params],
  };
}

/** Runs grouped by whether the filter names them: those that it does not share one condition and one scan. */
function verdictCounts(choices: Choices, filter: Filter): Statement[] {
  const where = whereOf(choices, filter);
  const [free, named] = [false, true].map((wanted) =>
    choices.runs.filter(({ run }) => isFiltered(choices, filter, `run ${run}`) === wanted),
  );
  const count = (runs: Choices['runs'], without?: string): Statement[] =>
    runs.length === 0
      ? []
      : (['right', 'wrong'] as const).map((verdict) =>
          sums(verdict, new Map(runs.map(({ run }) => [run, verdictSql(choices, run, verdict)])), where(without)),
        );
  return [...count(free ?? []), ...(named ?? []).flatMap((one) => count([one], `run ${one.run}`))];
}

/** One statement for all counts: rows (facet, value, n). */
export function countStatement(choices: Choices, filter: Filter): Statement {
  const where = whereOf(choices, filter);
  const bitsOf = (column: string, values: readonly string[]) =>
    new Map(values.map((value, i) => [value, `(${column} & ${bitOf(i).bit}) <> 0`]));
  const criteria = choices.criteria.map(({ id }) => id);
  const all = [
    groups('total', "''", where()),
    ...choices.facets.map(({ name }) => groups(`attribute ${name}`, facetColumn(choices, name), where(name))),
    groups('outcome', OUTCOME, where('outcome')),
    sums('parse', bitsOf('_parse', STATUSES), where('parse')),
    ...(criteria.length === 0 ? [] : [sums('criterion', bitsOf('_criteria', criteria), where('criterion'))]),
    ...verdictCounts(choices, filter),
  ];
  return { sql: all.map(({ sql }) => sql).join('\nUNION ALL\n'), params: all.flatMap(({ params }) => params) };
}

export const COUNT_COLUMNS = { facet: 'string', value: 'string', n: 'number' } as const;

export function readCounts(rows: readonly Row[]): Counts {
  const known = new Map(rows.map((row) => [`${row['facet']}\n${row['value']}`, Number(row['n'])]));
  return { total: known.get('total\n') ?? 0, of: (facet, value) => known.get(`${facet}\n${value}`) ?? 0 };
}
