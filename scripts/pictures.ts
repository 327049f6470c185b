import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { launchBrowser } from './browser.ts';
import { FOLDER, PICTURES_LIST, pictureFile, SHOTS, type Shot, THEMES, WINDOWS } from './pictures/shots.ts';
import { serve } from './serve.ts';

const QUALITY = 72;

/** A case has no address of its own before one is chosen: the first of the explorer's list stands for all. */
async function addressOf(page: Page, address: string, { page: path }: Shot): Promise<string> {
  if (!path.endsWith('/case/')) return address + path.slice(1);
  await page.goto(`${address}${path.slice(1).replace('/case/', '/explore/')}`);
  const href = await page.locator('.case-table a[href*="/case/"]').first().getAttribute('href');
  return new URL(href ?? '', address).href;
}

/** Takes a picture of the window as a visitor sees it once the page is still. */
async function shotOf(page: Page, address: string, shot: Shot): Promise<Buffer> {
  await page.goto(await addressOf(page, address, shot), { waitUntil: 'networkidle' });
  await page.locator(shot.ready).locator('visible=true').first().waitFor();
  await page.evaluate(() => document.fonts.ready);
  const [, id] = shot.page.split('#');
  if (id !== undefined) await page.locator(`#${id}`).evaluate((figure) => figure.scrollIntoView({ block: 'start' }));
  return sharp(await page.screenshot({ animations: 'disabled' }))
    .webp({ quality: QUALITY, effort: 6 })
    .toBuffer();
}

async function takeAll(
  browser: Browser,
  address: string,
): Promise<{ readonly release: string; readonly taken: ReadonlyMap<string, Buffer> }> {
  let release = '';
  const taken = new Map<string, Buffer>();
  for (const theme of THEMES)
    for (const { name, ...viewport } of WINDOWS) {
      const context = await browser.newContext({ viewport, colorScheme: theme });
      const page = await context.newPage();
      for (const shot of SHOTS) taken.set(pictureFile(shot.name, theme, name), await shotOf(page, address, shot));
      release = (await page.locator('meta[name="release"]').first().getAttribute('content')) ?? '';
      await context.close();
    }
  return { release, taken };
}

/** `npm run pictures`: docs/pictures, from the built site. */
if (import.meta.main) {
  const site = await serve({ folder: 'dist', port: 0 });
  const browser = await launchBrowser();
  const { release, taken } = await takeAll(browser, site.address).finally(async () => {
    await browser.close();
    await site.close();
  });
  // The old pictures go when all new ones are there.
  await mkdir(FOLDER, { recursive: true });
  for (const file of await readdir(FOLDER)) if (file.endsWith('.webp')) await rm(join(FOLDER, file));
  for (const [file, picture] of taken) await writeFile(join(FOLDER, file), picture);
  const bytes = [...taken.values()].reduce((sum, { length }) => sum + length, 0);
  const pictures = SHOTS.flatMap(({ name, page, alt }) =>
    THEMES.flatMap((theme) =>
      WINDOWS.map(({ name: window, width, height }) => ({
        file: pictureFile(name, theme, window),
        page,
        alt,
        theme,
        width,
        height,
      })),
    ),
  );
  await writeFile(PICTURES_LIST, `${JSON.stringify({ release, pictures }, null, 2)}\n`);
  console.log(`${pictures.length} pictures of release ${release} in ${FOLDER}, ${Math.round(bytes / 1000)} kB`);
}
