import { attributeColumn, facetColumn } from '../schema/attribute.ts';
import { identifier } from '../sql/quote.ts';

/** Names the column of an attribute in `instances`, and that of a facet, as SQL identifiers. */
export const attributeSql = (name: string): string => identifier(attributeColumn(name));
export const facetSql = (facet: string): string => identifier(facetColumn(facet));
