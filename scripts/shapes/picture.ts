import sharp, { type Raw, type Sharp } from 'sharp';
import type { PictureTurn } from './check.ts';
import { CELLS, GROUNDS, type Random, random, SCENE_COLOURS, type Scene, type SceneItem } from './scene.ts';
import type { ScenePicture } from './task.ts';

/** Stroke letters on a grid 4 wide and 6 high: strokes separated by `|`, points by blanks, `x,y` each. Drawn as paths, since a machine may have no fonts. */
const STROKES: Readonly<Record<string, string>> = {
  A: '0,6 2,0 4,6|1,4 3,4',
  B: '0,0 0,6 3,6 4,5 4,4 3,3 0,3|3,3 4,2 4,1 3,0 0,0',
  C: '4,1 3,0 1,0 0,1 0,5 1,6 3,6 4,5',
  D: '0,0 0,6 2,6 4,4 4,2 2,0 0,0',
  E: '4,0 0,0 0,6 4,6|0,3 3,3',
  F: '4,0 0,0 0,6|0,3 3,3',
  G: '4,1 3,0 1,0 0,1 0,5 1,6 3,6 4,5 4,3 2,3',
  H: '0,0 0,6|4,0 4,6|0,3 4,3',
  I: '2,0 2,6|1,0 3,0|1,6 3,6',
  J: '3,0 3,5 2,6 1,6 0,5',
  K: '0,0 0,6|4,0 0,3 4,6',
  L: '0,0 0,6 4,6',
  M: '0,6 0,0 2,3 4,0 4,6',
  N: '0,6 0,0 4,6 4,0',
  O: '1,0 3,0 4,1 4,5 3,6 1,6 0,5 0,1 1,0',
  P: '0,6 0,0 3,0 4,1 4,2 3,3 0,3',
  Q: '1,0 3,0 4,1 4,5 3,6 1,6 0,5 0,1 1,0|3,5 4,6',
  R: '0,6 0,0 3,0 4,1 4,2 3,3 0,3|2,3 4,6',
  S: '4,1 3,0 1,0 0,1 0,2 1,3 3,3 4,4 4,5 3,6 1,6 0,5',
  T: '0,0 4,0|2,0 2,6',
  U: '0,0 0,5 1,6 3,6 4,5 4,0',
  V: '0,0 2,6 4,0',
  W: '0,0 1,6 2,3 3,6 4,0',
  X: '0,0 4,6|4,0 0,6',
  Y: '0,0 2,3 4,0|2,3 2,6',
  Z: '0,0 4,0 0,6 4,6',
  '0': '1,0 3,0 4,1 4,5 3,6 1,6 0,5 0,1 1,0|1,4 3,2',
  '1': '1,1 2,0 2,6|1,6 3,6',
  '2': '0,1 1,0 3,0 4,1 4,2 0,6 4,6',
  '3': '0,0 4,0 2,3 4,4 4,5 3,6 1,6 0,5',
  '4': '3,6 3,0 0,4 4,4',
  '5': '4,0 0,0 0,3 3,3 4,4 4,5 3,6 0,6',
  '6': '3,0 1,1 0,3 0,5 1,6 3,6 4,5 4,4 3,3 0,3',
  '7': '0,0 4,0 1,6',
  '8': '1,0 3,0 4,1 4,2 3,3 1,3 0,2 0,1 1,0|1,3 0,4 0,5 1,6 3,6 4,5 4,4 3,3',
  '9': '4,3 1,3 0,2 0,1 1,0 3,0 4,1 4,3 3,6 1,6',
  '?': '0,1 1,0 3,0 4,1 4,2 2,3 2,4|2,6 2,6',
  '.': '2,6 2,6',
  ',': '2,5 1,7',
  ':': '2,2 2,2|2,5 2,5',
  "'": '2,0 2,1',
};

/** Width of one character with its gap, in grid units. */
const ADVANCE = 5.5;

/** Writes SVG path data of one line of text, its upper left corner at (x, y), `unit` pixels per grid unit. Unknown characters leave a gap. */
function textPath(
  text: string,
  { x, y, unit }: { readonly x: number; readonly y: number; readonly unit: number },
): string {
  const at = (value: number) => String(Math.round(value * 100) / 100);
  const glyph = (strokes: string, left: number) =>
    strokes
      .split('|')
      .map((stroke) => {
        const points = stroke.split(' ').map((point) => {
          const [px, py] = point.split(',').map(Number);
          return `${at(left + (px ?? 0) * unit)} ${at(y + (py ?? 0) * unit)}`;
        });
        return `M${points.join('L')}`;
      })
      .join('');
  const place = (c: string, i: number) => {
    const strokes = STROKES[c];
    return strokes === undefined ? '' : glyph(strokes, x + i * ADVANCE * unit);
  };
  return [...text.toUpperCase()].map(place).join('');
}

const textWidth = (text: string, unit: number): number => Math.max(0, text.length * ADVANCE - 1.5) * unit;

/** Wraps text greedily at blanks to lines of at most `width` characters. */
function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

const SCENE_WIDTH = 360;
const SCENE_HEIGHT = 270;
const INK = '#2b2f33';

/** Corners of a regular polygon or star around (x, y), first one upwards. */
function ring(radii: readonly number[], count: number, { x, y }: { readonly x: number; readonly y: number }): string {
  return Array.from({ length: count }, (_, k) => {
    const angle = (2 * Math.PI * k) / count - Math.PI / 2;
    const radius = radii[k % radii.length] ?? 0;
    return `${(x + radius * Math.cos(angle)).toFixed(2)},${(y + radius * Math.sin(angle)).toFixed(2)}`;
  }).join(' ');
}

function outline(
  item: SceneItem,
  { x, y, radius }: { readonly x: number; readonly y: number; readonly radius: number },
): string {
  const [fill, edge] = SCENE_COLOURS[item.colour];
  const paint = `fill="${fill}" stroke="${edge}" stroke-width="2.5" stroke-linejoin="round"`;
  switch (item.noun) {
    case 'circle':
      return `<circle cx="${x}" cy="${y}" r="${radius}" ${paint}/>`;
    case 'square':
      return `<rect x="${x - radius * 0.85}" y="${y - radius * 0.85}" width="${radius * 1.7}" height="${radius * 1.7}" ${paint}/>`;
    case 'triangle':
      return `<polygon points="${ring([radius * 1.15], 3, { x, y })}" ${paint}/>`;
    case 'star':
      return `<polygon points="${ring([radius * 1.15, radius * 0.55], 10, { x, y })}" ${paint}/>`;
    case 'hexagon':
      return `<polygon points="${ring([radius], 6, { x, y })}" ${paint}/>`;
    case 'bar':
      return '';
  }
}

const letters = (
  text: string,
  { x, y, unit, colour }: { readonly x: number; readonly y: number; readonly unit: number; readonly colour: string },
): string =>
  `<path d="${textPath(text, { x: x - textWidth(text, unit) / 2, y, unit })}" fill="none" stroke="${colour}" stroke-width="${unit}" stroke-linecap="round" stroke-linejoin="round"/>`;

/** Gives the middle of an item in pixels: what a picture of the scene shows there has the item's colour. */
function centreOf(scene: Scene, item: SceneItem): { readonly x: number; readonly y: number } {
  if (item.noun === 'bar') {
    const step = 300 / scene.items.length;
    return { x: 40 + step * (scene.items.indexOf(item) + 0.5), y: 236 - item.value * 10 };
  }
  const cell = CELLS.indexOf(item.place);
  const r = random('place', scene.id, item.place);
  const jitter = () => (scene.style === 'loose' ? r.int(17) - 8 : 0);
  return { x: 60 + 120 * (cell % 3) + jitter(), y: 45 + 90 * Math.floor(cell / 3) + jitter() };
}

function shape(scene: Scene, item: SceneItem): string {
  const { x, y } = centreOf(scene, item);
  const mark = item.mark === '' ? '' : letters(item.mark, { x, y: y - 6, unit: 2, colour: '#ffffff' });
  return outline(item, { x, y, radius: item.size === 'large' ? 32 : 19 }) + mark;
}

function bar(scene: Scene, item: SceneItem): string {
  const { x } = centreOf(scene, item);
  const [fill, edge] = SCENE_COLOURS[item.colour];
  const half = 105 / scene.items.length;
  const height = item.value * 20;
  return (
    `<rect x="${x - half}" y="${236 - height}" width="${2 * half}" height="${height}" fill="${fill}" stroke="${edge}" stroke-width="2"/>` +
    letters(item.place, { x, y: 244, unit: 2, colour: INK }) +
    letters(String(item.value), { x, y: 236 - height - 17, unit: 2, colour: INK })
  );
}

const axis = (scene: Scene): string => {
  const ruled = scene.style === 'loose' ? '' : '<path d="M30 136H350M30 36H350" stroke="#9aa0a6" stroke-width="1"/>';
  return `${ruled}<path d="M30 20V236H350" fill="none" stroke="${INK}" stroke-width="2"/>`;
};

const svg = (width: number, height: number, body: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${body}</svg>`;

/** Writes the scene as SVG of paths and basic shapes only: no text element, hence no font. */
function sceneSvg(scene: Scene): string {
  const draw = scene.kind === 'chart' ? bar : shape;
  const ground = `<rect width="${SCENE_WIDTH}" height="${SCENE_HEIGHT}" fill="${GROUNDS[scene.ground]}"/>`;
  const frame = scene.kind === 'chart' ? axis(scene) : '';
  return svg(SCENE_WIDTH, SCENE_HEIGHT, ground + frame + scene.items.map((item) => draw(scene, item)).join(''));
}

/** Writes words on a dark see-through box with round corners: a strip to be put below a picture. */
function captionSvg(text: string): { readonly svg: string; readonly height: number } {
  const lines = wrap(text, 34);
  const height = lines.length * 18 + 22;
  const box = `<rect x="6" y="5" width="${SCENE_WIDTH - 12}" height="${height - 10}" rx="8" fill="#15181a" fill-opacity="0.82"/>`;
  const words = lines
    .map((line, i) => letters(line, { x: SCENE_WIDTH / 2, y: 14 + i * 18, unit: 1.7, colour: '#f4f4f2' }))
    .join('');
  return { svg: svg(SCENE_WIDTH, height, box + words), height };
}

interface Pixels {
  readonly data: Buffer;
  readonly raw: Raw;
}

const svgImage = (svg: string): Sharp => sharp(Buffer.from(svg));

async function pixels(image: Sharp): Promise<Pixels> {
  const { data, info } = await image.removeAlpha().toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
  return { data, raw: { width: info.width, height: info.height, channels: info.channels } };
}

const image = ({ data, raw }: Pixels): Sharp => sharp(data, { raw });

function grain(given: Pixels, r: Random): Sharp {
  const { width, height } = given.raw;
  const noise = Buffer.alloc(width * height * 4, 128);
  for (let i = 0; i < noise.length; i += 4) {
    noise.fill(118 + r.int(21), i, i + 3);
    noise[i + 3] = 255;
  }
  return image(given).composite([{ input: noise, raw: { width, height, channels: 4 }, blend: 'soft-light' }]);
}

/** Changes of tone, sharpness and frame that leave what is to be seen as it was (MM-JudgeBias, visual transformation). */
const CHANGES: readonly ((given: Pixels, r: Random) => Sharp | Promise<Sharp>)[] = [
  (p, r) => image(p).modulate({ brightness: 0.9 + 0.2 * r.next() }),
  (p, r) => image(p).modulate({ saturation: 0.85 + 0.3 * r.next() }),
  (p, r) => image(p).gamma(1 + 0.25 * r.next()),
  (p, r) => image(p).linear(0.88 + 0.2 * r.next(), 6 * r.next()),
  (p, r) => image(p).blur(0.4 + 0.6 * r.next()),
  (p, r) => image(p).sharpen({ sigma: 0.6 + 0.6 * r.next() }),
  grain,
  async (p, r) =>
    sharp(
      await image(p)
        .jpeg({ quality: 65 + r.int(24) })
        .toBuffer(),
    ),
  (p, r) => image(p).affine([1, 0.03 * (r.next() - 0.5), 0, 1], { background: '#ffffff' }),
  (p, r) =>
    image(p).extend({ top: r.int(8), bottom: r.int(8), left: r.int(8), right: r.int(8), background: '#ffffff' }),
];

/** Says how the picture is turned for one of three versions of visual transformation. */
export function turnOf(scene: Scene, variant: number): PictureTurn | 'tilt' {
  return random('turn', scene.id, variant).pick(['half-turn', 'mirror', 'flip', 'tilt'] as const);
}

/** Makes one geometric change, then seven to nine others, one after the other. */
async function turnedImage(scene: Scene, variant: number): Promise<Sharp> {
  const r = random('tone', scene.id, variant);
  const turn = turnOf(scene, variant);
  const plain = svgImage(sceneSvg(scene));
  const angle = (r.chance(0.5) ? 1 : -1) * (2 + 5 * r.next());
  const moved = {
    'half-turn': () => plain.rotate(180),
    mirror: () => plain.flop(),
    flip: () => plain.flip(),
    tilt: () => plain.rotate(angle, { background: GROUNDS[scene.ground] }),
    none: () => plain,
  }[turn]();
  let at = await pixels(moved);
  for (const change of r.shuffle(CHANGES).slice(0, 7 + r.int(3))) at = await pixels(await change(at, r));
  return image(at);
}

function wordsImage(scene: Scene, text: string): Sharp {
  const caption = captionSvg(text);
  return svgImage(sceneSvg(scene))
    .extend({ bottom: caption.height, background: GROUNDS[scene.ground] })
    .composite([{ input: Buffer.from(caption.svg), top: SCENE_HEIGHT, left: 0 }]);
}

async function edited({ scene, edit }: ScenePicture): Promise<Sharp> {
  switch (edit.kind) {
    case 'plain':
      return svgImage(sceneSvg(scene));
    case 'black':
      return sharp({ create: { width: SCENE_WIDTH, height: SCENE_HEIGHT, channels: 3, background: '#000000' } });
    case 'turned':
      return turnedImage(scene, edit.variant);
    case 'words':
      return wordsImage(scene, edit.text);
  }
}

/** Writes the picture as PNG without metadata: equal bytes for equal pictures under one version of the library. */
export async function renderPicture(picture: ScenePicture): Promise<Buffer> {
  const ready = await edited(picture);
  return ready.removeAlpha().png({ compressionLevel: 9 }).toBuffer();
}
