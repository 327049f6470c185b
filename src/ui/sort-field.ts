import type { SortKey } from '../schema/board.ts';
import { type Field, fieldOf } from './field.ts';

/** Encodes the signs that separate parts of a parameter where they stand inside one: `a,b` with `/[%,]/g` → `a%2Cb`. */
export const percentEncoded = (text: string, signs: RegExp): string =>
  text.replace(signs, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** Names of columns are any text: what separates them, or says that one is sorted downwards, is encoded inside them. */
const encode = (column: string): string => percentEncoded(column, /[%,]|^-/g);

/** Makes the field of the columns that a table is sorted by: `-column,column`. `none`: the word for no column, where the default is another. */
export function sortField(
  columns: Iterable<string>,
  { fallback = [], none = '' }: { readonly fallback?: readonly SortKey[]; readonly none?: string } = {},
): Field<readonly SortKey[]> {
  const known = new Map([...columns].map((column) => [encode(column), column]));
  return fieldOf<readonly SortKey[]>({
    fallback,
    write: (keys) =>
      keys.length === 0
        ? none
        : keys.map(({ column, descending }) => `${descending ? '-' : ''}${encode(column)}`).join(','),
    read: (raw) => {
      if (none !== '' && raw === none) return { value: [], rejected: [] };
      const value: SortKey[] = [];
      const rejected: string[] = [];
      for (const piece of raw.split(',')) {
        const descending = piece.startsWith('-');
        const column = known.get(descending ? piece.slice(1) : piece);
        if (column !== undefined && value.every((key) => key.column !== column)) value.push({ column, descending });
        else rejected.push(piece);
      }
      return { value: value.length > 0 ? value : null, rejected };
    },
  });
}
