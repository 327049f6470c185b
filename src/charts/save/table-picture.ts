/** A heat table as a drawing: its cells where they stand on the page, with their colours. */

const SVG = 'http://www.w3.org/2000/svg';
/** Distance of a line's baseline from its lower edge, in heights of its letters. */
const DESCENT = 0.25;
/** How a browser writes that a cell has no ground of its own. */
const NO_GROUND = 'rgba(0, 0, 0, 0)';

export function svgElement(name: string, attributes: Readonly<Record<string, string | number>>, text = ''): SVGElement {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.textContent = text;
  return made;
}

interface CellLine {
  readonly text: string;
  readonly box: DOMRect;
  /** The size of its letters in px. */
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

/** Draws the table as an SVG of its own size in px, with its caption as its name. */
export const pictureOfTable = (table: HTMLTableElement): SVGSVGElement => fromBeginning(table, () => drawnTable(table));

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
