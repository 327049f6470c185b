import { expect, test } from 'vitest';
import { boardFile } from '../../src/schema/release-paths.ts';

const files = ['boards/b/t.0a.csv', 'boards/b/t.1b.json', 'boards/b/t-2.0c.json', 'boards/b2/t.0d.json'].map(
  (path) => ({ path }),
);

test('the file of a board is its JSON, wherever the hash puts the CSV beside it', () => {
  expect(boardFile(files, { benchmark: 'b', table: 't' })?.path).toBe('boards/b/t.1b.json');
  expect(boardFile(files.toReversed(), { benchmark: 'b', table: 't' })?.path).toBe('boards/b/t.1b.json');
  expect(boardFile(files, { benchmark: 'b', table: 'u' })).toBeUndefined();
});
