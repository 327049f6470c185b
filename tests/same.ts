import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';

/**
 * `expect(actual).toEqual(expected)` for thousands of tables: Node says in a tenth of the time whether two values are equal, and
 * `toEqual` is asked only where it says no.
 */
export function expectSame(actual: unknown, expected: unknown, message = ''): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual, message).toEqual(expected);
}
