import type { QueryRow } from '../sql/query.ts';
import { CASE_OUTCOMES, type Choices, STATUSES } from './choices.ts';
import { binNames } from './length-bins.ts';

/** Names of counts that belong to no attribute; `right` and `wrong` count by run. */
type Special = 'total' | 'length' | 'criterion' | 'outcome' | 'parse' | 'right' | 'wrong';

/** Counts cases per facet and value, each under all filters but the facet's own; `total` counts under all of them. */
export interface FacetCounts {
  readonly total: number;
  readonly of: (facet: Special | (string & {}), value: string) => number;
  /** Whether some of these cases have a value of an attribute other than ''. */
  readonly says: (attribute: string) => boolean;
}

/** Names the counts of an attribute. */
export const attributeCounts = (attribute: string): string => `attribute ${attribute}`;

/** Reads the counts from `rows` of `countStatement`. */
export function readCounts(
  choices: Pick<Choices, 'facets' | 'runs' | 'criteria' | 'lengths'>,
  rows: readonly QueryRow[],
): FacetCounts {
  const runs = choices.runs.map(({ run }) => run);
  const lists = new Map<string, readonly string[]>([
    ['criterion', choices.criteria.map(({ id }) => id)],
    ['length', choices.lengths === undefined ? [] : binNames(choices.lengths)],
    ['outcome', CASE_OUTCOMES],
    ['parse', STATUSES],
    ['right', runs],
    ['wrong', runs],
    ...choices.facets.map(({ name, values }) => [attributeCounts(name), values] as const),
  ]);
  const known = new Map(rows.map((row) => [`${row['facet']} ${row['place']}`, Number(row['n'])]));
  const of = (facet: string, value: string): number => known.get(`${facet} ${lists.get(facet)?.indexOf(value)}`) ?? 0;
  const says = (attribute: string): boolean => {
    const facet = attributeCounts(attribute);
    return lists.get(facet)?.some((value) => value !== '' && of(facet, value) > 0) ?? false;
  };
  return { total: known.get('total 0') ?? 0, of, says };
}
