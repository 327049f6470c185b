import { pictureOfTable, svgElement } from './table-picture.ts';

/** A picture of a figure that stands alone: title, legend, drawings, and where the numbers come from. */

const SVG = 'http://www.w3.org/2000/svg';
const STYLES = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linejoin',
  'paint-order',
  'opacity',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
];
const FAMILY = 'system-ui, sans-serif';
const EDGE = 16;
const GAP = 14;
/** Width of a letter and height of a line, as multiples of the type size. */
const LETTER_WIDTH = 0.523;
const LINE = 1.5;
const LEAST_WIDTH = 560;

/** A size of the page's one type scale (`src/ui/tokens.css`) in px, since a saved picture has no page around it: `sizeOf('small')` → 13. */
function sizeOf(name: 'small' | 'head'): number {
  const root = getComputedStyle(document.documentElement);
  return Number.parseFloat(root.getPropertyValue(`--text-${name}`)) * Number.parseFloat(root.fontSize);
}

/** A picture as text, and its size in pixels. */
export interface FigurePicture {
  readonly text: string;
  readonly width: number;
  readonly height: number;
}

const isShown = (part: Element): boolean => getComputedStyle(part).display !== 'none';

/** Copies an element with the page's styles written into it; links in the copy lead nowhere. */
function styled(svg: SVGSVGElement): SVGSVGElement {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const originals = svg.querySelectorAll('*');
  copy.querySelectorAll<SVGElement>('*').forEach((part, i) => {
    const original = originals[i];
    if (original === undefined) return;
    const style = getComputedStyle(original);
    for (const name of STYLES) part.style.setProperty(name, style.getPropertyValue(name));
    part.removeAttribute('href');
  });
  copy.removeAttribute('style');
  return copy;
}

/** Breaks a text into lines of at most so many letters. */
function wrapped(text: string, letters: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length + 1 <= letters) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** Collects the parts of a picture and the place of the next one. */
class PictureSheet {
  readonly parts: SVGElement[] = [];
  y = EDGE;
  readonly #width: number;
  readonly #colours: { readonly ink: string; readonly quiet: string };
  constructor(width: number, colours: { readonly ink: string; readonly quiet: string }) {
    this.#width = width;
    this.#colours = colours;
  }
  write(
    text: string,
    style: { readonly size: 'small' | 'head'; readonly weight: number; readonly quiet: boolean },
  ): void {
    const size = sizeOf(style.size);
    for (const line of wrapped(text, (this.#width - 2 * EDGE) / (LETTER_WIDTH * size))) {
      this.y += LINE * size;
      const fill = style.quiet ? this.#colours.quiet : this.#colours.ink;
      const font = { 'font-family': FAMILY, 'font-size': size, 'font-weight': style.weight };
      this.parts.push(svgElement('text', { x: EDGE, y: this.y - 4, fill, ...font }, line));
    }
  }
  /** Marks and their names, in lines. */
  legend(items: readonly { readonly mark: SVGSVGElement; readonly label: string }[]): void {
    let x = EDGE;
    const size = sizeOf('small');
    this.y += 6;
    for (const { mark, label } of items) {
      const width = 22 + label.length * LETTER_WIDTH * size + 18;
      if (x > EDGE && x + width > this.#width) [x, this.y] = [EDGE, this.y + LINE * size];
      const [copy, font] = [styled(mark), { 'font-family': FAMILY, 'font-size': size }];
      for (const [key, value] of Object.entries({ x, y: this.y, width: 14, height: 14, overflow: 'visible' }))
        copy.setAttribute(key, String(value));
      this.parts.push(copy, svgElement('text', { x: x + 22, y: this.y + 12, fill: this.#colours.ink, ...font }, label));
      x += width;
    }
    this.y += LINE * size;
  }
  drawing(svg: SVGSVGElement, name: string): void {
    const { width, height } = svg.viewBox.baseVal;
    if (name !== '') this.write(name, { size: 'small', weight: 600, quiet: false });
    const copy = svg.isConnected ? styled(svg) : svg;
    for (const [key, value] of Object.entries({ x: EDGE, y: this.y + GAP / 2, width, height }))
      copy.setAttribute(key, String(value));
    this.parts.push(copy);
    this.y += height + GAP;
  }
}

const plainText = (part: Element | null | undefined): string => (part?.textContent ?? '').replace(/\s+/g, ' ').trim();

/** Says where a picture comes from: `From table 3, 25 judges. Judgeboard, release 0123456789ab, https://…/figures/#size-table-3`. */
function sourceOf(figure: HTMLElement): string {
  const release = document.querySelector<HTMLMetaElement>('meta[name=release]')?.content ?? '';
  const address = `${location.origin}${location.pathname}${location.search}#${figure.id}`;
  return `${plainText(figure.querySelector('.source'))}. Judgeboard${release === '' ? '' : `, release ${release}`}, ${address}`;
}

/** The parts of a figure that its picture is made of. */
export const DRAWINGS = '.drawing svg, :is(.heat-table, .slices) table';

/** Makes the picture of a figure that is saved: its title, legends, drawings and source; null where the figure has no drawing. */
export function figurePictureOf(figure: HTMLElement): FigurePicture | null {
  // A file is drawn as on a wide screen, wherever it is saved.
  const drawings = [...figure.querySelectorAll<SVGSVGElement | HTMLTableElement>(DRAWINGS)]
    .map((drawn) => (drawn instanceof HTMLTableElement ? pictureOfTable(drawn) : drawn))
    .filter((svg) => svg.viewBox.baseVal.width > 0 && svg.closest('.on-phone') === null);
  if (drawings.length === 0) return null;
  const widest = Math.max(...drawings.map((svg) => svg.viewBox.baseVal.width));
  const width = Math.max(LEAST_WIDTH, Math.ceil(widest) + 2 * EDGE);
  const style = getComputedStyle(figure);
  const quiet = getComputedStyle(figure.querySelector('.source') ?? figure).color;
  const sheet = new PictureSheet(width, { ink: style.color, quiet });
  sheet.write(plainText(figure.querySelector('h3')), { size: 'head', weight: 650, quiet: false });
  for (const list of [...figure.querySelectorAll('.legend-row')].filter(isShown)) {
    sheet.legend(
      [...list.querySelectorAll('li')].flatMap((item) => {
        const mark = item.querySelector('svg');
        return mark === null ? [] : [{ mark, label: plainText(item) }];
      }),
    );
  }
  for (const svg of drawings)
    sheet.drawing(svg, drawings.length === 1 && svg.isConnected ? '' : (svg.getAttribute('aria-label') ?? ''));
  sheet.write(sourceOf(figure), { size: 'small', weight: 400, quiet: true });
  const height = Math.ceil(sheet.y + EDGE);
  const all = svgElement('svg', { xmlns: SVG, width, height, viewBox: `0 0 ${width} ${height}` });
  all.append(svgElement('rect', { width: '100%', height: '100%', fill: style.backgroundColor }), ...sheet.parts);
  return { text: new XMLSerializer().serializeToString(all), width, height };
}
