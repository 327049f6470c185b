import { expect, test } from 'vitest';
import { openPage } from './page.ts';

const PAGES = [
  '/',
  '/multi-crit/',
  '/shapes/explore/',
  '/judge/gpt-4o/',
  '/genai-bench/figures/',
  '/methods/',
  '/audit/',
  '/plot/',
];

test('enlarged fourfold, a page scrolls down alone', async () => {
  for (const path of PAGES) {
    const { page, expectClean, close } = await openPage(path, { width: 320, height: 256 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(320);
    expectClean();
    await close();
  }
});
