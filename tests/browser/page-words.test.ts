import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { addressOf, openPage } from './page.ts';

/**
 * Words that a visitor reads before opening anything, tables and drawings left out. About half of what the pages said when only printed tables
 * were shown, with a tenth of room; a page that needs more has something to say behind a fold.
 */
const MOST: Readonly<Record<string, number>> = {
  home: 150,
  methods: 1700,
  data: 120,
  audit: 300,
  'audit of a benchmark': 180,
  check: 90,
  about: 600,
  board: 65,
  figures: 390,
  explorer: 160,
  case: 60,
  judge: 112,
  other: 160,
};

function kindOf(path: string): string {
  const [first = '', second = '', third = ''] = path.split('/').slice(1);
  if (first === '') return 'home';
  if (first === 'audit') return second === '' ? 'audit' : 'check';
  if (first in MOST) return first;
  if (second === 'audit') return 'audit of a benchmark';
  if (second === 'explore') return 'explorer';
  if (['about', 'figures', 'case'].includes(second)) return second;
  return ['judges', 'compare', 'your-results'].includes(first) || third !== '' ? 'other' : 'board';
}

/** How many words stand open in a page. Runs in the browser. */
async function openWords(address: string): Promise<number> {
  const page = new DOMParser().parseFromString(await (await fetch(address)).text(), 'text/html');
  const unread =
    'table, nav, svg, button, select, math, pre, output, template, script, style, noscript, dialog, [hidden], [popover], [aria-hidden=true], .hidden, .nojs, .failed';
  for (const element of page.querySelectorAll(unread)) element.remove();
  for (const fold of page.querySelectorAll('details:not([open])'))
    for (const part of [...fold.childNodes])
      if (!(part instanceof Element) || part.localName !== 'summary') part.remove();
  const texts = page.createTreeWalker(page.querySelector('main') ?? page.body, NodeFilter.SHOW_TEXT);
  let count = 0;
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode())
    count += text.nodeValue?.match(/\p{L}[\p{L}\p{N}'’.-]*/gu)?.length ?? 0;
  return count;
}

test('no page says more at a glance than its kind may', async () => {
  const { folder } = inject('site');
  const files = globSync('**/index.html', { cwd: folder }).map((file) => ({
    path: `/${file.replaceAll('\\', '/').replace('index.html', '')}`,
    bytes: statSync(join(folder, file)).size,
  }));
  // The largest of each kind: a judge more says what the others say.
  const pages = [...Map.groupBy(files, ({ path }) => kindOf(path)).values()].flatMap((own) =>
    own
      .toSorted((a, b) => b.bytes - a.bytes)
      .slice(0, 6)
      .map(({ path }) => path),
  );
  const { page, close } = await openPage('/methods/');
  const found: string[] = [];
  const counted: Record<string, number> = {};
  for (const path of pages) {
    const kind = kindOf(path);
    const words = await page.evaluate(openWords, addressOf(path));
    counted[kind] = Math.max(counted[kind] ?? 0, words);
    if (words > (MOST[kind] ?? 0)) found.push(`${path}: ${words} words, ${kind} pages ${MOST[kind]}`);
  }
  await close();
  // Each kind was met, and its pages are not empty.
  expect(Object.keys(counted).sort()).toEqual(Object.keys(MOST).sort());
  expect(Math.min(...Object.values(counted))).toBeGreaterThan(5);
  expect(found).toEqual([]);
});
