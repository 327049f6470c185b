import { readFileSync } from 'node:fs';
import { unzipSync } from 'fflate';
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

/** The file that a button saves, and its name. */
export async function savedBy(button: Locator): Promise<{ readonly name: string; readonly bytes: Buffer }> {
  // Values may be worked out only when they are saved.
  const waiting = button.page().waitForEvent('download', { timeout: 120_000 });
  await button.click();
  const download = await waiting;
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

/** The files of the archive that a button saves: the list's or the board's, its description, and all by their names. */
export async function archiveSavedBy(button: Locator) {
  const { name, bytes } = await savedBy(button);
  const files = new Map(Object.entries(unzipSync(bytes)).map(([file, own]) => [file, Buffer.from(own)]));
  const [data = Buffer.alloc(0)] = [...files].flatMap(([file, own]) => (file === 'provenance.json' ? [] : [own]));
  return { name, files, data, provenance: JSON.parse(String(files.get('provenance.json'))) as Record<string, unknown> };
}
