import type { Choices } from './choices.ts';

/** A column's name in SQL. Throws for one that is not of this benchmark: names come from the URL. */
export function facetColumn(choices: Pick<Choices, 'facets'>, name: string): string {
  if (!choices.facets.some((facet) => facet.name === name)) throw new Error(`no facet "${name}"`);
  return `"${name.replaceAll('"', '""')}"`;
}

/** Bits per mask column: a BIGINT without its sign and with room to spare. */
const BITS = 60;

/** How many mask columns `count` runs need. */
export const maskCount = (count: number): number => Math.max(1, Math.ceil(count / BITS));

/** Which mask column holds a place in a list, and its bit there, as SQL. */
export function bitOf(place: number): { readonly column: number; readonly bit: string } {
  return { column: Math.floor(place / BITS), bit: `(1::BIGINT << ${place % BITS})` };
}
