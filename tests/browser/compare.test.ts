import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { drawn } from '../drawn.ts';
import { addressOf, openPage, recordShifts, shifted, turnTo } from './page.ts';

const TWO = '/compare/?judges=gpt-4o,o3';

/** What an empty comparison offers, each a link as `GPT-4o and o3` with its picture and its sentence. */
const pairItems = (page: Page): Locator =>
  page.getByRole('listitem').filter({ has: page.getByRole('link', { name: /^\S.* and .*\S$/ }) });
const pairLinks = (page: Page): Locator => pairItems(page).getByRole('link');

async function chosen(page: Page): Promise<string> {
  return decodeURIComponent(new URL(page.url()).search);
}

/** Marks have colours of the page, and the line of no difference is drawn: without their style a mark is black or the ground's hole. */
async function expectColoured(forests: Locator): Promise<void> {
  const look = (css: string, of: 'fill' | 'stroke') =>
    forests
      .locator(css)
      .first()
      .evaluate((mark, name) => getComputedStyle(mark)[name], of);
  expect(await look('.mark-square', 'fill')).not.toBe('rgb(0, 0, 0)');
  expect(await look('.zero-line', 'stroke')).not.toBe('none');
  for (const hollow of await forests.locator('.mark-hollow').all())
    expect(await hollow.evaluate((mark) => getComputedStyle(mark).stroke)).not.toBe('none');
}

test('empty, then one, then two judges: each says what to do next; Back undoes', async () => {
  const { page } = await openPage('/compare/');
  await pairLinks(page).first().waitFor();
  const add = page.getByRole('combobox', { name: 'Add a judge' });
  await add.selectOption({ label: 'GPT-4o' });
  await page.getByText(/Choose another judge.* to compare with GPT-4o/).waitFor();
  await add.selectOption({ label: 'o3' });
  await page.getByRole('heading', { name: 'o3 against GPT-4o' }).waitFor();
  expect(await chosen(page)).toBe('?judges=gpt-4o,o3');
  await page.goBack();
  await page.getByText('Choose another judge').waitFor();

  // By keys: letters go through the list, ↵ adds what they come to, and the keyboard goes on from the list when a judge is removed.
  await add.focus();
  await page.keyboard.type('Gem');
  const name = await add.evaluate((list: HTMLSelectElement) => list.selectedOptions[0]?.textContent ?? '');
  expect(name).toMatch(/^Gem/);
  expect(await chosen(page)).toBe('?judges=gpt-4o');
  await page.keyboard.press('Enter');
  await page.getByText(`${name} against GPT-4o`).waitFor();
  await page.getByRole('button', { name: 'make baseline' }).press('Enter');
  await page.getByText(`GPT-4o against ${name}`).waitFor();
  const focused = () =>
    page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.tagName);
  await expect.poll(focused).toBe(`Remove ${name}`);
  await page.keyboard.press('Enter');
  await page.getByText('Choose another judge').waitFor();
  await expect.poll(focused).toBe('SELECT');
});

test('values are those of the table, with difference, interval, test and a link back', async () => {
  const { page } = await openPage(TWO);
  await page.getByText('Printed values, column by column').click();
  const row = page.getByRole('row', { name: /Expressiveness/ }).first();
  await row.waitFor();
  const cells = await row.getByRole('cell').allTextContents();
  expect(cells.slice(0, 2)).toEqual(['76.17', '63.21']);
  expect(cells[2]).toMatch(/^\u221212\.96\u2212\d+\.\d+ to \u2212\d+\.\d+$/);
  // The interval of this one difference leaves zero out; among all pairs of the column that may be chance, as the board says.
  expect(cells[3]).toBe('GPT-4o ahead, perhaps by chance');
  expect(await page.locator('.how-to').textContent()).toMatch(/not negatively correlated/);
  await page.locator('.compared a').first().click();
  await page.waitForURL(/\/multi-crit\/table-3\//);
});

const rightOf = (place: Locator): Promise<number> => place.evaluate((e) => Math.round(e.getBoundingClientRect().right));

test.each(drawn([1440, 1920, 2560], [1440]))(
  'at %i px, empty, it offers pairs over the whole width; one opens its forest of differences, whose marks speak and open their tables',
  async (width) => {
    const { page } = await openPage('/compare/', { width });
    const right = await rightOf(page.locator('main'));
    const pairs = pairLinks(page);
    expect(await pairs.count()).toBe(3);
    expect(await rightOf(pairItems(page).last())).toBe(right);
    const words = pairItems(page).getByRole('paragraph');
    const heights = await words.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
    expect(Math.max(...heights), 'a few lines of words, beside the picture or below it').toBeLessThan(80);
    await expectColoured(page.locator('.ready-pairs'));
    const [base = '', other = ''] = ((await pairs.first().textContent()) ?? '').split(' and ');
    const told = (await pairItems(page).first().getByRole('paragraph').textContent()) ?? '';
    await pairs.first().click();
    await page.getByRole('heading', { name: `${other} against ${base}` }).waitFor();
    expect(await page.locator('.headline-pair .takeaway').textContent()).toBe(told);
    // One of two drawings is shown, by the room that there is.
    const marks = page.locator('.headline-pair .drawing a').filter({ visible: true });
    const drawing = await page.locator('.headline-pair .drawing').boundingBox();
    expect((drawing?.width ?? 0) / right).toBeGreaterThan(0.3);
    await expectColoured(page.locator('.headline-pair').first());
    const rows = page
      .getByRole('region', { name: `Numbers of ${other} and ${base}, scrolls sideways` })
      .getByRole('rowheader');
    expect(await marks.count()).toBe(await rows.count());
    await page.locator('.headline-pair .drawing').press('ArrowDown');
    const tip = page.getByRole('tooltip');
    await tip.waitFor();
    const [label = ''] = await rows.first().getByRole('link').allTextContents();
    expect(await tip.textContent()).toContain(`${label}, `);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\?pin=[^&]+$/);
  },
);

test('tables that cannot be had: says so, offers another try, and then works; make baseline turns the comparison round; judges that share no table', async () => {
  let broken = true;
  const { page, expectClean } = await openPage(TWO, {
    prepare: (p) =>
      p.route('**/compare/*.json', (route) =>
        broken ? route.fulfill({ status: 503, body: 'busy' }) : route.continue(),
      ),
  });
  const failure = page.getByRole('alert').filter({ hasText: /could not be loaded.*answered 503/ });
  await failure.waitFor();
  broken = false;
  await failure.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'o3 against GPT-4o' }).waitFor();
  await page.getByRole('button', { name: 'make baseline' }).click();
  await page.waitForURL(/judges=o3,gpt-4o/);
  await page.getByRole('heading', { name: 'GPT-4o against o3' }).waitFor();
  await page.getByRole('button', { name: 'Remove o3' }).click();
  await page.waitForURL(/judges=gpt-4o$/);
  await turnTo(page, '/compare/?judges=molmo-7b,prometheus-vision-7b');
  await page.getByText('No published table holds').waitFor();
  expectClean(/503/);
});

test('scripts off: how to use it and every judge as a link', async () => {
  const { page } = await openPage('/compare/', { javaScript: false });
  expect(await page.getByText('Scripts are off').isVisible()).toBe(true);
  expect(await page.locator('.judge-list a').count()).toBeGreaterThan(30);
  expect(await page.getByRole('combobox').count()).toBe(0);
});

test('nothing jumps on a telephone, whether the judges of the address are known or not', async () => {
  const { page } = await openPage('/compare/', { width: 390, height: 844, prepare: recordShifts });
  for (const judges of ['nobody', 'gpt-4o,nobody', 'gpt-4o,o3', 'gpt-4o,nobody,o3']) {
    await page.goto(addressOf(`/compare/?judges=${judges}`));
    const notice = page.getByRole('alert').filter({ hasText: 'ignored' });
    if (judges.includes('nobody')) await notice.getByText('nobody').waitFor();
    if (judges.includes('o3')) await page.getByRole('heading', { name: 'o3 against GPT-4o' }).waitFor();
    expect(await shifted(page), judges).toBeLessThanOrEqual(0.02);
  }
});
