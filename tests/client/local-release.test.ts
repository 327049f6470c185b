import { afterEach, expect, test } from 'vitest';
import { holdRelease, type LocalRelease } from '../../src/client/local-release.ts';
import { loadCase, loadLines } from '../../src/client/packs.ts';
import { searchRationales } from '../../src/explore/selection.ts';

const NAMES = ['mine/#/a/1', 'mine/#/a/1/report'];
afterEach(() => {
  for (const name of NAMES) holdRelease(name, null);
});

/** A release of two cases, whose files say by whom and how often they were made. */
function releaseOf(name: string): LocalRelease {
  const set = (members: number) => ({ path: '', index: '', packs: '', members });
  let made = 0;
  return {
    database: () => Promise.reject(new Error('not here')),
    data: async () => ({
      cases: set(0),
      columns: { cases: `${name}/columns.v.bin`, details: `${name}/details.v.bin`, criteria: null },
      lines: { ...set(0), holds: ['prompt'] },
      postings: set(1),
    }),
    cases: async (ids) => (ids.includes('x') ? [{ instance: 'x', cluster: 'x', prompt: `${name} ${++made}` }] : []),
    lines: async (places) => {
      const prompt = `${name} ${++made}`;
      const line = (place: number) => ({ prompt: `${prompt} ${place}`, thumb: '', gold: [], said: [] });
      return new Map(places.map((place) => [place, line(place)]));
    },
    words: async () => ({ red: [0, 1], circle: [1] }),
    file: () => Promise.reject(new Error('not here')),
  };
}

test('cases, lines and words of a local release are read as the server’s, of the name that was asked for', async () => {
  for (const name of NAMES) holdRelease(name, releaseOf(name));
  const [one, report] = NAMES as [string, string];
  expect((await loadCase(one, ' x ')).prompt).toBe(`${one} 1`);
  expect((await loadCase(report, 'x')).prompt).toBe(`${report} 1`);
  await expect(loadCase(one, 'nobody')).rejects.toThrow('Your files hold no case with this id.');
  expect(await searchRationales(one, 'Red')).toEqual([0, 1]);
  expect(await searchRationales(one, 'circle RED')).toEqual([1]);
  // Lines are made anew, since what the site adds to them may come later.
  const prompt = async () => (await loadLines(one, [1])).texts.get(1)?.prompt;
  expect([await prompt(), await prompt()]).toEqual([`${one} 2 1`, `${one} 3 1`]);
});
