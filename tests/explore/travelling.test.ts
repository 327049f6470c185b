import { afterEach, describe, expect, type Mock, test, vi } from 'vitest';
import { holdRelease } from '../../src/client/local-release.ts';
import { partAround, placeInPart, sendTravelling, travelling } from '../../src/explore/travelling.ts';

describe('the part of a list that travels along', () => {
  const ids = Array.from({ length: 1000 }, (_, i) => `case-${i}`);

  test('the rows around the opened one, up to the first that is not known', () => {
    const known = new Set([...Array(20).keys()].map((i) => i + 95));
    const part = partAround(100, (i) => (known.has(i) ? ids[i] : undefined));
    expect([part.first, part.ids[0], part.ids.at(-1)]).toEqual([95, 'case-95', 'case-114']);
    expect(partAround(0, (i) => ids[i]).first).toBe(0);
  });

  test('no more than some hundred rows on either side, the opened one among them', () => {
    const part = partAround(500, (i) => ids[i]);
    expect(part.ids.length).toBeLessThan(1000);
    expect(part.ids[500 - part.first]).toBe('case-500');
  });

  test('a case’s place and neighbours; what lies beyond the part is not known, the ends of the list are', () => {
    const part = { first: 10, total: 13, ids: ['k', 'l', 'm'] };
    expect(placeInPart(part, 'l')).toEqual({ place: 12, total: 13, previous: 'k', next: 'm', whole: true });
    expect(placeInPart(part, 'k')).toMatchObject({ place: 11, previous: null, next: 'l', whole: false });
    expect(placeInPart(part, 'm')).toMatchObject({ place: 13, next: null, whole: true });
    expect(placeInPart({ first: 0, total: 5, ids: ['a'] }, 'a')).toMatchObject({ place: 1, whole: false });
    expect(placeInPart(part, 'z')).toBeNull();
  });
});

describe('what travels', () => {
  afterEach(() => vi.unstubAllGlobals());

  test('a list of the release; one of own cases within the page as long as somebody answers for them, stored nowhere', () => {
    const stored = new Map<string, string>();
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
    });
    vi.stubGlobal('document', { querySelector: () => null });
    const part = { list: '?', total: 2, first: 0, ids: ['a', 'b'], at: 'a' };
    sendTravelling('shapes', part);
    expect(travelling('shapes', '?')?.ids).toEqual(['a', 'b']);
    sendTravelling('shapes', { ...part, words: 7 as never });
    expect(travelling('shapes', '?')).toBeNull();
    const own = 'your-results/#/set/1';
    sendTravelling(own, part);
    expect(travelling(own, '?')).toBeNull();
    const [data, cases, lines, words, file, database] = Array.from({ length: 6 }, () => vi.fn()) as [
      Mock,
      Mock,
      Mock,
      Mock,
      Mock,
      Mock,
    ];
    const release = { data, cases, lines, words, file, database };
    holdRelease(own, release);
    sendTravelling(own, part);
    expect(travelling(own, '?')?.ids).toEqual(['a', 'b']);
    holdRelease(own, { ...release });
    expect(travelling(own, '?')).toBeNull();
    holdRelease(own, null);
    expect(stored.size).toBe(1);
  });
});
