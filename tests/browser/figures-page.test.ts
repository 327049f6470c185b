import { expect, test } from 'vitest';
import { addressOf, openPage } from './page.ts';

const FIGURES = '/shapes/figures/';
const WAIT = { timeout: 30_000 };

test('a figure that shows no chosen judge is not behind when another judge’s numbers do not come', async () => {
  const { page, close } = await openPage(`${FIGURES}perturbation/`, {
    fresh: true,
    prepare: async (fresh) => {
      for (const address of ['**/engine/**', '**/figures/run.*']) await fresh.route(address, (route) => route.abort());
    },
  });
  await page.getByLabel('Judge of perturbations').selectOption({ label: 'Volatile' });
  const behind = (figure: string) => page.locator(figure).getByText('still shows the previous choice');
  await behind('#score-pairs').waitFor(WAIT);
  expect(await behind('#self-enhancement').count()).toBe(0);
  await close();
});

test('what a figure still shows while another answer comes is as readable as before, under a line that runs', async () => {
  let answer = (): void => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const { page, expectClean, close } = await openPage(FIGURES, {
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
  await page.locator('#conflicts[aria-busy="true"]').waitFor(WAIT);
  expect(new Set(await opacities())).toEqual(new Set(['1']));
  expect(await line()).toBeGreaterThan(0);
  answer();
  await page.locator('#conflicts[aria-busy="false"]').waitFor(WAIT);
  expectClean();
  await close();
});

test('the address of a figure on the wrong page leads to the page that has it', async () => {
  const { page, expectClean, close } = await openPage(`${FIGURES}?difficulty=hard#discrimination`);
  await page.waitForURL(`**${FIGURES}pairwise-conflicts/?difficulty=hard#discrimination`);
  const top = () => page.locator('#discrimination').evaluate((figure) => figure.getBoundingClientRect().top);
  await expect.poll(top, WAIT).toBeLessThan(900);
  await page.goto(addressOf('/viescore/figures/pairwise-judges/#pacc-conflict'));
  await page.waitForURL('**/viescore/figures/pairwise-conflicts/#pacc-conflict');
  expect(await page.locator('figure#pacc-conflict').count()).toBe(1);
  expectClean();
  await close();
});
