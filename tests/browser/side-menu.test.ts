import { expect, test } from 'vitest';
import { addressOf, openPage, recordShifts, shifted } from './page.ts';

const PAGES = ['/methods/', '/audit/', '/judge/gpt-4o/', '/multi-crit/about/', '/shapes/figures/perturbation/'];

test('long pages have a menu beside them that stays in view, on a phone a fold; each entry leads to a part', async () => {
  const { page } = await openPage('/404.html', { prepare: recordShifts });
  for (const path of PAGES) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(addressOf(path));
    const menu = page.getByRole('navigation', { name: 'On this page' });
    const links = menu.getByRole('link');
    expect(await links.count(), path).toBeGreaterThan(2);
    expect(await links.first().isVisible(), path).toBe(true);
    const broken = await links.evaluateAll((all) =>
      all.flatMap((link) => {
        const id = link.getAttribute('href')?.slice(1) ?? '';
        return document.getElementById(id) === null ? id : [];
      }),
    );
    expect(broken, path).toEqual([]);
    // Not the last one: at the end of the page the menu leaves with what it belongs to.
    await links.nth(Math.floor((await links.count()) / 2)).click();
    await expect.poll(() => page.evaluate(() => scrollY), { message: path }).toBeGreaterThan(200);
    const box = await menu.boundingBox();
    expect(box?.y ?? -1, path).toBeGreaterThanOrEqual(0);
    expect(box?.y ?? 900, path).toBeLessThan(300);
    expect(await shifted(page), path).toBeLessThanOrEqual(0.02);

    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => links.first().isVisible(), { message: path }).toBe(false);
    const fold = menu.getByText('On this page');
    await fold.focus();
    await page.keyboard.press('Enter');
    await links.first().waitFor();
  }
});

test('a link to what stands behind a fold opens it, and paper shows it', async () => {
  const { page } = await openPage('/methods/#halo-rules');
  const rules = page.locator('#halo-rules');
  const edge = rules.getByText('unreadable answers do not look like a halo');
  await edge.waitFor();
  await expect.poll(async () => (await rules.boundingBox())?.y ?? -1).toBeLessThan(900);
  expect(await page.locator('#pacc-rules').getAttribute('open')).toBeNull();
  // A link of the page itself, to a fold that is closed.
  const printed = page.locator('#printed-intervals');
  expect(await printed.getByText('Wilson’s interval at the largest n').isVisible()).toBe(false);
  await page.evaluate(() => location.assign('#printed-intervals'));
  await printed.getByText('Wilson’s interval at the largest n').waitFor();

  const folded = page.locator('#pacc-rules .example');
  expect(await folded.isVisible()).toBe(false);
  await page.emulateMedia({ media: 'print' });
  await expect.poll(() => folded.isVisible()).toBe(true);
});
