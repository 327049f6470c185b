import { expect, test } from 'vitest';
import { TextStore } from '../../../src/own/intake/engine-work.ts';

/** Texts of many lengths, among them none, one larger than what is packed together, and what UTF-8 holds in two to four bytes. */
const TEXTS = Array.from({ length: 3000 }, (_, i) => {
  if (i % 7 === 0) return '';
  if (i === 1000) return 'long '.repeat(100_000);
  return `${i}: ${['plain', 'Café', '红色的圆', '😀', '\ufeff begins so', '\0'][i % 6]} ${'word '.repeat((i * 37) % 200)}`;
});

function filled(texts: readonly string[]): TextStore {
  const store = new TextStore();
  for (const text of texts) store.add(text);
  return store;
}

test('texts come back as they were, whichever are asked for, in whatever order', () => {
  const store = filled(TEXTS);
  const asked = [2999, 0, 7, 1000, 1001, 999, 1, 1, 2500];
  const found = store.read(asked);
  expect([...found.keys()].sort((a, b) => a - b)).toEqual([0, 1, 7, 999, 1000, 1001, 2500, 2999]);
  for (const [number, text] of found) expect(text).toBe(TEXTS[number]);
  expect(store.read([])).toEqual(new Map());
  expect(store.read([3000])).toEqual(new Map());
});

test('all texts come in order, each part with the number of its first', () => {
  const parts = [...filled(TEXTS).parts()];
  expect(parts.length).toBeGreaterThan(3);
  expect(parts.flatMap(({ texts }) => texts)).toEqual(TEXTS);
  for (const { first, texts } of parts) expect(texts[0]).toBe(TEXTS[first]);
});

test('half of a surrogate pair becomes U+FFFD and leaves its neighbours alone', () => {
  const store = filled(['a\ud83d', '\ude00b', ...TEXTS]);
  expect([...store.read([0, 1])]).toEqual([
    [0, 'a\ufffd'],
    [1, '\ufffdb'],
  ]);
  expect(store.read([1002]).get(1002)).toBe(TEXTS[1000]);
});

test('a store that was cleared begins again with number 0', () => {
  const store = filled(TEXTS);
  store.clear();
  store.add('again');
  expect([...store.parts()]).toEqual([{ first: 0, texts: ['again'] }]);
});
