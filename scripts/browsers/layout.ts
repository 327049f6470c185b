import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Driver } from './driver.ts';

/** Pages whose layout is compared, one of each kind. */
export const LAYOUT_PAGES = [
  '/',
  '/multi-crit/',
  '/judge/gpt-4o/',
  '/genai-bench/figures/',
  '/methods/',
  '/audit/',
] as const;
export const LAYOUT_WIDTHS = [390, 1440] as const;

/** Boxes of a page: by selector the place and size of the first element, in px. */
export type Boxes = Readonly<Record<string, readonly [x: number, y: number, width: number, height: number]>>;

const PARTS = [
  'header',
  'header nav',
  'main',
  'h1',
  '.lede',
  '.facts',
  'main nav',
  'main section',
  'main table',
  'main figure',
  'footer',
];

const require = createRequire(import.meta.url);
const FACES = (
  [
    ['400', require.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf')],
    ['600', require.resolve('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf')],
  ] as const
).map(([weight, file]) => [weight, readFileSync(file).toString('base64')] as const);

/**
 * Reads the boxes of what is shown (not of a table in a closed fold), the window's own width and how wide letters are. The fonts and the width of
 * scroll bars are the system's, so that all browsers get the same font without kerning, which each rounds in its own way, and no scroll bars.
 */
export const READ_BOXES = `
  const root = document.documentElement.style;
  root.scrollbarWidth = 'none';
  for (const [weight, text] of ${JSON.stringify(FACES)}) {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    document.fonts.add(await new FontFace('Same', bytes.buffer, { weight }).load());
  }
  root.setProperty('--font', 'Same');
  root.setProperty('--mono', 'Same');
  root.fontKerning = 'none';
  const letter = document.createElement('span');
  letter.textContent = '0';
  letter.style.cssText = 'position: absolute; font: 15px Same';
  document.body.append(letter);
  const letters = letter.getBoundingClientRect().width % 1 === 0 ? 'rounded' : 'exact';
  letter.remove();
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const boxes = {};
  for (const part of ${JSON.stringify(PARTS)}) {
    const found = document.querySelector(part);
    if (found === null || !found.checkVisibility()) continue;
    const { x, y, width, height } = found.getBoundingClientRect();
    boxes[part] = [x, y + scrollY, width, height].map(Math.round);
  }
  return { width: innerWidth, letters, boxes };`;

/** Whether a letter is as wide as its font says, or rounded to whole px, as some systems draw them. */
export type Letters = 'exact' | 'rounded';

export interface MeasuredPage {
  /** Of the window, in px. */
  readonly width: number;
  readonly letters: Letters;
  readonly boxes: Boxes;
}

export const measureBoxes = async (driver: Pick<Driver, 'run'>): Promise<MeasuredPage> =>
  (await driver.run(READ_BOXES)) as MeasuredPage;

/** What a place or a size may be off, in px and as a share of it: browsers round each column of a table and each line of a text in their own way. */
const MAY = { across: { px: 4, share: 0.01 }, down: { px: 8, share: 0.03 } } as const;

const NAMES = ['x', 'y', 'width', 'height'] as const;

/** Lists what differs between two layouts of a page, a line each; empty where they are equal within a few px. */
export function layoutDifferences(ours: Boxes, theirs: Boxes): string[] {
  const parts = [...new Set([...Object.keys(ours), ...Object.keys(theirs)])];
  return parts.flatMap((part) => {
    const [one, other] = [ours[part], theirs[part]];
    if (one === undefined || other === undefined) return [`${part}: only one of them has it`];
    return NAMES.flatMap((name, i) => {
      const [a, b] = [one[i] ?? 0, other[i] ?? 0];
      const { px, share } = name === 'x' || name === 'width' ? MAY.across : MAY.down;
      const may = Math.max(px, share * Math.max(Math.abs(a), Math.abs(b)));
      return Math.abs(a - b) <= may ? [] : [`${part}: ${name} ${b}, in Chromium ${a}`];
    });
  });
}
