import { saveFile } from './save-file.ts';

/** Saves the drawing of a figure as SVG or PNG: the page's styles are written into a copy, so that it stands alone. */
const STYLES = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'opacity',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
];
const SCALE = 2;
/** Height of a drawing's name above it. */
const CAPTION = 30;
const SVG = 'http://www.w3.org/2000/svg';

function standalone(svg: SVGSVGElement): { readonly text: string; readonly width: number; readonly height: number } {
  const box = svg.viewBox.baseVal;
  const { width, height } = box.width > 0 ? box : svg.getBoundingClientRect();
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const originals = svg.querySelectorAll('*');
  copy.querySelectorAll<SVGElement>('*').forEach((element, i) => {
    const original = originals[i];
    if (original === undefined) return;
    const style = getComputedStyle(original);
    for (const name of STYLES) element.style.setProperty(name, style.getPropertyValue(name));
  });
  copy.setAttribute('xmlns', SVG);
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  const ground = document.createElementNS(SVG, 'rect');
  ground.setAttribute('width', '100%');
  ground.setAttribute('height', '100%');
  ground.setAttribute('fill', getComputedStyle(document.body).backgroundColor);
  copy.prepend(ground);
  return { text: new XMLSerializer().serializeToString(copy), width, height };
}

async function toPng(svg: Blob, width: number, height: number): Promise<Blob> {
  const url = URL.createObjectURL(svg);
  const image = new Image();
  image.src = url;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = width * SCALE;
  canvas.height = height * SCALE;
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(url);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error('the browser made no PNG')) : resolve(blob)),
      'image/png',
    );
  });
}

/** Several drawings of one figure below each other, each under its name. */
function stacked(drawings: readonly SVGSVGElement[]): ReturnType<typeof standalone> {
  const parts = drawings.map((svg) => ({ ...standalone(svg), name: svg.getAttribute('aria-label') ?? '' }));
  const [first, ...more] = parts;
  if (first !== undefined && more.length === 0) return first;
  const width = Math.max(...parts.map((part) => part.width));
  const ground = getComputedStyle(document.body).backgroundColor;
  const ink = getComputedStyle(document.body).color;
  const all = document.createElementNS(SVG, 'svg');
  const rect = document.createElementNS(SVG, 'rect');
  for (const [name, value] of Object.entries({ width: '100%', height: '100%', fill: ground }))
    rect.setAttribute(name, value);
  all.append(rect);
  let y = 0;
  for (const { text, height, name } of parts) {
    const caption = document.createElementNS(SVG, 'text');
    const style = { x: '8', y: String(y + CAPTION - 8), fill: ink, 'font-size': '14', 'font-family': 'sans-serif' };
    for (const [key, value] of Object.entries(style)) caption.setAttribute(key, value);
    caption.textContent = name;
    const part = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
    part.setAttribute('y', String(y + CAPTION));
    all.append(caption, document.importNode(part, true));
    y += CAPTION + height;
  }
  for (const [name, value] of Object.entries({ xmlns: SVG, width, height: y, viewBox: `0 0 ${width} ${y}` })) {
    all.setAttribute(name, String(value));
  }
  return { text: new XMLSerializer().serializeToString(all), width, height: y };
}

async function download(button: HTMLButtonElement): Promise<void> {
  const figure = button.closest('figure');
  const drawings = [...(figure?.querySelectorAll<SVGSVGElement>('.drawing svg') ?? [])];
  const status = figure?.querySelector('[role=status]');
  if (!figure || drawings.length === 0 || !status) return;
  const { text, width, height } = stacked(drawings);
  const blob = new Blob([text], { type: 'image/svg+xml' });
  try {
    const png = button.dataset.format === 'png';
    saveFile(`${figure.id}.${png ? 'png' : 'svg'}`, png ? await toPng(blob, width, height) : blob);
    status.textContent = '';
  } catch (error) {
    status.textContent = `The picture could not be made: ${error instanceof Error ? error.message : String(error)}. The SVG may still work.`;
  }
}

for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-format]')) {
  button.hidden = button.closest('figure')?.querySelector('.drawing') === null;
  button.addEventListener('click', () => void download(button));
}
