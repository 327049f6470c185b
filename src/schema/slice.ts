/** `key=value` pairs joined by `;`. A pair without a value is left out; `%`, `;` and `=` inside values are percent-encoded. */
export type Slice = Readonly<Record<string, string>>;

const encoded = (value: string): string => value.replace(/[%;=]/g, encodeURIComponent);

export const slicePair = (key: string, value: string): string => `${key}=${encoded(value)}`;

/** Writes a slice as the SQL writes it; an empty value stands for rows without the key. */
export const sliceText = (slice: Slice): string =>
  Object.entries(slice)
    .map(([key, value]) => slicePair(key, value))
    .join(';');

/** Says whether a text could be a slice with at least one pair. */
export const isSliceText = (text: string): boolean => text.split(';').every((pair) => /^[^=]+=[^=]*$/.test(pair));

export function parseSlice(text: string): ReadonlyMap<string, string> {
  const pairs = text === '' ? [] : text.split(';');
  return new Map(
    pairs.map((pair) => {
      const [key = '', value = ''] = pair.split('=');
      return [key, value.replace(/%(25|3B|3D)/g, (code) => decodeURIComponent(code))];
    }),
  );
}

/**
 * Attributes have names that others chose: `value`, `id`, `constructor` as well as `task`. So in the table `instances` they have a name
 * space of their own, as in CSV files of records: the attribute `task` is the column `attributes.task`. Only the field `split`, which is
 * a facet like them, is called by its own name.
 */
const PREFIX = 'attributes.';
const SPLIT = 'split';

/** Gives the column of an attribute in `instances`. */
export const attributeColumn = (name: string): string => PREFIX + name;

/** Gives the attribute that a column of `instances` holds; null for another column. */
export const attributeOfColumn = (column: string): string | null =>
  column.startsWith(PREFIX) ? column.slice(PREFIX.length) : null;

/** Gives the column of a facet: of the field `split`, or of an attribute. */
export const facetColumn = (facet: string): string => (facet === SPLIT ? SPLIT : attributeColumn(facet));

/** Gives the facet that a column of `instances` belongs to; null for another column, also for an attribute that is called like the field. */
export function facetOfColumn(column: string): string | null {
  if (column === SPLIT) return SPLIT;
  return column === attributeColumn(SPLIT) ? null : attributeOfColumn(column);
}

/** Says whether an attribute of this name is no facet, since the pages would not know it from the field. */
export const isReservedAttribute = (name: string): boolean => name === SPLIT;

const MARK = 'attribute-';

/** Addresses that people have kept name parameters so: what wrote them once left `%` in names as it was. */
const withoutPercent = (name: string): string => name.replace(/[%~]/g, (sign) => (sign === '%' ? '~25' : '~7E'));

/**
 * Says what an attribute is called among other names, in an address: its own name, or marked where that is taken, is a property of every
 * object (libraries look names up in plain ones), or looks like a marked one.
 */
export function plainOrMarked(name: string, taken: { has(name: string): boolean }): string {
  const plain = withoutPercent(name);
  return taken.has(plain) || plain in Object.prototype || plain.startsWith(MARK) ? MARK + plain : plain;
}
