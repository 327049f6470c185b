/** A picture of a figure that stands alone: title, legend, drawings, and where the numbers come from. A heat table becomes a drawing with its cells where they stand. */

const SVG = 'http://www.w3.org/2000/svg';
/** Distance of a line's baseline from its lower edge, in heights of its letters. */
const DESCENT = 0.25;
/** How a browser writes that a cell has no ground of its own. */
const NO_GROUND = 'rgba(0, 0, 0, 0)';

function svgElement(name: string, attributes: Readonly<Record<string, string | number>>, text = ''): SVGElement {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.textContent = text;
  return made;
}

interface CellLine {
  readonly text: string;
  readonly box: DOMRect;
  readonly size: number;
}

/** The words of a cell, line by line as they are broken; the words of a line have one edge in common. What is beyond the cell is not seen. */
function linesIn(cell: Element, along: 'top' | 'left'): readonly CellLine[] {
  const lines: (CellLine & { text: string })[] = [];
  const { right } = cell.getBoundingClientRect();
  const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const size = Number.parseFloat(getComputedStyle(node.parentElement ?? cell).fontSize);
    for (const { 0: word, index } of (node.textContent ?? '').matchAll(/\S+/g)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const box = range.getBoundingClientRect();
      if (box.left >= right - 1) continue;
      const last = lines.at(-1);
      if (last !== undefined && Math.abs(last.box[along] - box[along]) < 2) last.text += ` ${word}`;
      else lines.push({ text: word, box, size });
    }
  }
  return lines;
}

/** Does something while a table stands as on a wide screen, not scrolled: its sticky heads are in their places then. */
function fromBeginning<T>(table: HTMLTableElement, act: () => T): T {
  const box = table.closest('.scroll-box');
  const [left, top] = [box?.scrollLeft ?? 0, box?.scrollTop ?? 0];
  const go = (place: ScrollToOptions): void => box?.scrollTo({ ...place, behavior: 'instant' });
  box?.classList.add('as-wide');
  go({ left: 0, top: 0 });
  const done = act();
  box?.classList.remove('as-wide');
  go({ left, top });
  return done;
}

const pictureOfTable = (table: HTMLTableElement): SVGSVGElement => fromBeginning(table, () => drawnTable(table));

function drawnTable(table: HTMLTableElement): SVGSVGElement {
  const { left, top, width, height } = table.getBoundingClientRect();
  const viewBox = `0 0 ${Math.ceil(width)} ${Math.ceil(height)}`;
  const svg = svgElement('svg', { viewBox, 'aria-label': table.caption?.textContent ?? '' });
  for (const cell of table.querySelectorAll('th, td')) {
    const box = cell.getBoundingClientRect();
    const [style, tint] = [getComputedStyle(cell), getComputedStyle(cell, '::before')];
    const place = { x: box.left - left, y: box.top - top, width: box.width, height: box.height };
    if (cell.tagName === 'TD' && style.backgroundColor !== NO_GROUND)
      svg.append(svgElement('rect', { ...place, rx: 3, fill: style.backgroundColor }));
    // A gradient stands for a line from corner to corner, upwards.
    const [diagonal] = /\brgb\([^)]*\)/.exec(style.backgroundImage) ?? [];
    if (diagonal !== undefined) {
      const ends = { x1: place.x, y1: place.y + place.height, x2: place.x + place.width, y2: place.y };
      svg.append(svgElement('line', { ...ends, stroke: diagonal }));
    }
    if (style.outlineStyle === 'solid')
      svg.append(svgElement('rect', { ...place, fill: 'none', stroke: style.outlineColor, 'stroke-width': 1.2 }));
    if (tint.content !== 'none')
      svg.append(svgElement('rect', { ...place, rx: 3, fill: tint.backgroundColor, 'fill-opacity': tint.opacity }));
    const font = { 'font-family': 'system-ui, sans-serif', fill: style.color };
    const isUpright = style.writingMode.startsWith('vertical');
    for (const { text, box: line, size } of linesIn(cell, isUpright ? 'left' : 'top')) {
      const [x, y] = [line.left - left, line.top - top];
      const at = isUpright
        ? { transform: `translate(${x + DESCENT * size} ${y}) rotate(90)` }
        : { x, y: line.bottom - top - DESCENT * size };
      svg.append(svgElement('text', { ...font, 'font-size': size, ...at }, text));
    }
  }
  return svg as SVGSVGElement;
}

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
  'font-weight',
  'text-anchor',
];
const FAMILY = 'system-ui, sans-serif';
const EDGE = 16;
const GAP = 14;
/** Width of a letter and height of a line, as multiples of the type size. */
const LETTER_WIDTH = 0.523;
const LINE = 1.5;
/** The narrowest sheet on which titles are written, and that of a drawing of phone width. */
const LEAST = { screen: 560, chosen: 432 } as const;
/** A unit of a drawing on paper: its letters are those of a paper's captions then, 7 points. */
const UNIT_MM = 0.2;
/** A wide drawing may be shrunk so far before that of a phone stands in its place. */
const SHRUNK = 0.8;

/** How wide a picture is made: in millimetres of a paper, in pixels, or as it is on the screen. */
export interface WantedWidth {
  readonly mm?: number;
  readonly pixels?: number;
}

/** A picture, and its size in units of its drawing, of which a screen's pixel is one. */
export interface FigurePicture {
  readonly svg: SVGSVGElement;
  readonly title: string;
  readonly source: string;
  readonly width: number;
  readonly height: number;
}

/** A size of the page's one type scale (`src/ui/tokens.css`) in px, since a saved picture has no page around it: `sizeOf('small')` → 13. */
function sizeOf(name: 'mark' | 'small' | 'head'): number {
  const root = getComputedStyle(document.documentElement);
  return Number.parseFloat(root.getPropertyValue(`--text-${name}`)) * Number.parseFloat(root.fontSize);
}

const isShown = (part: Element): boolean => getComputedStyle(part).display !== 'none';

function withCanvas(svg: SVGSVGElement, copy: SVGSVGElement): void {
  const box = svg.getBoundingClientRect();
  const scale = svg.viewBox.baseVal.width / box.width;
  for (const canvas of svg.closest('.plot-box')?.querySelectorAll('canvas') ?? []) {
    const { left, top, width, height } = canvas.getBoundingClientRect();
    if (width === 0 || !Number.isFinite(scale)) continue;
    const [x, y] = [(left - box.left) * scale, (top - box.top) * scale];
    const size = { width: width * scale, height: height * scale };
    copy.prepend(svgElement('image', { href: canvas.toDataURL(), x, y, ...size }));
  }
}

/** Copies a drawing with the page's styles written into it, without what is hidden; links in the copy lead nowhere. */
function styled(svg: SVGSVGElement): SVGSVGElement {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const originals = svg.querySelectorAll('*');
  const letters = sizeOf('mark');
  copy.querySelectorAll<SVGElement>('*').forEach((part, i) => {
    const original = originals[i];
    if (original === undefined) return;
    const style = getComputedStyle(original);
    if (style.display === 'none') part.remove();
    for (const name of STYLES) part.style.setProperty(name, style.getPropertyValue(name));
    // On the screen letters are as large as those around the drawing; in a picture of its own they are those it was laid out for.
    part.style.setProperty('font-size', `${letters}px`);
    part.removeAttribute('href');
  });
  copy.removeAttribute('style');
  withCanvas(svg, copy);
  return copy;
}

function wrapped(text: string, letters: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length + 1 <= letters) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

interface TextStyle {
  readonly size: 'small' | 'head';
  readonly weight: number;
  readonly quiet: boolean;
}

const NAME: TextStyle = { size: 'small', weight: 600, quiet: false };
const QUIET: TextStyle = { size: 'small', weight: 400, quiet: true };

interface Drawn {
  readonly svg: SVGSVGElement;
  readonly name: string;
  readonly foot: string;
}

class PictureSheet {
  readonly parts: SVGElement[] = [];
  y = EDGE;
  readonly #width: number;
  readonly #colours: { readonly ink: string; readonly quiet: string };
  constructor(width: number, colours: { readonly ink: string; readonly quiet: string }) {
    this.#width = width;
    this.#colours = colours;
  }
  write(text: string, style: TextStyle, { x = EDGE, width = this.#width - 2 * EDGE } = {}): void {
    const size = sizeOf(style.size);
    if (text === '') return;
    for (const line of wrapped(text, width / (LETTER_WIDTH * size))) {
      this.y += LINE * size;
      const fill = style.quiet ? this.#colours.quiet : this.#colours.ink;
      const font = { 'font-family': FAMILY, 'font-size': size, 'font-weight': style.weight };
      this.parts.push(svgElement('text', { x, y: this.y - 4, fill, ...font }, line));
    }
  }
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
  drawings(all: readonly Drawn[]): void {
    const room = this.#width - 2 * EDGE;
    let [x, top, bottom] = [EDGE, this.y + GAP / 2, this.y];
    for (const { svg, name, foot } of all) {
      const { width: own, height: high } = svg.viewBox.baseVal;
      const scale = Math.min(1, room / own);
      const [width, height] = [own * scale, high * scale];
      if (x + width > EDGE + room + 1) [x, top] = [EDGE, bottom + GAP];
      this.y = top;
      this.write(name, NAME, { x, width });
      for (const [key, value] of Object.entries({ x, y: this.y + GAP / 2, width, height }))
        svg.setAttribute(key, String(value));
      this.parts.push(svg);
      this.y += height + GAP;
      this.write(foot, QUIET, { x, width });
      bottom = Math.max(bottom, this.y);
      x += width + GAP;
    }
    this.y = bottom;
  }
}

export const plainText = (part: Element | null | undefined): string =>
  (part?.textContent ?? '').replace(/\s+/g, ' ').trim();

/** Says where a picture comes from: `From table 3, 25 judges. Multi-Crit, Judgeboard, release 0123456789ab, https://…/figures/#size-table-3`. */
function sourceOf(figure: HTMLElement, of: string): string {
  const release = document.querySelector<HTMLMetaElement>('meta[name=release]')?.content ?? '';
  const address = `${location.origin}${location.pathname}${location.search}#${figure.id}`;
  const from = plainText(figure.querySelector('.source'));
  return `${from}. ${of}, Judgeboard${release === '' ? '' : `, release ${release}`}, ${address}`;
}

export const DRAWINGS = '.drawing svg, :is(.heat-table, .slices) table';

/** Copies the drawings of a figure, for a sheet so wide: of one for a desk and its double for a phone that which has room. */
function drawingsOf(figure: HTMLElement, room: number): readonly Drawn[] {
  const widthOf = (drawn: Element): number => (drawn instanceof SVGSVGElement ? drawn.viewBox.baseVal.width : 1);
  const all = [...figure.querySelectorAll<SVGSVGElement | HTMLTableElement>(DRAWINGS)].filter(
    (drawn) => widthOf(drawn) > 0,
  );
  const wide = all.filter((drawn) => drawn.closest('.on-desk, .chart.wide') !== null);
  const isNarrow = wide.some((drawn) => SHRUNK * widthOf(drawn) > room);
  const drawn = all.filter((one) => {
    const isPhones = one.closest('.on-phone, .chart.phone') !== null;
    return isNarrow && wide.length > 0 ? !wide.includes(one) : !isPhones;
  });
  return drawn.map((one) => {
    const svg = one instanceof HTMLTableElement ? pictureOfTable(one) : styled(one);
    const isNamed = drawn.length > 1 || one instanceof HTMLTableElement;
    const below = [one.nextElementSibling, one.closest('.chart')?.nextElementSibling];
    const foot = below.find((part) => part?.matches('p.of') === true && isShown(part));
    return {
      svg,
      name: isNamed ? (svg.getAttribute('aria-label') ?? '') : '',
      foot: plainText(foot),
    };
  });
}

/** Does something while the page has light colours: those of paper. */
function inLight<T>(act: () => T): T {
  const { style } = document.documentElement;
  const before = style.colorScheme;
  style.colorScheme = 'light';
  try {
    return act();
  } finally {
    style.colorScheme = before;
  }
}

function pictureOf(figure: HTMLElement, of: string, chosen: number | null): FigurePicture | null {
  const drawings = drawingsOf(figure, (chosen ?? Number.POSITIVE_INFINITY) - 2 * EDGE);
  if (drawings.length === 0) return null;
  const widest = Math.max(...drawings.map(({ svg }) => svg.viewBox.baseVal.width));
  const width = chosen ?? Math.max(LEAST.screen, Math.ceil(widest) + 2 * EDGE);
  const style = getComputedStyle(figure);
  const sheet = new PictureSheet(width, {
    ink: style.color,
    quiet: getComputedStyle(figure.querySelector('.source') ?? figure).color,
  });
  const title = plainText(figure.querySelector('h2, h3'));
  sheet.write(title, { size: 'head', weight: 650, quiet: false });
  for (const list of [...figure.querySelectorAll('.legend-row')].filter(isShown)) {
    sheet.legend(
      [...list.querySelectorAll('li')].flatMap((item) => {
        const mark = item.querySelector('svg');
        const isHidden = item.querySelector('[aria-pressed="false"]') !== null;
        return mark === null || isHidden ? [] : [{ mark, label: plainText(item) }];
      }),
    );
  }
  sheet.drawings(drawings);
  const source = sourceOf(figure, of);
  sheet.write(source, QUIET);
  const height = Math.ceil(sheet.y + EDGE);
  const svg = svgElement('svg', { xmlns: SVG, width, height, viewBox: `0 0 ${width} ${height}` }) as SVGSVGElement;
  svg.append(svgElement('rect', { width, height, fill: style.backgroundColor }), ...sheet.parts);
  return { svg, title, source, width, height };
}

/** Makes the picture of a figure: title, legends, drawings, source; null where it has no drawing. `of`: what its page is about. */
export function figurePictureOf(figure: HTMLElement, of: string, { mm, pixels }: WantedWidth): FigurePicture | null {
  if (mm !== undefined) return inLight(() => pictureOf(figure, of, Math.max(LEAST.chosen, Math.round(mm / UNIT_MM))));
  return pictureOf(figure, of, pixels === undefined ? null : Math.max(LEAST.chosen, pixels));
}
