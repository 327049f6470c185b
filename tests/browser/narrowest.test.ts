import { expect, test } from 'vitest';
import { addressOf, openPage } from './page.ts';

const PAGES = [
  '/',
  '/multi-crit/table-3/',
  '/mm-judgebias/',
  '/genai-bench/',
  '/shapes/explore/',
  '/judge/gpt-4o/',
  '/genai-bench/figures/',
  '/methods/',
  '/audit/',
  '/plot/',
];

test('enlarged fourfold, a page scrolls down alone, and what stays in view of a table’s head is less than a fifth of the screen', async () => {
  const { page } = await openPage('/404.html', { width: 320, height: 256 });
  for (const path of PAGES) {
    await page.goto(addressOf(path));
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(320);
    const stays = await page.evaluate(() => {
      document.querySelector('.board tbody tr:nth-child(9)')?.scrollIntoView({ block: 'start' });
      const { top = 0, bottom = 0 } = document.querySelector('.board thead')?.getBoundingClientRect() ?? {};
      return Math.max(0, Math.min(bottom, innerHeight) - Math.max(0, top));
    });
    expect(stays, path).toBeLessThan(256 / 5);
  }
});
