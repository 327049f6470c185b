import { attributeColumn, facetColumn } from '../schema/slice.ts';
import { bound, identifier } from '../sql/quote.ts';

/** Names the column of an attribute in `instances`, and that of a facet, as SQL identifiers. */
export const attributeSql = (name: string): string => identifier(attributeColumn(name));
export const facetSql = (facet: string): string => identifier(facetColumn(facet));

/** A condition on the columns of `instances`, with the values bound to its `?`. */
export interface Condition {
  readonly sql: string;
  readonly params: readonly string[];
}

export const EVERYWHERE: Condition = { sql: 'true', params: [] };

/** Instances with one of the values wanted in each facet. `known` is the allow-list: an unknown facet throws, since leaving it out would show too much. */
export function facetCondition(
  wanted: Readonly<Record<string, readonly string[]>>,
  known: ReadonlySet<string>,
): Condition {
  const facets = Object.entries(wanted).filter(([, values]) => values.length > 0);
  const unknown = facets.find(([facet]) => !known.has(facet));
  if (unknown !== undefined) throw new Error(`no facet "${unknown[0]}"; there are: ${[...known].join(', ')}`);
  if (facets.length === 0) return EVERYWHERE;
  return {
    sql: facets.map(([facet, values]) => `${facetSql(facet)} IN (${bound(values)})`).join(' AND '),
    params: facets.flatMap(([, values]) => values),
  };
}
