import { expect, test } from 'vitest';
import { openPage } from './page.ts';

test('a judge’s page says what a share means, without a script of one example, and of any share typed, from the keyboard alone', async () => {
  const plain = await openPage('/judge/gpt-4o/', { javaScript: false });
  const example = await plain.page.locator('.corrected output').textContent();
  expect(example).toMatch(/^People would say A in 9\d % of them/);

  const requests: string[] = [];
  const { page } = await openPage('/judge/gpt-4o/');
  const form = page.locator('form.corrected');
  const said = form.getByRole('status');
  await form.getByLabel('Labelled pairs').focus();
  await page.waitForLoadState('networkidle');
  page.on('request', (request) => requests.push(request.url()));
  await form.getByLabel('Labelled pairs').selectOption({ label: 'GenAI-Bench, Image generation' });
  await expect.poll(() => said.textContent()).toMatch(/^People would say A in 91 % of them .*TPR.*TNR/);
  await form.getByLabel('Labelled pairs').selectOption({ label: 'GenAI-Bench, Video generation' });
  await expect.poll(() => said.textContent()).toMatch(/^No share is given: it would be 112 %/);
  await form.getByLabel('It prefers A in').focus();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('50');
  await expect.poll(() => said.textContent()).toMatch(/^People would say A in 65 % of them/);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Delete');
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.press('Delete');
  await expect.poll(() => said.textContent()).toMatch(/^Give a share from 0 to 100 %/);
  await page.keyboard.press('Enter');
  expect(page.url()).not.toContain('?');
  expect(requests).toEqual([]);
});
