import type { SortKey } from '../schema/board.ts';
import type { Statement } from '../sql/query.ts';
import { identifier, literal } from '../sql/quote.ts';
import type { Choices } from './choices.ts';
import { conditionOf, verdictSql } from './filter.ts';
import { bitOf, codeColumn, knownColumn } from './identifier.ts';
import { byBytes, facetSortKey, PAGE_ROWS, SORTS, sortsByPoints } from './list-columns.ts';
import { POINTS } from './points.ts';
import { CASES_TABLE, USUAL_ORDER } from './scope.ts';
import type { Filter } from './wanted.ts';

/** What is sorted by beside the facets, in SQL. Cases that no judge was right or wrong on have no share. */
const SORT_SQL: Readonly<Record<(typeof SORTS)[number], string>> = {
  case: '_place',
  right: '_right / nullif(_right + _wrong, 0)',
  points: `${POINTS}.points`,
  longest: '_longest',
  judgments: '_judgments',
  prompt: '_prompt',
};

/**
 * Writes the SQL list of the rank of each place in a facet's list: cases have the place of their value, and the list has no order. The
 * empty value has no rank.
 */
function rankOf({ facets }: Pick<Choices, 'facets'>, key: string): string {
  const { name = '', values = [] } = facets.find((facet) => facetSortKey(facet.name) === key) ?? {};
  const sorted = values.toSorted(byBytes);
  const ranks = values.map((value) => (value === '' ? 'NULL' : sorted.indexOf(value)));
  return `[${ranks.join(', ')}][${codeColumn({ facets }, name)} + 1]`;
}

/** Writes an order: missing values stand last in both directions; equal rows keep the usual order, so that pages never overlap. */
export function orderSql(choices: Choices, sort: readonly SortKey[]): string {
  const keys = sort.map(({ column, descending }) => {
    const fixed = SORTS.find((name) => name === column);
    const expression = fixed === undefined ? rankOf(choices, column) : SORT_SQL[fixed];
    return `${expression} ${descending ? 'DESC' : 'ASC'} NULLS LAST`;
  });
  return [...keys, USUAL_ORDER].join(', ');
}

/** Asks for a selection of cases in an order. */
export interface CaseRowsView {
  readonly filter: Filter;
  readonly sort: readonly SortKey[];
}

const SHOWN = '_right, _wrong, _judgments, _longest';
/** Selects the cases with what they are sorted by; points are joined only where they are. */
export const sortedFrom = (sort: readonly SortKey[]): string =>
  sortsByPoints(sort) ? `${CASES_TABLE} LEFT JOIN ${POINTS} USING (_place)` : CASES_TABLE;

/** Selects them with the texts of the cases. */
const namedFrom = (sort: readonly SortKey[]): string =>
  `${sortedFrom(sort)} JOIN instances ON instances.rowid = _place`;
const facetList = (choices: Choices): string =>
  choices.facets.map(({ name }) => `, ${knownColumn(choices, name)}`).join('');

/**
 * Selects the places of the cases of a view, in its order. The table is filled in the usual order, which DuckDB keeps where nothing is sorted,
 * so that it looks at no row after the wanted ones.
 */
function placesSql(choices: Choices, { filter, sort }: CaseRowsView): string {
  const order = sort.length === 0 ? '' : ` ORDER BY ${orderSql(choices, sort)}`;
  return `SELECT _place FROM ${sortedFrom(sort)} WHERE ${conditionOf(choices, filter)}${order}`;
}

/** Writes one sign for each run: `+` right, `-` wrong, `.` neither. An expression a run would be slow to plan. */
function marksText({ runs }: Choices): string {
  const columns = Map.groupBy(runs.keys(), (place) => bitOf(place).column);
  const signs = [...columns].map(
    ([k, { length }]) => `array_to_string(list_transform(range(${length}), lambda i:
      CASE WHEN (_lost_${k} >> i) & 1 = 1 THEN '-' WHEN (_won_${k} >> i) & 1 = 1 THEN '+' ELSE '.' END), '')`,
  );
  return signs.length === 0 ? "''" : signs.join(' || ');
}

/** Selects the rows `PAGE_ROWS · page` … of a view. Of the other rows only what they are sorted by is read. */
export function pageStatement(choices: Choices, view: CaseRowsView, page: number): Statement {
  const points = sortsByPoints(view.sort) ? `, coalesce(${POINTS}.points, 0) AS _points` : '';
  return {
    sql: `SELECT instance, _place, ${marksText(choices)} AS _marks, ${SHOWN}${points}${facetList(choices)} FROM ${namedFrom(view.sort)}
WHERE _place IN (${placesSql(choices, view)} LIMIT ${PAGE_ROWS} OFFSET ${literal(PAGE_ROWS * page)})
ORDER BY ${orderSql(choices, view.sort)}`,
    params: [],
  };
}

/** Selects all rows of a view with the columns of a download. */
export function downloadStatement(choices: Choices, { filter, sort }: CaseRowsView): Statement {
  const runs = choices.runs.map(({ run }) => {
    const [right, wrong] = [verdictSql(choices, run, 'right'), verdictSql(choices, run, 'wrong')];
    return `, CASE WHEN ${wrong} THEN 'wrong' WHEN ${right} THEN 'right' ELSE '' END AS ${identifier(`run:${run}`)}`;
  });
  return {
    sql: `SELECT instance, cluster${facetList(choices)}, prompt_length, _judgments AS judgments, _longest AS longest_rationale,
  _right AS judges_right, _wrong AS judges_wrong${runs.join('')}
FROM ${namedFrom(sort)} WHERE ${conditionOf(choices, filter)} ORDER BY ${orderSql(choices, sort)}`,
    params: [],
  };
}

export const NEIGHBOUR_COLUMNS = { place: 'number', total: 'number', previous: 'string?', next: 'string?' } as const;

/** Selects where a case stands in a view (from 1), and the cases beside it; no row where the view does not hold it. */
export function neighbourStatement(choices: Choices, { filter, sort }: CaseRowsView, instance: string): Statement {
  const order = `(ORDER BY ${orderSql(choices, sort)})`;
  return {
    sql: `SELECT place, total, before.instance AS previous, after.instance AS next FROM (
  SELECT _place, row_number() OVER ${order}::INTEGER AS place, count(*) OVER ()::INTEGER AS total,
    lag(_place) OVER ${order} AS earlier, lead(_place) OVER ${order} AS later
  FROM ${sortedFrom(sort)} WHERE ${conditionOf(choices, filter)})
LEFT JOIN instances AS before ON before.rowid = earlier LEFT JOIN instances AS after ON after.rowid = later
WHERE _place = (SELECT rowid FROM instances WHERE instance = ?)`,
    params: [instance],
  };
}
