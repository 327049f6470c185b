import { describe, expect, test } from 'vitest';
import { bucketOf, hash32, instancesOfGaps, searchWordsOf } from '../../src/schema/release-paths.ts';
import { Case } from '../../src/schema/stored-case.ts';

describe('hash32', () => {
  // FNV-1a of the vectors of its authors (0x811c9dc5, 0xe40c292c, 0xbf9cf968), mixed by another program.
  test.each([
    ['', 0xab3e7c0b],
    ['a', 0x1a80b1b3],
    ['foobar', 0xc0da6dc],
    ['ü', 0xc15d99c6],
  ])('%j', (text, hash) => expect(hash32(text)).toBe(hash));

  test.each([64, 198, 2656, 19_800])(
    '%i buckets hold as many ids that count upwards as chance would give them',
    (buckets) => {
      const mean = 8;
      const counts = new Array<number>(buckets).fill(0);
      for (let i = 0; i < mean * buckets; i++) {
        const bucket = bucketOf(`pair-${String(i).padStart(6, '0')}`, buckets);
        counts[bucket] = (counts[bucket] ?? 0) + 1;
      }
      // Of a Poisson distribution the variance is the mean; its own error here is below 18 %.
      const variance = counts.reduce((sum, count) => sum + (count - mean) ** 2, 0) / buckets;
      expect(variance / mean).toBeGreaterThan(0.6);
      expect(variance / mean).toBeLessThan(1.4);
    },
  );
});

test.each([
  ['The RED square, 2×3!', ['the', 'red', 'square', '2', '3']],
  ['ﬁne café', ['fine', 'café']],
  ['<b>don’t</b>', ['b', 'don', 't', 'b']],
  ['赤い square', ['赤', 'い', 'square']],
  ['नमस्ते', ['नमस्ते']],
  ['…—!', []],
  ['x'.repeat(100), ['x'.repeat(64)]],
])('words of %j', (text, words) => expect(searchWordsOf(text)).toEqual(words));

test('postings are distances', () => expect(instancesOfGaps([0, 2, 5, 1])).toEqual([0, 2, 7, 8]));

test('a case without its defaults is read with them', () => {
  const read = Case.parse({ instance: 'i', prompt: '', judgments: [{ run: 'r', parse: 'ok' }] });
  expect(read).toMatchObject({ split: '', media: [], gold: [], contributions: [] });
  expect(read.judgments[0]).toMatchObject({ stage: 'judge', condition: 'base', repeat: 0, order: 'ab', verdict: null });
});
