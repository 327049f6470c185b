import type { Statement } from '../sql/query.ts';
import { literal, literals } from '../sql/quote.ts';
import { type Choices, type LengthBins, STATUSES } from './choices.ts';
import { allOf, filterParts, verdictSql } from './filter.ts';
import { bitOf, codeColumn } from './identifier.ts';
import { CASES_TABLE } from './scope.ts';
import type { Filter } from './wanted.ts';

/** Conditions without counts of their own: every case counted fulfils them. */
const COUNTLESS: ReadonlySet<string> = new Set(['words']);
/** The number of the first facet with a filter. There are fewer facets than this, so a sum of two numbers is larger than any of them. */
const FIRST = 1000;

/** The cases to count, and which of them count for a facet. */
interface Counted {
  /** `WITH …`, or '' where the table itself will do. */
  readonly before: string;
  readonly from: string;
  readonly under: (facet: string) => string;
}

/**
 * A case that fails the filter in exactly one facet still counts for that facet; one that fails it in two counts nowhere. `missed` is 0, or
 * the number of that facet (sums of two numbers are larger than any), so that the filter is evaluated once for all counts.
 */
function countedCases(choices: Choices, filter: Filter): Counted {
  const parts = Map.groupBy(filterParts(choices, filter), ({ of }) => of);
  const always = [...parts].flatMap(([of, list]) => (COUNTLESS.has(of) ? list : []));
  const own = [...parts].filter(([of]) => !COUNTLESS.has(of));
  if (own.length === 0) return { before: '', from: `${CASES_TABLE} WHERE ${allOf(always)}`, under: () => 'true' };
  const misses = own.map(([, list], i) => `(NOT (${allOf(list)}))::INTEGER * ${FIRST + i}`).join(' + ');
  const before = `WITH kept AS MATERIALIZED (
  SELECT COLUMNS('^_(?:facet|won|lost|outcome|parse|criteria|longest)'), missed FROM (SELECT *, ${misses} AS missed FROM ${CASES_TABLE})
  WHERE missed < ${2 * FIRST} AND ${allOf(always)})\n`;
  const numbers = new Map(own.map(([of], i) => [of, FIRST + i]));
  const under = (facet: string): string => {
    const number = numbers.get(facet);
    return number === undefined ? 'missed = 0' : `missed IN (0, ${number})`;
  };
  return { before, from: 'kept WHERE true', under };
}

/** One count of a facet's value, by the value's place in the list of all. */
interface Sum {
  readonly facet: string;
  readonly place: number;
  readonly condition: string;
}

/** Writes the counts that cannot be made by grouping, because several values may hold for one case. */
function sumsOf(choices: Choices): (Sum & { readonly of: string })[] {
  const bits = (facet: string, column: string, values: readonly unknown[]) =>
    values.map((_, place) => ({ of: facet, facet, place, condition: `${column} & ${bitOf(place).bit} <> 0` }));
  return [
    { of: 'total', facet: 'total', place: 0, condition: 'true' },
    ...bits('parse', '_parse', STATUSES),
    ...bits('criterion', '_criteria', choices.criteria),
    ...choices.runs.flatMap(({ run }, place) =>
      (['right', 'wrong'] as const).map((facet) => ({
        of: `run ${run}`,
        facet,
        place,
        condition: verdictSql(choices, run, facet),
      })),
    ),
  ];
}

/** Writes sums that share their condition, over one scan, as rows. */
function sumStatement(from: string, under: string, sums: readonly Sum[]): string {
  const counts = sums.map(({ condition }) => `count_if(${condition})`);
  return `SELECT unnest([${literals(sums.map(({ facet }) => facet))}]) AS facet, unnest([${literals(sums.map(({ place }) => place))}]) AS place,
  coalesce(unnest([${counts.join(', ')}]), 0)::INTEGER AS n FROM ${from} AND ${under}`;
}

const lengthBin = ({ width, bins }: LengthBins): string => `least(_longest // ${width}, ${bins - 1})`;

/** Writes one statement for all counts: rows (facet, place of the value in its list, n). */
export function countStatement(choices: Choices, filter: Filter): Statement {
  const { before, from, under } = countedCases(choices, filter);
  // This is no WHERE: DuckDB would move it into `kept` and work out `missed` again for every facet.
  const group = (facet: string, column: string): string =>
    `SELECT ${literal(facet)} AS facet, (${column})::INTEGER AS place, count(*) FILTER (${under(facet)})::INTEGER AS n
FROM ${from} GROUP BY ALL`;
  const all = [
    ...choices.facets.map(({ name }) => group(`attribute ${name}`, codeColumn(choices, name))),
    group('outcome', '_outcome'),
    ...(choices.lengths === undefined ? [] : [group('length', lengthBin(choices.lengths))]),
    ...[...Map.groupBy(sumsOf(choices), ({ of }) => under(of))].map(([condition, sums]) =>
      sumStatement(from, condition, sums),
    ),
  ];
  return { sql: before + all.join('\nUNION ALL\n'), params: [] };
}

export const COUNT_COLUMNS = { facet: 'string', place: 'number', n: 'number' } as const;
