import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  cleanSearch,
  type Field,
  type Fields,
  ignoredParameters,
  readSearch,
  type StateOf,
  writeSearch,
} from '../src/ui/field.ts';

/** Ids out of a list, each at most once, in any order. */
export const someOf = (ids: readonly string[], most = ids.length): fc.Arbitrary<string[]> =>
  fc.uniqueArray(fc.constantFrom(...ids), { maxLength: most });

/** Keys to sort by, each column at most once. */
export const sortOf = (columns: readonly string[]) =>
  fc.uniqueArray(fc.record({ column: fc.constantFrom(...columns), descending: fc.boolean() }), {
    selector: ({ column }) => column,
  });

/** Text as people type it, with what is special in an address. */
export const typed = (longest: number): fc.Arbitrary<string> =>
  fc
    .array(fc.oneof(fc.constantFrom(...',;=&%#?+~- :"\'/\\'), fc.string({ unit: 'grapheme', maxLength: 3 })))
    .map((parts) => parts.join('').slice(0, longest).toWellFormed());

/** Two tests that the record of a page must pass: any state survives its address, and any address can be read and cleaned. */
export function testFields<F extends Fields>(
  page: string,
  fields: F,
  states: { readonly [K in keyof StateOf<F>]: fc.Arbitrary<StateOf<F>[K]> },
): void {
  test(`${page}: every state survives its address, and says nothing of what stands as it was`, () => {
    fc.assert(
      fc.property(fc.record(states as Record<string, fc.Arbitrary<unknown>>), (state) => {
        const search = writeSearch(fields, state as StateOf<F>);
        expect(readSearch(fields, search)).toEqual(state);
        expect(ignoredParameters(search, fields)).toEqual([]);
        expect(readSearch(fields, cleanSearch(search, fields))).toEqual(state);
        for (const [name, raw] of new URLSearchParams(search)) {
          const field = fields[name];
          expect(raw).not.toBe(field?.serialize(field.defaultValue));
        }
      }),
    );
    expect(writeSearch(fields, readSearch(fields, ''))).toBe('');
  });

  test(`${page}: any address can be read; once cleaned, it means the same and nothing of it is ignored`, () => {
    const pairs = Object.entries<Field<unknown>>(fields).map(([name, field]) => {
      const sound = states[name] as fc.Arbitrary<unknown>;
      const raw = fc.oneof(
        typed(30),
        sound.map((value) => field.serialize(value)),
        fc.tuple(sound, typed(5)).map(([value, more]) => `${field.serialize(value)},${more}`),
      );
      return fc.tuple(fc.constant(name), raw);
    });
    const pair = fc.oneof(...pairs, fc.tuple(fc.constantFrom('colour', '__proto__'), typed(5)));
    fc.assert(
      fc.property(fc.array(pair, { maxLength: 8 }), (given) => {
        const search = `?${new URLSearchParams(given)}`;
        const cleaned = cleanSearch(search, fields);
        expect(ignoredParameters(cleaned, fields)).toEqual([]);
        expect(readSearch(fields, cleaned)).toEqual(readSearch(fields, search));
      }),
    );
  });
}
