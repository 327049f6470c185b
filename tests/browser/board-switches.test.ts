import { describe, expect, test } from 'vitest';
import { alive, column, query } from './board-page.ts';
import { openFaulty, openPage } from './page.ts';

/** Every run of the demonstration benchmark; two of its judges lose answers. */
const PAIRWISE = '/shapes/pairwise-open_ended/';
const PERTURBATION = '/shapes/perturbation/';
const MISSING = 'Missing counts as wrong';
const ZEROS = 'Official zeros';
/** Its denominator falls where either order is missing. */
const COLUMN = 'Right in both orders';

describe('the switches of a board of runs', () => {
  test('missing counts as wrong, by keyboard: values that do not come are said and the official ones stay; then values fall, the address follows, Back undoes it', async () => {
    const { page } = await openFaulty(PAIRWISE);
    const official = (await column(page, COLUMN)).map(Number);
    await alive(page);
    await page.route('**/data/switched/**', (route) => route.abort());
    const button = page.getByRole('button', { name: MISSING });
    await button.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('alert').filter({ hasText: 'could not be loaded' }).waitFor();
    expect((await column(page, COLUMN)).map(Number)).toEqual(official);
    await page.unroute('**/data/switched/**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.waitForURL(/missing=wrong/);
    expect(await button.getAttribute('aria-pressed')).toBe('true');
    await page.getByText(`${MISSING}: this is not the official way to count`).waitFor();
    const switched = (await column(page, COLUMN)).map(Number);
    const fallen = switched.filter((value, i) => value < (official[i] ?? 0));
    expect(switched).toHaveLength(official.length);
    expect(fallen.length).toBeGreaterThan(0);
    expect(switched.every((value, i) => value <= (official[i] ?? 0))).toBe(true);
    await page.goBack();
    await expect.poll(async () => (await column(page, COLUMN)).map(Number)).toEqual(official);
    expect(await query(page)).toBe('');
  });

  test('official zeros, from the address alone: a judge that can lose nothing has a value', async () => {
    const plain = await openPage(PERTURBATION);
    const without = (await column(plain.page, 'Discernment')).filter((text) => text === '–').length;
    await plain.close();
    const { page } = await openPage(`${PERTURBATION}?zeros=official`);
    await page.getByText(`${ZEROS}: this is not the official way`).waitFor();
    const after = (await column(page, 'Discernment')).filter((text) => text === '–').length;
    expect(after).toBeLessThan(without);
  });

  test('a switch pressed while differences are shown brings the tests of its own values', async () => {
    const { page } = await openPage(`${PAIRWISE}?base=full-checker-pairwise`);
    await page.getByText('bold where significant, tested on the judgments').waitFor();
    const cards = async (): Promise<readonly string[]> => {
      const texts: string[] = [];
      for (const at of [0, 2, 4]) {
        const row = page.locator('.board tbody tr:has(td.delta)').nth(at);
        await row.locator('td.delta').first().hover();
        const card = page.getByRole('tooltip').filter({ hasText: `${await row.locator('th a').textContent()} ·` });
        await card.filter({ hasText: '95 % interval of this difference' }).waitFor();
        texts.push(String(await card.textContent()));
      }
      return texts;
    };
    const official = await cards();
    const differences = await column(page, COLUMN);
    await page.getByRole('button', { name: MISSING }).click();
    await page.getByText(`${MISSING}: this is not the official way to count`).waitFor();
    await page.getByText('bold where significant, tested on the judgments').waitFor();
    const pressed = await cards();
    await page.reload();
    await page.getByText(`${MISSING}: this is not the official way to count`).waitFor();
    await page.getByText('bold where significant, tested on the judgments').waitFor();
    expect(pressed).toEqual(await cards());
    expect(pressed).not.toEqual(official);
    expect(await column(page, COLUMN)).not.toEqual(differences);
  });

  test('a printed table has none, and says so of an address that asks for one', async () => {
    const { page } = await openPage('/multi-crit/table-3/?missing=wrong');
    await page.getByText('missing: “wrong” is not known here').waitFor();
    expect(await page.getByRole('button', { name: MISSING }).count()).toBe(0);
  });
});
