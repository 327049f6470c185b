import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fs from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { renderAsync } from '@resvg/resvg-js';
import pLimit from 'p-limit';
import sharp from 'sharp';
import { accessMark } from '../../../charts/mark-kinds.tsx';
import { PREVIEW } from '../../../ui/href.ts';
import { markupText } from '../../../ui/markup.ts';

const TOKENS = path.join(process.cwd(), 'src/ui/tokens.css');

/** Reads the light colours of the pages by the names of their tokens: `rule-strong` → `#c9c4b9`. */
function lightColours(css: string): ReadonlyMap<string, string> {
  return new Map(
    [...css.matchAll(/--([\w-]+): light-dark\((#[\da-f]{6}),/g)].map(([, name = '', colour = '']) => [name, colour]),
  );
}

const COLOURS = lightColours(readFileSync(TOKENS, 'utf8'));

/** Gives a colour of the pages in the light theme. Throws where no token has the name. */
function ink(name: string): string {
  const colour = COLOURS.get(name);
  if (colour === undefined) throw new Error(`src/ui/tokens.css has no colour --${name}.`);
  return colour;
}

/** Width of a letter of Inter in parts of its size, in words of which few letters are narrow. */
const LETTER = { regular: 0.52, bold: 0.57 } as const;
type Weight = keyof typeof LETTER;

const CARD_FONT = 'Inter';

/** Where a text has to end: px of room for letters of a size. */
interface TextRoom {
  readonly size: number;
  readonly room: number;
  readonly weight?: Weight;
}

const lettersIn = ({ size, room, weight = 'regular' }: TextRoom): number => Math.floor(room / (LETTER[weight] * size));

function cutToRoom(text: string, room: TextRoom): string {
  const most = lettersIn(room);
  return text.length <= most ? text : `${text.slice(0, most - 1).trimEnd()}…`;
}

/** Breaks a text into at most `lines` lines; what does not fit is cut with an ellipsis. */
export function linesInRoom(text: string, { most, ...room }: TextRoom & { readonly most: number }): string[] {
  const letters = lettersIn(room);
  const found: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = found.at(-1);
    if (last !== undefined && last.length + word.length + 1 <= letters) found[found.length - 1] = `${last} ${word}`;
    else found.push(word);
  }
  if (found.length <= most) return found;
  return [...found.slice(0, most - 1), cutToRoom(found.slice(most - 1).join(' '), room)];
}

interface Look {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly colour: string;
  readonly bold?: boolean;
  readonly anchor?: 'start' | 'end';
}

const textSvg = (words: string, { x, y, size, colour, bold = false, anchor = 'start' }: Look): string =>
  `<text x="${x}" y="${y}" font-family="${CARD_FONT}" font-size="${size}" font-weight="${bold ? 600 : 400}" fill="${ink(colour)}" text-anchor="${anchor}">${markupText(words)}</text>`;

const lineSvg = (d: string, colour: string, more = 'stroke-width="2"'): string =>
  `<path d="${d}" stroke="${ink(colour)}" ${more}/>`;

/** A fact in a line: what it is of, and its value; `place`, where it lies from the worst (0) to the best (100), and among which others. */
export interface CardRow {
  readonly label: string;
  readonly value: string;
  readonly place?: {
    readonly access: string | null;
    readonly at: number;
    readonly from: number | null;
    readonly to: number | null;
    readonly others: readonly number[];
  };
}

interface CardFacts {
  /** What it belongs to: a benchmark, or what a judge is. */
  readonly lead: string;
  readonly title: string;
  /** What there is to say, in a sentence or two. */
  readonly answer: string;
  /** What the numbers rest on, with the release. */
  readonly foot: string;
  /** As many as there is room for are shown. */
  readonly rows: readonly CardRow[];
  /** Lines to compare with, over all rows. */
  readonly trivial?: readonly { readonly label: string; readonly at: number }[];
}

const EDGE = 64;
const END = PREVIEW.width - EDGE;
const FOOT = PREVIEW.height - 38;
const BOTTOM = FOOT - 44;
const SIZE = 23;
const HEAD = 30;
/** Heights of a row: the least that can be read, and the most that looks like a table. */
const [LEAST, MOST] = [34, 48];
/** Where places begin and end. */
const [LEFT, RIGHT] = [440, END - 150];
const HUNDRED = 100;
/** Room of a value that has no place. */
const FACT = 480;
const NOTE = 19;
/** Room of the words that say which end is better. */
const BETTER = 90;
/** Letters of a name that is worth showing. */
const TELLING = 8;

const at = (place: number): number => LEFT + ((RIGHT - LEFT) * place) / HUNDRED;

/** Gives the lines of the head from above, and where what follows may begin. */
function headOf({ lead, title, answer }: CardFacts): { readonly head: string; readonly below: number } {
  const lines = [textSvg(lead, { x: EDGE, y: 78, size: 26, colour: 'accent', bold: true })];
  let y = 86;
  for (const words of linesInRoom(title, { size: 46, room: END - EDGE, weight: 'bold', most: 2 })) {
    y += 50;
    lines.push(textSvg(words, { x: EDGE, y, size: 46, colour: 'ink', bold: true }));
  }
  const said = linesInRoom(answer, { size: 27, room: END - EDGE, most: 3 });
  lines.push(...said.map((words, i) => textSvg(words, { x: EDGE, y: y + 44 + 36 * i, size: 27, colour: 'ink-2' })));
  return { head: lines.join(''), below: y + 32 + 36 * said.length };
}

function markSvg(access: string | null, x: number, y: number): string {
  const mark = accessMark(access);
  if (mark === 'open')
    return `<circle cx="${x}" cy="${y}" r="8" fill="${ink('ground')}" stroke="${ink('open')}" stroke-width="4"/>`;
  if (mark === 'fine-tuned') return `<path d="M${x} ${y - 12}l12 12-12 12-12-12z" fill="${ink('finetuned')}"/>`;
  return `<circle cx="${x}" cy="${y}" r="10" fill="${ink(mark === null ? 'ink-2' : 'proprietary')}"/>`;
}

function placeSvg({ access, at: own, from, to, others }: NonNullable<CardRow['place']>, y: number): string {
  const ticks = others.map((other) => `M${Math.round(at(other))} ${y - 8}v16`).join('');
  const round = 'stroke-width="7" stroke-linecap="round" opacity="0.55"';
  return [
    lineSvg(`M${LEFT} ${y}H${RIGHT}`, 'rule'),
    lineSvg(ticks, 'rule-strong'),
    from === null || to === null ? '' : lineSvg(`M${at(from)} ${y}H${at(to)}`, 'ink-3', round),
    markSvg(access, at(own), y),
  ].join('');
}

function rowSvg({ label, value, place }: CardRow, y: number): string {
  const end = place === undefined ? END - (value === '' ? 0 : FACT) : LEFT - 16;
  return [
    textSvg(cutToRoom(label, { size: SIZE, room: end - EDGE }), { x: EDGE, y: y + 8, size: SIZE, colour: 'ink' }),
    place === undefined ? '' : placeSvg(place, y),
    value === ''
      ? ''
      : textSvg(cutToRoom(value, { size: SIZE, room: FACT, weight: 'bold' }), {
          x: END,
          y: y + 8,
          size: SIZE,
          colour: 'ink',
          bold: true,
          anchor: 'end',
        }),
  ].join('');
}

/** Draws a trivial judge's line over all rows; its name as far as there is room, nothing where no one could tell which it is. */
function trivialSvg({ trivial = [] }: CardFacts, top: number, bottom: number): string {
  const lines = trivial.map(({ label, at: own }, i) => {
    const next = trivial[i + 1]?.at;
    const room = at(next ?? HUNDRED) - at(own) - (next === undefined ? BETTER : 8);
    const name = cutToRoom(label, { size: NOTE, room });
    const shown = name === label || name.length >= TELLING ? name : '';
    return [
      lineSvg(`M${at(own)} ${top + HEAD}V${bottom}`, 'warn', 'stroke-width="2" stroke-dasharray="7 6"'),
      textSvg(shown, { x: at(own), y: top + 18, size: NOTE, colour: 'warn' }),
    ].join('');
  });
  return lines.join('');
}

function bodyOf(facts: CardFacts, top: number): string {
  const rows = facts.rows.slice(0, Math.max(0, Math.floor((BOTTOM - top - HEAD) / LEAST)));
  const height = Math.min(MOST, (BOTTOM - top - HEAD) / rows.length);
  const isPlaced = rows.some(({ place }) => place !== undefined);
  const better = { x: RIGHT, y: top + 18, size: NOTE, colour: 'ink-3', anchor: 'end' } as const;
  return [
    isPlaced ? textSvg('better →', better) : '',
    trivialSvg(facts, top, top + HEAD + rows.length * height),
    ...rows.map((row, i) => rowSvg(row, top + HEAD + (i + 0.5) * height)),
  ].join('');
}

/** Draws the card of a page: what it is, what it says, and its facts. */
export function cardSvg(facts: CardFacts): string {
  const { head, below } = headOf(facts);
  const { width, height } = PREVIEW;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" fill="none"><title>${markupText(facts.title)}</title>`,
    `<rect width="100%" height="100%" fill="${ink('ground')}"/><rect width="100%" height="10" fill="${ink('accent')}"/>`,
    head,
    bodyOf(facts, below),
    lineSvg(`M${EDGE} ${FOOT - 34}H${END}`, 'rule-strong', ''),
    textSvg('Judgeboard', { x: EDGE, y: FOOT, size: 24, colour: 'ink', bold: true }),
    textSvg(facts.foot, { x: END, y: FOOT, size: 20, colour: 'ink-3', anchor: 'end' }),
    '</svg>',
  ].join('');
}

const CACHE = path.join(process.cwd(), '.cache', 'previews');
/** Raise it when the same SVG shall become another picture. */
const VERSION = 2;
/** Flat colours and the edges of letters. */
const PALETTE = 32;
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
    .png({ palette: true, colours: PALETTE, dither: 0, effort: 1, compressionLevel: 9 })
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
