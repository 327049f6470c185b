import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { renderAsync } from '@resvg/resvg-js';
import pLimit from 'p-limit';
import sharp from 'sharp';
import { CARD_FONT } from './card.ts';

const CACHE = path.join(process.cwd(), '.cache', 'previews');
/** Raise it when the same SVG shall become another picture. */
const VERSION = 2;
/** Flat colours and the edges of letters. */
const COLOURS = 32;
const AT_ONCE = 4;

/** The font lies in a package, since the machine that builds may have none. */
const require = createRequire(import.meta.url);
const fontFiles = [
  require.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
  require.resolve('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf'),
];

async function drawn(svg: string): Promise<Buffer> {
  const { pixels, width, height } = await renderAsync(svg, {
    font: { loadSystemFonts: false, fontFiles, defaultFontFamily: CARD_FONT },
  });
  return sharp(pixels, { raw: { width, height, channels: 4 } })
    .png({ palette: true, colours: COLOURS, dither: 0, effort: 1, compressionLevel: 9 })
    .toBuffer();
}

const nameOf = (svg: string): string =>
  `${createHash('sha256').update(`${VERSION} ${svg}`).digest('hex').slice(0, 32)}.png`;

const queue = pLimit(AT_ONCE);

async function kept(svg: string): Promise<Buffer> {
  const file = path.join(CACHE, nameOf(svg));
  const known = await fs.readFile(file).catch(() => null);
  if (known !== null) return known;
  const png = await drawn(svg);
  await fs.mkdir(CACHE, { recursive: true });
  const partial = `${file}.${process.pid}.part`;
  await fs.writeFile(partial, png);
  await fs.rename(partial, file);
  return png;
}

/** Turns SVG into a PNG with a palette; the same SVG is drawn once, ever, as long as builds ask for it. */
export const previewPng = (svg: string): Promise<Buffer> => queue(() => kept(svg));

/** Removes kept pictures that none of `svgs` gives. */
export async function tidyPictures(svgs: readonly string[]): Promise<void> {
  const wanted = new Set(svgs.map(nameOf));
  const stale = (await fs.readdir(CACHE).catch(() => [])).filter((name) => !wanted.has(name));
  await Promise.all(stale.map((name) => fs.rm(path.join(CACHE, name), { force: true })));
}
