import { createParser } from 'nuqs';
import type { Field } from './field.ts';

/** A field as a nuqs parser: what the field cannot use leaves the default standing. */
export function parserOf<T extends object | string>(field: Field<T>) {
  return createParser<T>({
    parse: (raw) => field.read(raw).value,
    serialize: field.write,
    eq: (a, b) => field.write(a) === field.write(b),
  }).withDefault(field.fallback as NonNullable<T>);
}
