import { textPath, textWidth, wrap } from './glyphs.ts';
import { random } from './random.ts';
import { CELLS, GROUNDS, SCENE_COLOURS, type Scene, type SceneItem } from './scene.ts';

export const SCENE_WIDTH = 360;
export const SCENE_HEIGHT = 270;
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
export function centreOf(scene: Scene, item: SceneItem): { readonly x: number; readonly y: number } {
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
export function sceneSvg(scene: Scene): string {
  const draw = scene.kind === 'chart' ? bar : shape;
  const ground = `<rect width="${SCENE_WIDTH}" height="${SCENE_HEIGHT}" fill="${GROUNDS[scene.ground]}"/>`;
  const frame = scene.kind === 'chart' ? axis(scene) : '';
  return svg(SCENE_WIDTH, SCENE_HEIGHT, ground + frame + scene.items.map((item) => draw(scene, item)).join(''));
}

/** Writes words on a dark see-through box with round corners: a strip to be put below a picture. */
export function captionSvg(text: string): { readonly svg: string; readonly height: number } {
  const lines = wrap(text, 34);
  const height = lines.length * 18 + 22;
  const box = `<rect x="6" y="5" width="${SCENE_WIDTH - 12}" height="${height - 10}" rx="8" fill="#15181a" fill-opacity="0.82"/>`;
  const words = lines
    .map((line, i) => letters(line, { x: SCENE_WIDTH / 2, y: 14 + i * 18, unit: 1.7, colour: '#f4f4f2' }))
    .join('');
  return { svg: svg(SCENE_WIDTH, height, box + words), height };
}
