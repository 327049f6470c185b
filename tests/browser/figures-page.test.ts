import { expect, test } from 'vitest';
import { addressOf, openPage, painted } from './page.ts';
import { saved } from './saved.ts';

const FIGURES = '/shapes/figures/';

test('what a figure still shows while another answer comes is as readable as before, under a line that runs', async () => {
  let answer = (): void => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const { page } = await openPage(FIGURES, {
    prepare: (fresh) =>
      fresh.route('**/figures/run.*', async (route) => {
        await asked;
        await route.continue();
      }),
  });
  const opacities = () =>
    page.locator('#conflicts > *').evaluateAll((parts) => parts.map((part) => getComputedStyle(part).opacity));
  const line = () =>
    page.locator('#conflicts').evaluate((figure) => Number.parseFloat(getComputedStyle(figure, '::before').height));
  expect(await line()).toBeNaN();
  await page.getByLabel('Judge of pairs').selectOption({ label: 'Longest' });
  await page.locator('#conflicts[aria-busy="true"]').waitFor();
  expect(new Set(await opacities())).toEqual(new Set(['1']));
  expect(await line()).toBeGreaterThan(0);
  answer();
  await page.locator('#conflicts[aria-busy="false"]').waitFor();
});

test('the address of a figure on the wrong page leads to the page that has it', async () => {
  const { page } = await openPage(`${FIGURES}?difficulty=hard#discrimination`);
  await page.waitForURL(`**${FIGURES}pairwise-conflicts/?difficulty=hard#discrimination`);
  const top = () => page.locator('#discrimination').evaluate((figure) => figure.getBoundingClientRect().top);
  await expect.poll(top).toBeLessThan(900);
  await page.goto(addressOf('/viescore/figures/pairwise-judges/#pacc-conflict'));
  await page.waitForURL('**/viescore/figures/pairwise-conflicts/#pacc-conflict');
  expect(await page.locator('figure#pacc-conflict').count()).toBe(1);
});

test('on a phone the funnel’s table is as wide as its place; of more columns than fit, the group in view is named while one scrolls', async () => {
  const funnel = await openPage('/shapes/figures/perturbation/', { width: 390 });
  const table = funnel.page.getByRole('region', { name: 'Scored pairs of every judge, table' });
  await table.scrollIntoViewIfNeeded();
  expect(await table.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
  const rows = table.getByRole('row');
  const cell = rows.last().getByRole('cell').last();
  expect(await cell.textContent()).toMatch(/^\d+ \/ \d+$/);
  const lines = String(await saved(funnel.page.locator('#funnel'), 'csv'))
    .trim()
    .split('\r\n');
  expect(lines[0]).toBe('Judge,Bias type,Pairs,Parsed,Eligible,Scored,Abstained,No score found,Score before 1');
  expect(lines.length, 'every judge and bias type, however long its table is').toBeGreaterThan(50);
  await funnel.close();
  const { page } = await openPage('/viescore/figures/pairwise-judges/', { width: 390 });
  const slices = page.locator('#slices-pairwise .slices');
  await slices.scrollIntoViewIfNeeded();
  const [box, name] = [await slices.boundingBox(), slices.locator('[scope=colgroup] > span').first()];
  const group = (await name.boundingBox()) ?? { x: 0 };
  await slices.evaluate((scroller) => scroller.scrollTo({ left: 100 }));
  await painted(page);
  const moved = (await name.boundingBox()) ?? { x: 0, width: 0 };
  expect(moved.x).toBeGreaterThan(group.x - 100);
  expect(moved.x + moved.width).toBeLessThan((box?.x ?? 0) + (box?.width ?? 0));
});
