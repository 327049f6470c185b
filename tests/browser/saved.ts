import { readFileSync } from 'node:fs';
import type { Locator } from 'playwright-core';
import { expect } from 'vitest';

/** Saves a figure in its window, in this form and width, and gives the file. */
export async function saved(figure: Locator, format: string, width = '', pixels = 0): Promise<Buffer> {
  const page = figure.page();
  const panel = page.getByRole('dialog', { name: /^Save “/ });
  await figure.locator('[data-save]').click();
  await panel.getByLabel('Width').selectOption(width);
  if (width === 'px') await panel.getByRole('spinbutton').fill(String(pixels));
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    panel.getByRole('button', { name: format.toUpperCase(), exact: true }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`${await figure.getAttribute('id')}.${format}`);
  await panel.getByText(/^Saved as /).waitFor();
  await panel.getByRole('button', { name: 'Close' }).click();
  return readFileSync((await download.path()) ?? '');
}
