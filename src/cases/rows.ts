import { facetColumn, plainOrMarked } from '../schema/attribute.ts';
import type { SortKey } from '../schema/sort-key.ts';
import type { Statement } from '../sql/query.ts';
import { identifier, literal } from '../sql/quote.ts';
import type { Choices } from './choices.ts';
import { conditionOf, type Filter, verdictSql } from './filter.ts';
import { codeColumn, knownColumn } from './identifier.ts';
import { CASES } from './scope.ts';

/** What can be sorted by beside the facets. Cases that no judge was right or wrong on have no share. */
const SORTS: ReadonlyMap<string, string> = new Map([
  ['case', '_place'],
  ['right', '_right / nullif(_right + _wrong, 0)'],
  ['longest', '_longest'],
  ['judgments', '_judgments'],
  ['prompt', '_prompt'],
]);

/** What a facet is called where it is sorted by: its name, unless something else has it. */
export const facetSortKey = (name: string): string => plainOrMarked(name, SORTS);

export const sortColumns = (choices: Pick<Choices, 'facets'>): readonly string[] => [
  ...SORTS.keys(),
  ...choices.facets.map(({ name }) => facetSortKey(name)),
];

const encoder = new TextEncoder();

/** Order of texts by their bytes, as DuckDB has it. */
export function byBytes(one: string, other: string): number {
  const [a, b] = [encoder.encode(one), encoder.encode(other)];
  const at = a.findIndex((byte, i) => byte !== b[i]);
  return at < 0 ? a.length - b.length : (a[at] ?? 0) - (b[at] ?? -1);
}

/**
 * SQL list of the rank of each place in a facet's list: cases have the place of their value, and the list has no order. The empty value has
 * no rank.
 */
function rankOf({ facets }: Pick<Choices, 'facets'>, key: string): string {
  const { name = '', values = [] } = facets.find((facet) => facetSortKey(facet.name) === key) ?? {};
  const sorted = values.toSorted(byBytes);
  const ranks = values.map((value) => (value === '' ? 'NULL' : sorted.indexOf(value)));
  return `[${ranks.join(', ')}][${codeColumn({ facets }, name)} + 1]`;
}

/** Missing values stand last in both directions; equal rows keep the order of the release, so that pages never overlap. */
export function orderOf(choices: Choices, sort: readonly SortKey[]): string {
  const keys = sort.map(({ column, descending }) => {
    const expression = SORTS.get(column) ?? rankOf(choices, column);
    return `${expression} ${descending ? 'DESC' : 'ASC'} NULLS LAST`;
  });
  return [...keys, '_place'].join(', ');
}

/** A selection of cases in an order. */
export interface CaseRowsView {
  readonly filter: Filter;
  readonly sort: readonly SortKey[];
}

export const PAGE_ROWS = 200;

const SHOWN = '_right, _wrong, _judgments, _longest';
/** With the texts of the cases. */
const NAMED = `${CASES} JOIN instances ON instances.rowid = _place`;
const facetList = (choices: Choices): string =>
  choices.facets.map(({ name }) => `, ${knownColumn(choices, name)}`).join('');

/**
 * Places of the cases of a view, in its order. The table is filled in the order of the release, which DuckDB keeps where nothing is sorted,
 * so that it looks at no row after the wanted ones.
 */
function placesSql(choices: Choices, { filter, sort }: CaseRowsView): string {
  const order = sort.length === 0 ? '' : ` ORDER BY ${orderOf(choices, sort)}`;
  return `SELECT _place FROM ${CASES} WHERE ${conditionOf(choices, filter)}${order}`;
}

/** Rows `PAGE_ROWS · page` … of a view. Of the other rows only what they are sorted by is read. */
export function pageStatement(choices: Choices, view: CaseRowsView, page: number): Statement {
  return {
    sql: `SELECT instance, ${SHOWN}${facetList(choices)} FROM ${NAMED}
WHERE _place IN (${placesSql(choices, view)} LIMIT ${PAGE_ROWS} OFFSET ${literal(PAGE_ROWS * page)})
ORDER BY ${orderOf(choices, view.sort)}`,
    params: [],
  };
}

/** A column of a file that is saved. */
export interface FileColumn {
  readonly name: string;
  readonly type: 'STRING' | 'INT32' | 'DOUBLE';
}

/** Columns of a download: what the table shows, then `right`, `wrong` or '' per run. */
export function downloadColumns(choices: Choices): readonly FileColumn[] {
  return [
    { name: 'instance', type: 'STRING' },
    { name: 'cluster', type: 'STRING' },
    ...choices.facets.map(({ name }) => ({ name: facetColumn(name), type: 'STRING' as const })),
    ...['prompt_length', 'judgments', 'longest_rationale', 'judges_right', 'judges_wrong'].map((name) => ({
      name,
      type: 'INT32' as const,
    })),
    ...choices.runs.map(({ run }) => ({ name: `run:${run}`, type: 'STRING' as const })),
  ];
}

/** All rows of a view with the columns of a download. */
export function downloadStatement(choices: Choices, { filter, sort }: CaseRowsView): Statement {
  const runs = choices.runs.map(({ run }) => {
    const [right, wrong] = [verdictSql(choices, run, 'right'), verdictSql(choices, run, 'wrong')];
    return `, CASE WHEN ${wrong} THEN 'wrong' WHEN ${right} THEN 'right' ELSE '' END AS ${identifier(`run:${run}`)}`;
  });
  return {
    sql: `SELECT instance, cluster${facetList(choices)}, prompt_length, _judgments AS judgments, _longest AS longest_rationale,
  _right AS judges_right, _wrong AS judges_wrong${runs.join('')}
FROM ${NAMED} WHERE ${conditionOf(choices, filter)} ORDER BY ${orderOf(choices, sort)}`,
    params: [],
  };
}

export const NEIGHBOUR_COLUMNS = { place: 'number', total: 'number', previous: 'string?', next: 'string?' } as const;

/** Where a case stands in a view (from 1), and the cases beside it; no row where the view does not hold it. */
export function neighbourStatement(choices: Choices, { filter, sort }: CaseRowsView, instance: string): Statement {
  const order = `(ORDER BY ${orderOf(choices, sort)})`;
  return {
    sql: `SELECT place, total, before.instance AS previous, after.instance AS next FROM (
  SELECT _place, row_number() OVER ${order}::INTEGER AS place, count(*) OVER ()::INTEGER AS total,
    lag(_place) OVER ${order} AS earlier, lead(_place) OVER ${order} AS later
  FROM ${CASES} WHERE ${conditionOf(choices, filter)})
LEFT JOIN instances AS before ON before.rowid = earlier LEFT JOIN instances AS after ON after.rowid = later
WHERE _place = (SELECT rowid FROM instances WHERE instance = ?)`,
    params: [instance],
  };
}
