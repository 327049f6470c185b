import { facetSql } from '../metrics/query.ts';
import type { Choices } from './choices.ts';

/** Names a facet's column in SQL. Throws for one that is not of this benchmark: names come from the URL. */
export function knownColumn(choices: Pick<Choices, 'facets'>, name: string): string {
  if (!choices.facets.some((facet) => facet.name === name)) throw new Error(`no facet "${name}"`);
  return facetSql(name);
}

/** Bits per mask column: a BIGINT without its sign and with room to spare. */
const BITS = 60;

/** Says how many mask columns `count` runs need. */
export const maskCount = (count: number): number => Math.max(1, Math.ceil(count / BITS));

/** Says which mask column holds a place in a list, and its bit there: a plain number, which DuckDB plans and computes fastest. */
export function bitOf(place: number): { readonly column: number; readonly bit: string } {
  return { column: Math.floor(place / BITS), bit: String(2n ** BigInt(place % BITS)) };
}

/** Names the column of `explore_cases` with the place of a facet's value in its list. Throws for a facet that is not of this benchmark. */
export function codeColumn(choices: Pick<Choices, 'facets'>, name: string): string {
  const place = choices.facets.findIndex((facet) => facet.name === name);
  if (place < 0) throw new Error(`no facet "${name}"`);
  return `_facet_${place}`;
}
