import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, inject, test } from 'vitest';
import { FOLDER, PICTURES_LIST, pictureFile, SHOTS, THEMES, WINDOWS } from '../../scripts/pictures/shots.ts';

/** `npm run pictures` makes them. What they show is not compared: fonts differ, and a release would change them all. No browser is needed for it. */

const { folder } = inject('site');
const MOST_BYTES = 2_500_000;

interface Picture {
  readonly file: string;
  readonly page: string;
  readonly theme: string;
  readonly width: number;
  readonly height: number;
}
const { pictures } = JSON.parse(readFileSync(PICTURES_LIST, 'utf8')) as { readonly pictures: readonly Picture[] };

test('docs/pictures holds each page in both themes on phone and desk, and nothing else; all of it is small', () => {
  const wanted = SHOTS.flatMap(({ name, page }) =>
    THEMES.flatMap((theme) =>
      WINDOWS.map(
        (window) => `${pictureFile(name, theme, window.name)} ${page} ${theme} ${window.width}×${window.height}`,
      ),
    ),
  );
  expect(pictures.map(({ file, page, theme, width, height }) => `${file} ${page} ${theme} ${width}×${height}`)).toEqual(
    wanted,
  );
  const files = readdirSync(FOLDER).filter((name) => name !== 'pictures.json');
  expect(files.sort()).toEqual(pictures.map(({ file }) => file).sort());
  expect(files.reduce((sum, file) => sum + statSync(join(FOLDER, file)).size, 0)).toBeLessThan(MOST_BYTES);
});

test('each picture has the size of its window, its theme’s ground, and a page and a figure that are still there', async () => {
  for (const { file, page, theme, width, height } of pictures) {
    const image = sharp(join(FOLDER, file));
    expect(await image.metadata(), file).toMatchObject({ format: 'webp', width, height });
    const { channels } = await sharp(join(FOLDER, file)).greyscale().stats();
    expect((channels[0]?.mean ?? 0) > 128 ? 'light' : 'dark', file).toBe(theme);
    const [path = '', id] = page.replace(/\?[^#]*/, '').split('#');
    const html = readFileSync(join(folder, path, 'index.html'), 'utf8');
    if (id !== undefined) expect(html, page).toContain(`id="${id}"`);
  }
});

test('pictures in the README are among them', () => {
  const shown = [...readFileSync('README.md', 'utf8').matchAll(/docs\/pictures\/([\w-]+\.webp)/g)].map(
    ([, file]) => file,
  );
  expect(shown.length).toBeGreaterThan(0);
  const known = new Set(pictures.map(({ file }) => file));
  expect(shown.filter((file) => !known.has(file ?? ''))).toEqual([]);
});
