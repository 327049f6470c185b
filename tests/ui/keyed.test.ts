import { expect, test } from 'vitest';
import { keyed } from '../../src/ui/lists.ts';

test('every item has a key of its own, which more items at the end do not change', () => {
  const keys = (items: readonly string[]): string[] => keyed(items, (item) => item).map(({ key }) => key);
  expect(keys(['a', 'b', 'a'])).toEqual(['a 1', 'b 1', 'a 2']);
  // A name that looks like another's key is still told apart.
  expect(new Set(keys(['a', 'a', 'a 1', 'a 2', 'a 1'])).size).toBe(5);
  expect(keys(['a', 'b', 'a', 'a']).slice(0, 3)).toEqual(keys(['a', 'b', 'a']));
});
