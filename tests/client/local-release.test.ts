import { afterEach, expect, test } from 'vitest';
import { loadCase } from '../../src/client/case.ts';
import { loadLines } from '../../src/client/lines.ts';
import { holdRelease, type LocalRelease } from '../../src/client/local-release.ts';
import { searchRationales } from '../../src/client/postings.ts';

const NAMES = ['mine/#/a/1', 'mine/#/a/1/report'];
afterEach(() => {
  for (const name of NAMES) holdRelease(name, null);
});

/** A release of two cases, whose files say by whom and how often they were made. */
function releaseOf(name: string): LocalRelease {
  const index = (kind: string) => ({ path: `${name}/${kind}/index-*.v.json`, hashes: '' });
  let made = 0;
  return {
    database: () => Promise.reject(new Error('not here')),
    data: async () => ({
      shards: 1,
      index: index('shards'),
      columns: { cases: `${name}/columns.v.bin`, details: `${name}/details.v.bin`, criteria: null },
      lines: { cases: 2, index: index('lines'), holds: ['prompt'] },
      postings: { buckets: 1, index: index('words') },
    }),
    file: async (path) => {
      if (path.includes('index-')) return ['v'];
      if (path.includes('/words/')) return { red: [0, 1], circle: [1] };
      const prompt = `${name} ${++made}`;
      return path.includes('/shards/')
        ? [{ instance: 'x', cluster: 'x', prompt }]
        : ['first', 'second'].map((place) => ({ prompt: `${prompt} ${place}`, thumb: '', gold: [], said: [] }));
    },
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
  expect([await prompt(), await prompt()]).toEqual([`${one} 2 second`, `${one} 3 second`]);
});
