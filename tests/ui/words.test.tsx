import { globSync, readFileSync } from 'node:fs';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { JudgeName } from '../../src/ui/JudgeName.tsx';
import { keyed } from '../../src/ui/lists.ts';
import { bytesWords, chanceWords, fixed, numberWords, withMinus } from '../../src/ui/number-words.ts';
import { firstSentence } from '../../src/ui/sentences.ts';

test('every item has a key of its own, which more items at the end do not change', () => {
  const keys = (items: readonly string[]): string[] => keyed(items, (item) => item).map(({ key }) => key);
  expect(keys(['a', 'b', 'a'])).toEqual(['a 1', 'b 1', 'a 2']);
  // A name that looks like another's key is still told apart.
  expect(new Set(keys(['a', 'a', 'a 1', 'a 2', 'a 1'])).size).toBe(5);
  expect(keys(['a', 'b', 'a', 'a']).slice(0, 3)).toEqual(keys(['a', 'b', 'a']));
});

test.each([
  ['LLaVA', 'LLaVA'],
  ['GPT-4o', '<span class="unbroken">GPT-4o</span>'],
  ['GPT-4.1 mini, joint', '<span class="unbroken">GPT-4.1 </span>mini, joint'],
  ['Qwen2.5-VL-72B-Instruct', 'Qwen2.5-VL-72B-Instruct'],
  ['<b>-x', '<span class="unbroken">&lt;b&gt;-x</span>'],
])('%s is broken at its spaces, a very long word at its hyphens', (name, html) => {
  expect(renderToStaticMarkup(<JudgeName name={name} />)).toBe(html);
});

test('the first sentence stands alone; a point in a number ends none', () => {
  expect(firstSentence('Picking at random gives 0.5 here. Higher is better; see table 2.')).toEqual({
    first: 'Picking at random gives 0.5 here.',
    rest: 'Higher is better; see table 2.',
  });
  expect(firstSentence('Which judges see? All do.').first).toBe('Which judges see?');
});

test('a single sentence has no rest, with or without its point, and an empty text has nothing', () => {
  expect(firstSentence('Judges score single responses.')).toEqual({
    first: 'Judges score single responses.',
    rest: '',
  });
  expect(firstSentence('Judges score single responses')).toEqual({ first: 'Judges score single responses', rest: '' });
  expect(firstSentence('')).toEqual({ first: '', rest: '' });
});

test('a difference that is significant has nothing against it, one that was not tested says so', () => {
  expect([true, false, null].map(chanceWords)).toEqual(['', 'perhaps by chance', 'not tested']);
});

test('no page has other words for either', () => {
  const others = /'(?:no test|not significant)|>no test<|\bnot significant\b|\$\{[^}]*'not '\}significant/;
  const found = globSync('src/**/*.{ts,tsx,astro}').flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => !/^\s*(?:\*|\/\*|\/\/)/.test(line) && others.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});

/** What a library of numbers writes, with the space that the site writes between thousands. */
const independent = (n: number): string => new Intl.NumberFormat('en-GB').format(n).replaceAll(',', '\u202f');

test('a number is written as a library of numbers writes it, but for the space between thousands', () => {
  expect(numberWords(1434)).toBe('1\u202f434');
  const numbers = [0, 7, 12, 999, 1000, 1001, 99_999, 100_000, 999_999, 1_000_000, 349_009, 2 ** 31, 12_345_678_901];
  const broken = numbers.flatMap((n) => [n + 0.5, n + 0.25, n + 0.1234, n + 0.999_96]);
  for (const n of [...numbers, ...broken].flatMap((one) => (one === 0 ? [one] : [one, -one])))
    expect(numberWords(n), String(n)).toBe(independent(n));
});

test('a negative value has a true minus, and nothing is minus zero', () => {
  expect([fixed(-0.254, 2), fixed(-0.004, 2), fixed(0.125, 1), fixed(-3, 0)]).toEqual(['−0.25', '0.00', '0.1', '−3']);
  expect([withMinus('-16.79'), withMinus('12'), withMinus('Qwen-VL'), withMinus('–')]).toEqual([
    '−16.79',
    '12',
    'Qwen-VL',
    '–',
  ]);
});

test('sizes are told in the unit that leaves one to three digits', () => {
  expect([0, 812, 1000, 24_600, 1_250_000, 3e9, 4e12].map(bytesWords)).toEqual([
    '0 B',
    '812 B',
    '1.0 kB',
    '24.6 kB',
    '1.3 MB',
    '3.0 GB',
    '4000.0 GB',
  ]);
  // What is rounded up to the next unit is written in it.
  expect([999, 999_949, 999_950, 999_960, 999_951_000].map(bytesWords)).toEqual([
    ...['999 B', '999.9 kB', '1.0 MB', '1.0 MB', '1.0 GB'],
  ]);
});
