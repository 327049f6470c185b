import { expect, test } from 'vitest';
import { BOARD, column, descending, head, names, query } from './board-page.ts';
import { openFaulty, openPage } from './page.ts';

test('sorting: by clicks in three steps, which the address follows and Back undoes; with Shift by several columns; reference lines stand where their value belongs', async () => {
  const { page } = await openPage(BOARD);
  const printedOrder = await names(page);
  await head(page, 'CMR').click();
  await page.waitForURL(/sort=-cmr/);
  expect(descending(await column(page, 'CMR'))).toBe(true);
  expect(await page.locator('th[abbr="CMR"]').getAttribute('aria-sort')).toBe('descending');
  await head(page, 'CMR').click();
  await page.waitForURL(/sort=cmr/);
  expect(descending((await column(page, 'CMR')).toReversed())).toBe(true);
  await head(page, 'CMR').click();
  await page.waitForURL(/sort=printed/);
  await page.goBack();
  await page.waitForURL(/sort=cmr/);
  await page.goBack();
  await page.goBack();
  await expect.poll(() => names(page)).toEqual(printedOrder);
  expect(await query(page)).toBe('');

  await head(page, 'Clarity').click();
  await head(page, 'PAcc').click({ modifiers: ['Shift'] });
  await page.waitForURL(/sort=-clarity,-pacc/);
  expect(await head(page, 'Clarity').textContent()).toContain('1');
  expect(await head(page, 'PAcc').textContent()).toContain('2');
  const [clarity, pacc] = [await column(page, 'Clarity'), await column(page, 'PAcc')];
  const tied = clarity.flatMap((value, i) => (value === clarity[i - 1] ? [i] : []));
  expect(tied.length).toBeGreaterThan(0);
  for (const i of tied) expect(Number(pacc[i])).toBeLessThanOrEqual(Number(pacc[i - 1]));

  await head(page, 'Completeness').click();
  await page.waitForURL(/sort=-completeness/);
  const around = await page.evaluate(() => {
    const coin = [...document.querySelectorAll('.board tbody tr')].find((row) => row.textContent.includes('Coin flip'));
    const value = (row: Element | null | undefined) => Number.parseFloat(row?.children[5]?.textContent ?? '');
    return [value(coin?.previousElementSibling), value(coin), value(coin?.nextElementSibling)];
  });
  expect(around[1]).toBe(50);
  expect(around[0]).toBeGreaterThanOrEqual(50);
  expect(around[2]).toBeLessThanOrEqual(50);
});

test('missing values go last in both directions', async () => {
  const { page } = await openPage('/mm-critic/table-13/');
  for (const direction of ['descending', 'ascending']) {
    await head(page, 'Planning').click();
    await expect.poll(() => page.locator('th[abbr="Planning"]').getAttribute('aria-sort')).toBe(direction);
    expect((await column(page, 'Planning')).at(-1)).toBe('–');
  }
});

test('access, mode and search narrow the rows, and the count says so; no rows say so and offer a reset; a pinned judge stays on top; a baseline turns values into differences', async () => {
  const { page } = await openPage(BOARD);
  const [pacc, judges] = [await column(page, 'PAcc'), await names(page)];
  const tuned = page.getByRole('button', { name: 'fine-tuned' });
  await tuned.click();
  await page.waitForURL(/access=fine-tuned/);
  const glyphs = page.locator('.board tbody .glyph');
  expect(await glyphs.evaluateAll((all) => all.every((g) => g.classList.contains('fine-tuned')))).toBe(true);
  expect(await page.locator('.count').textContent()).toMatch(/^\d+ of 25 judges$/);
  await tuned.click();
  await page.getByRole('button', { name: 'thinking', exact: true }).click();
  await page.waitForURL(/thinking=yes/);
  expect((await names(page)).length).toBeLessThan(25);
  const search = page.getByRole('searchbox', { name: 'Filter by judge' });
  await search.fill('nobody-has-this-name');
  await page.waitForURL(/q=nobody-has-this-name/);
  await page.getByText('No rows match.').waitFor();
  await page.getByRole('button', { name: 'Reset filters' }).click();
  await expect.poll(() => names(page)).toEqual(judges);
  expect(await search.inputValue()).toBe('');

  const last = judges.at(-1) ?? '';
  await page.getByRole('button', { name: `Pin ${last} to the top` }).click();
  await expect.poll(async () => (await names(page))[0]).toBe(last);
  await page.getByRole('button', { name: 'proprietary' }).click();
  await page.waitForURL(/access=proprietary/);
  expect((await names(page))[0]).toBe(last);
  expect(await page.locator('.board tr.pinned').count()).toBe(1);
  await page.getByRole('button', { name: 'proprietary' }).click();
  await page
    .getByRole('button', { name: `Pin ${last} to the top` })
    .first()
    .click();
  await expect.poll(() => names(page)).toEqual(judges);

  const at = judges.indexOf('GPT-4o');
  await page.getByLabel('Baseline').selectOption({ label: 'GPT-4o' });
  await page.waitForURL(/base=gpt-4o/);
  const shown = await column(page, 'PAcc');
  expect(shown[at]).toBe(pacc[at]);
  const difference = Number(pacc.at(-1)) - Number(pacc[at]);
  expect(Number(shown.at(-1)?.replace('\u2212', '-'))).toBeCloseTo(difference, 2);
  await expect.poll(() => page.locator('.board tbody td.down.sure').count()).toBeGreaterThan(0);
  expect(await page.locator('.note').textContent()).toContain('Differences to GPT-4o');
});

test('columns and groups are hidden, kept at the left and reset; a second order without the Shift key is reversed and taken away', async () => {
  const { page } = await openPage(BOARD);
  await page.getByRole('button', { name: 'Columns' }).click();
  const panel = page.getByRole('dialog', { name: 'Columns' });
  const heads = page.locator('.board thead th[abbr]');
  await panel.getByRole('checkbox', { name: 'Clarity' }).uncheck();
  await page.waitForURL(/hide=clarity/);
  expect(await head(page, 'Clarity').count()).toBe(0);
  await panel.getByRole('button', { name: /^Keep Mean of criteria/ }).click();
  await page.waitForURL(/left=average/);
  expect(await heads.first().getAttribute('abbr')).toBe('Mean of criteria');
  await panel.getByRole('checkbox', { name: 'Accuracy per criterion' }).click();
  await expect.poll(() => heads.count()).toBe(3);
  await panel.getByRole('button', { name: 'Reset columns' }).click();
  await expect.poll(() => heads.count()).toBe(9);
  expect(await query(page)).toBe('');
  const then = panel.getByRole('combobox', { name: 'Then by' });
  await then.selectOption({ label: 'Grounding' });
  await page.waitForURL(/sort=-pacc,-grounding/);
  await panel.getByRole('button', { name: /reverse the second order/ }).click();
  await page.waitForURL(/sort=-pacc,grounding/);
  expect(await head(page, 'Grounding').textContent()).toContain('2 ascending');
  await then.selectOption('');
  await expect.poll(() => query(page)).toBe('');
  await page.keyboard.press('Escape');
  await expect.poll(() => panel.count()).toBe(0);
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Columns');
});

test('a baseline on a computed board: without its file values differ, and the page says that tests are missing; then differences are the paired ones, each a number', async () => {
  const { page } = await openFaulty('/shapes/pairwise-open_ended/');
  await page.route('**/data/boards/**', (route) => route.abort());
  await page.getByLabel('Baseline').selectOption('coin-flip-pairwise');
  const note = page.locator('.note');
  await expect.poll(() => note.textContent()).toContain('could not be fetched');
  const cells = page.locator('td.delta');
  expect(await cells.count()).toBeGreaterThan(100);
  expect(await page.locator('td.delta.sure').count()).toBe(0);
  await page.unroute('**/data/boards/**');
  await note.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => note.textContent()).toContain('bold where significant, tested on the judgments');
  const texts = await cells.allTextContents();
  expect(texts.length).toBeGreaterThan(100);
  expect(texts.filter((text) => /NaN|Infinity|undefined|null/.test(text))).toEqual([]);
  expect(await page.locator('td.delta.sure').count()).toBeGreaterThan(10);
});
