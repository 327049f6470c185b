import { describe, expect, test } from 'vitest';
import { compareWords } from '../../src/case/Drawn.tsx';

const marked = (stretches: readonly { text: string; marked: boolean }[] | undefined): string[] =>
  (stretches ?? []).filter(({ marked: own }) => own).map(({ text }) => text.trim());

describe('words that only one text has', () => {
  test('are marked on their side; both texts stay as they are', () => {
    const [a, b] = ['There are two red circles.', 'There are three circles, all red.'];
    const compared = compareWords(a, b);
    expect(compared?.first.map(({ text }) => text).join('')).toBe(a);
    expect(compared?.second.map(({ text }) => text).join('')).toBe(b);
    expect(marked(compared?.first).join(' ')).toContain('two');
    expect(marked(compared?.second).join(' ')).toContain('three');
    expect(marked(compared?.first).join(' ')).not.toContain('There');
  });

  test('a changed sentence is one mark', () => {
    const compared = compareWords('Same. One two three four.', 'Same. Five six seven eight.');
    expect(marked(compared?.first)).toEqual(['One two three four']);
  });

  test('only white space: nothing is marked', () => {
    const compared = compareWords('a b  c', 'a  b c');
    expect(marked(compared?.first)).toEqual([]);
    expect(marked(compared?.second)).toEqual([]);
  });

  test('what would take long is not compared', () => {
    expect(compareWords('a '.repeat(30_000), 'b '.repeat(30_000))).toBeNull();
  });
});
