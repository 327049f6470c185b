import { numberWords } from '../ui/number-words.ts';
import { signText, visiblePieces, visibleText } from '../ui/visible.ts';
import { blankWords, chunksOf, lengthWords, type ShownText, shownPartWords } from './sides.ts';

/** Plain elements, drawn by the page's inline script and by the island: what a case holds becomes text nodes and addresses of pictures, never markup. */

type Child = Node | string;

export function htmlOf<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className: string,
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  element.className = className;
  element.append(...children);
  return element;
}

/** Makes a button that does something by itself, with or without the island. */
export function pressed(label: string, className: string, onPress: () => void): HTMLButtonElement {
  const button = htmlOf('button', className, label);
  button.type = 'button';
  button.onclick = onPress;
  return button;
}

/** Makes a button that the island answers: what is chosen stands in `data-choice`, and `data-pressed` tells it of a click before it was there. */
export function choice(label: string, className: string, chosen: string): HTMLButtonElement {
  const button = pressed(label, `${className} js`, () => {
    button.dataset['pressed'] = '';
  });
  button.dataset['choice'] = chosen;
  return button;
}

const SVG = 'http://www.w3.org/2000/svg';

/** Draws a sign that few fonts hold; the words stand beside it (`Icon` of AnswerMark.tsx is the same for React). */
export function plainSign(shape: string): SVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  const line = document.createElementNS(SVG, 'path');
  for (const [name, value] of Object.entries({
    class: 'sign',
    viewBox: '0 0 12 12',
    width: '11',
    height: '11',
    'aria-hidden': 'true',
  }))
    svg.setAttribute(name, value);
  line.setAttribute('d', shape);
  svg.append(line);
  return svg;
}

/** A stretch of a text; `marked` ones stand out. */
export interface TextChunk {
  readonly text: string;
  readonly marked: boolean;
}

/** Makes nodes of a text of unknown origin: characters that would not be seen, or would turn others around, stand there by name. */
const shown = (text: string): Child[] =>
  visiblePieces(text).map((piece) => {
    if (piece.kind === 'text') return piece.text;
    const name = htmlOf('span', 'unseen', signText(piece));
    name.title = 'A character that would not be seen';
    return name;
  });

export function plainWords(chunks: readonly TextChunk[]): HTMLElement {
  const element = htmlOf('div', 'words breaks max-w-line');
  element.dir = 'auto';
  for (const { text, marked } of chunks)
    element.append(...(marked ? [htmlOf('mark', '', ...shown(text))] : shown(text)));
  return element;
}

export type Marker = (text: string) => readonly TextChunk[];

export const unmarked: Marker = (text) => [{ text, marked: false }];

/** Shows a text of any length: its beginning first, the rest on request, a piece a frame, so that the page stays responsive. */
export function longText(text: string, nothing: string, marker = unmarked): readonly HTMLElement[] {
  const blank = blankWords(text, nothing);
  if (blank !== null) return [htmlOf('p', 'nothing', blank)];
  const [first = '', ...rest] = chunksOf(text);
  const beginning = plainWords(marker(first));
  if (rest.length === 0) return [beginning];
  const said = htmlOf('span', '', shownPartWords(first, text));
  let isAll = false;
  const grown: HTMLElement[] = [];
  const grow = (): void => {
    const next = rest[grown.length];
    if (!isAll || next === undefined) return;
    grown.push(plainWords(marker(next)));
    more.before(...grown.slice(-1));
    requestAnimationFrame(grow);
  };
  const toggle = pressed('Show all', 'btn', () => {
    isAll = !isAll;
    said.textContent = isAll ? `All ${numberWords(text.length)} characters` : shownPartWords(first, text);
    toggle.textContent = isAll ? 'Show the beginning only' : 'Show all';
    for (const one of grown.splice(0)) one.remove();
    grow();
  });
  const more = htmlOf('p', 'more', said, ' ', toggle);
  return [beginning, more];
}

function textPane({ name, by, text }: ShownText, nothing: string): HTMLElement {
  const [heading, author] = [htmlOf('h2', '', name), htmlOf('span', 'by', visibleText(by))];
  const head = htmlOf('div', 'pane-head small', heading, author, htmlOf('span', 'spacer', lengthWords(text)));
  const pane = htmlOf(
    'section',
    'pane min-w-0 border surface',
    head,
    htmlOf('div', 'pane-text', ...longText(text, nothing)),
  );
  pane.ariaLabel = name;
  return pane;
}

export const textPanes = (items: readonly ShownText[], nothing: string): HTMLElement =>
  htmlOf('div', items.length > 1 ? 'two grid gap-4' : '', ...items.map((item) => textPane(item, nothing)));
