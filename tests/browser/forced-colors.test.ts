import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { drawn } from '../drawn.ts';
import { addressOf, openPage } from './page.ts';

/** Where the reader's system sets the colours, all that is told by colour elsewhere is told by its colours: read as the browser computes them. */

/** What is current, chosen, pressed, asked for or marked: its ground differs, and its words can be read on it. */
const CHOSEN = {
  current: '[aria-current]:not(tr)',
  row: 'tr[aria-current] > *',
  pressed: '[aria-pressed="true"]',
  used: '.btn.on',
  ticked: 'label:has(> :checked)',
  marked: 'mark',
  named: 'tr:target > *',
} as const;

/** Signs and lines without words: each is drawn in a colour that differs from the ground. `part` is a box of the element. */
const DRAWN = {
  first: { at: 'td.first', part: '::before', by: 'backgroundColor' },
  pin: { at: '.pin', part: '::before', by: 'backgroundColor' },
  sorter: { at: '.board .sort:not(:has(.arrow))', part: '::after', by: 'backgroundColor' },
  order: { at: '.board .arrow', part: '', by: 'color' },
  interval: { at: 'td.ci', part: '', by: 'backgroundImage' },
  bar: { at: '.interval-strip a > i:first-child', part: '', by: 'backgroundColor' },
  random: { at: '.strip .trivial', part: '', by: 'backgroundImage' },
  mine: { at: '.board .mine', part: '', by: 'outlineStyle' },
  reference: { at: '.reference > *', part: '', by: 'borderTopColor' },
} as const;

type Kind = keyof typeof CHOSEN | keyof typeof DRAWN;

/** Gives what cannot be seen, a line each, and how many of every kind were looked at. */
const look = (page: Page) =>
  page.evaluate(
    ({ chosen, drawn }) => {
      const paper = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
      /** The colour that lies over others, from the lowest on, as red, green and blue. */
      const mixed = (colors: readonly string[]): readonly number[] => {
        if (paper === null) return [];
        for (const color of colors) {
          paper.fillStyle = color;
          paper.fillRect(0, 0, 1, 1);
        }
        return [...paper.getImageData(0, 0, 1, 1).data.slice(0, 3)];
      };
      const luminance = (rgb: readonly number[]): number =>
        rgb
          .map((c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4))
          .reduce((sum, c, i) => sum + c * ([0.2126, 0.7152, 0.0722][i] ?? 0), 0);
      const contrast = (a: readonly number[], b: readonly number[]): number => {
        const [dark = 0, light = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y);
        return (light + 0.05) / (dark + 0.05);
      };
      const canvas = getComputedStyle(document.body).backgroundColor;
      const groundsOf = (element: Element): readonly string[] => {
        const around = element.parentElement === null ? [canvas] : groundsOf(element.parentElement);
        return [...around, getComputedStyle(element).backgroundColor];
      };
      const wordsIn = (element: Element): readonly Element[] => {
        const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
        const found: Element[] = [];
        for (let text = texts.nextNode(); text !== null; text = texts.nextNode())
          if (text.nodeValue?.trim() && text.parentElement?.closest('select, svg, .hidden') === null)
            found.push(text.parentElement);
        return found;
      };
      const shown = (selector: string): readonly Element[] =>
        [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility({ visibilityProperty: true }));
      const counts: Record<string, number> = {};
      const unseen: string[] = [];
      const say = (kind: string, element: Element, what: string) =>
        unseen.push(`${kind}: ${element.className} “${element.textContent.trim().slice(0, 30)}” ${what}`);
      for (const [kind, selector] of Object.entries(chosen))
        for (const element of shown(selector)) {
          counts[kind] = (counts[kind] ?? 0) + 1;
          if (contrast(mixed(groundsOf(element)), mixed([canvas])) < 3) say(kind, element, 'has the ground of all');
          for (const words of wordsIn(element)) {
            const grounds = groundsOf(words);
            if (contrast(mixed([...grounds, getComputedStyle(words).color]), mixed(grounds)) < 4.5)
              say(kind, element, 'cannot be read');
          }
        }
      for (const element of shown('label.btn:not(.on):has(select)'))
        if (contrast(mixed(groundsOf(element)), mixed([canvas])) >= 3) say('select', element, 'is marked as used');
      for (const [kind, { at, part, by }] of Object.entries(drawn))
        for (const element of shown(at)) {
          counts[kind] = (counts[kind] ?? 0) + 1;
          const style = getComputedStyle(element, part);
          const under =
            part === '' && element.parentElement !== null ? groundsOf(element.parentElement) : groundsOf(element);
          const isSeen =
            by === 'backgroundImage' || by === 'outlineStyle'
              ? style[by] !== 'none'
              : contrast(mixed([...under, style[by]]), mixed(under)) >= 1.5;
          if (!isSeen) say(kind, element, 'is not drawn');
        }
      return { counts, unseen: [...new Set(unseen)] };
    },
    { chosen: CHOSEN, drawn: DRAWN },
  );

interface Case {
  readonly path: string;
  readonly kinds: readonly Kind[];
  /** What somebody does there first. */
  readonly first?: (page: Page) => Promise<unknown>;
}

const CASES: readonly Case[] = [
  { path: '/', kinds: ['current', 'first', 'random'] },
  {
    path: '/multi-crit/table-3/?pin=o3&base=gpt-4o',
    kinds: ['current', 'pressed', 'used', 'first', 'reference', 'pin'],
  },
  {
    path: '/genai-bench/',
    kinds: ['current', 'first', 'interval', 'sorter', 'order', 'mine'],
    // A row stands for one of the visitor's own, which has no other look.
    first: (page) =>
      page
        .locator('.board tbody tr')
        .first()
        .evaluate((row) => row.classList.add('mine')),
  },
  { path: '/judges/', kinds: ['current', 'ticked'], first: (page) => page.getByRole('checkbox').first().check() },
  {
    path: '/shapes/explore/',
    kinds: ['current', 'pressed'],
    first: (page) => page.locator('button.verdict:visible').first().click(),
  },
  {
    path: `/shapes/case/?id=pair-000003&list=${encodeURIComponent('?wrong=longest-pairwise')}`,
    kinds: ['current', 'pressed', 'used', 'marked'],
  },
  { path: '/shapes/figures/', kinds: ['current'] },
  { path: '/shapes/figures/critique/', kinds: ['current', 'pressed', 'used'] },
  { path: '/shapes/figures/perturbation/', kinds: ['current', 'row'] },
  { path: '/compare/?judges=gpt-4o,o3', kinds: ['current'] },
  { path: '/audit/out-of-range/', kinds: ['current'] },
];

test.each(drawn(['light', 'dark'] as const, ['dark'] as const))('%s', async (theme) => {
  const { page } = await openPage('/404.html', { theme });
  await page.emulateMedia({ forcedColors: 'active' });
  for (const { path, kinds, first } of CASES) {
    await page.goto(addressOf(path));
    await first?.(page);
    const missing = async (): Promise<Kind[]> => {
      const { counts } = await look(page);
      return kinds.filter((kind) => counts[kind] === undefined);
    };
    await expect.poll(missing, { message: path }).toEqual([]);
    expect.soft((await look(page)).unseen, path).toEqual([]);
  }
});
