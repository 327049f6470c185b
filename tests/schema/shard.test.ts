import { describe, expect, test } from 'vitest';
import { Case, hash32, instancesOf, shardOf, wordsOf } from '../../src/schema/shard.ts';

describe('hash32', () => {
  // Test vectors of the authors of FNV: http://www.isthe.com/chongo/src/fnv/test_fnv.c
  test.each([
    ['', 0x811c9dc5],
    ['a', 0xe40c292c],
    ['foobar', 0xbf9cf968],
  ])('%j', (text, hash) => expect(hash32(text)).toBe(hash));

  test('takes the bytes of UTF-8', () => expect(hash32('ü')).toBe(hash32(String.fromCharCode(0xfc))));

  test('spreads ids evenly over shards', () => {
    const counts = new Array<number>(64).fill(0);
    for (let i = 0; i < 6400; i++) {
      const shard = shardOf(`pair-${String(i).padStart(6, '0')}`, 64);
      counts[shard] = (counts[shard] ?? 0) + 1;
    }
    expect(Math.min(...counts)).toBeGreaterThan(50);
    expect(Math.max(...counts)).toBeLessThan(160);
  });
});

test.each([
  ['The RED square, 2×3!', ['the', 'red', 'square', '2', '3']],
  ['ﬁne café', ['fine', 'café']],
  ['<b>don’t</b>', ['b', 'don', 't', 'b']],
  ['赤い square', ['赤', 'い', 'square']],
  ['नमस्ते', ['नमस्ते']],
  ['…—!', []],
  ['x'.repeat(100), ['x'.repeat(64)]],
])('words of %j', (text, words) => expect(wordsOf(text)).toEqual(words));

test('postings are distances', () => expect(instancesOf([0, 2, 5, 1])).toEqual([0, 2, 7, 8]));

test('a case without its defaults is read with them', () => {
  const read = Case.parse({ instance: 'i', prompt: '', judgments: [{ run: 'r', parse: 'ok' }] });
  expect(read).toMatchObject({ split: '', media: [], gold: [], contributions: [] });
  expect(read.judgments[0]).toMatchObject({ stage: 'judge', condition: 'base', repeat: 0, order: 'ab', verdict: null });
});
