import { expect, test } from 'vitest';
import { openPage } from './page.ts';

test('a page that misbehaves is not clean', async () => {
  const { page, faults, expectClean } = await openPage('/');
  await page.evaluate(() => {
    const image = new Image();
    image.src = 'https://elsewhere.invalid/x.png';
    console.error('said so');
  });
  await expect.poll(() => faults.join('\n')).toMatch(/said so[\s\S]*CSP violation|CSP violation[\s\S]*said so/);
  expect(faults).toContain('foreign request: https://elsewhere.invalid/x.png');
  expect(() => expectClean()).toThrow('faults of /');
  expectClean(/said so|elsewhere\.invalid|violat/);
});

test('a page that is used again has nothing of the test before it', async () => {
  const first = await openPage('/methods/', {
    prepare: (page) => page.route('**/favicon.svg', (route) => route.abort()),
  });
  const { page } = first;
  await page.emulateMedia({ media: 'print', colorScheme: 'dark', contrast: 'more', forcedColors: 'active' });
  await page.setViewportSize({ width: 390, height: 400 });
  const heard: string[] = [];
  page.on('framenavigated', (frame) => heard.push(frame.url()));
  await page.evaluate(() => {
    localStorage.setItem('left', 'behind');
    sessionStorage.setItem('left', 'behind');
    window.name = 'left behind';
    history.pushState(null, '', '?left=behind');
    scrollTo(0, 500);
  });
  await page.mouse.move(200, 200);
  expect(await page.evaluate(() => document.querySelector('main:hover') !== null)).toBe(true);
  await first.close();
  heard.length = 0;

  const next = await openPage('/methods/');
  expect(next.page).toBe(page);
  expect(heard).toEqual([]);
  const left = await page.evaluate(() => ({
    stored: localStorage.length + sessionStorage.length,
    name: window.name,
    address: location.search,
    scrolled: scrollY,
    size: [innerWidth, innerHeight],
    hovered: document.querySelectorAll('main:hover').length,
    isScreen: matchMedia('screen').matches,
    media: ['prefers-color-scheme: dark', 'prefers-contrast: more', 'forced-colors: active'].filter(
      (feature) => matchMedia(`(${feature})`).matches,
    ),
    back: history.length,
  }));
  expect(left).toEqual({
    stored: 0,
    name: '',
    address: '',
    scrolled: 0,
    size: [1440, 900],
    hovered: 0,
    isScreen: true,
    media: [],
    back: 2,
  });
  next.expectClean();
  await next.close();
});
