import { expect, inject, test } from 'vitest';
import { browser, openPage } from './page.ts';

test('the browser draws text', async () => {
  const page = await (await browser()).newPage();
  await page.setContent('<p style="margin:0">&nbsp;</p>');
  const blank = await page.screenshot();
  await page.setContent('<p style="margin:0">Judges</p>');
  expect((await page.screenshot()).equals(blank)).toBe(false);
});

test("the browser keeps to the web's rules: another origin cannot be read", async () => {
  const { origin } = inject('site');
  const page = await (await browser()).newPage();
  await page.goto('data:text/html,<p>elsewhere</p>');
  const answer = await page.evaluate(
    (url) =>
      fetch(url).then(
        () => 'read',
        () => 'refused',
      ),
    `${origin}/`,
  );
  expect(answer).toBe('refused');
});

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
