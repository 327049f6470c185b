import fs from 'node:fs';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { scratch } from '../scratch.ts';
import { colourFindings, structureFindings } from './axe.ts';
import { browser } from './page.ts';
import { savedBy } from './saved.ts';

export const choose = (page: Page, ...files: readonly string[]): Promise<void> =>
  page.getByLabel('Choose files').setInputFiles([...files]);

export const filesIn = (folder: string): string[] => fs.readdirSync(folder).map((name) => path.join(folder, name));

/** A report opened from disk in a browser that has neither network nor scripts of the file's own. */
export async function openReport(html: Buffer) {
  const file = path.join(await scratch(), 'report.html');
  fs.writeFileSync(file, html);
  const context = await (await browser()).newContext({ offline: true });
  const page = await context.newPage();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  page.on('console', (message) => asked.push(message.text()));
  await page.goto(`file://${file}`);
  const expectSound = async (): Promise<void> => {
    expect(asked).toEqual([`file://${file}`]);
    expect(await page.locator('script, img, button, input, select, dialog, iframe').count()).toBe(0);
    // No link that leads nowhere and says nothing else, none that names an own run to a server.
    expect(await page.locator('.ways, a[href*="yours-"]').count()).toBe(0);
    // Each figure has what a reader needs: a source with n, and its numbers.
    for (const figure of await page.locator('figure').all()) {
      expect(await figure.locator('.source').textContent()).toMatch(/n = \d/);
      expect(await figure.locator('svg, table').count()).toBeGreaterThan(0);
    }
    expect(await page.locator('a[href^="#"], a[href*="your-results"], details:not([open])').count()).toBe(0);
    expect([...(await structureFindings(page)), ...(await colourFindings(page))]).toEqual([]);
    await page.emulateMedia({ media: 'print' });
    const box = await page.locator('figure').first().boundingBox();
    expect(box?.height).toBeGreaterThan(50);
    await context.close();
  };
  return { page, expectSound };
}

/** What a button of the page saves. */
export async function saved(place: Page | Locator, button: string): Promise<Buffer> {
  return (await savedBy(place.getByRole('button', { name: button, exact: true }))).bytes;
}
