import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Window } from 'happy-dom';
import { createElement } from 'react';
import type { ChartData } from './chart.ts';
import { DrawnChart } from './DrawnChart.tsx';

/** Draws charts while the site is built: Recharts registers its items in effects, so it needs a document, which is there only while a chart is drawn. */

/** What React and Recharts look for. */
const NAMES = [
  'window',
  'document',
  'HTMLElement',
  'HTMLIFrameElement',
  'SVGElement',
  'Element',
  'Node',
  'MutationObserver',
  'ResizeObserver',
  'requestAnimationFrame',
  'cancelAnimationFrame',
  'getComputedStyle',
] as const;
const ACTS = 'IS_REACT_ACT_ENVIRONMENT';

const require = createRequire(import.meta.url);
const page = new Window();

/** Calls with a document in place; whatever stood there before comes back, also after a fault. */
function withDocument<T>(call: () => T): T {
  const before = [...NAMES, ACTS].map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const);
  Object.defineProperty(globalThis, ACTS, { value: true, configurable: true });
  for (const name of NAMES)
    Object.defineProperty(globalThis, name, {
      value: name === 'window' ? page : page[name],
      configurable: true,
      writable: true,
    });
  try {
    return call();
  } finally {
    for (const [name, known] of before)
      if (known === undefined) Reflect.deleteProperty(globalThis, name);
      else Object.defineProperty(globalThis, name, known);
  }
}

/** React's part for documents looks for one when it is loaded; Recharts is loaded without one, and then measures no text. */
const { createRoot, flushSync } = withDocument(() => ({
  createRoot: (require('react-dom/client') as typeof import('react-dom/client')).createRoot,
  flushSync: (require('react-dom') as typeof import('react-dom')).flushSync,
}));

/** React for development leaves work for later, when there is no document, unless it is told to act. */
const { act } = require('react') as Partial<typeof import('react')>;
const atOnce: (call: () => void) => void = act === undefined ? flushSync : (call) => void act(call);

/** What of Recharts' markup a served chart does without. Colours and sizes are those of the page's sheet. */
const DROPPED_ELEMENTS: ReadonlySet<string> = new Set(['defs', 'desc']);
const DROPPED =
  /^(fill|fill-opacity|stroke|stroke-width|id|style|tabindex|role|clip-path|orientation|offset|data-(?!run$).*)$/;
/** Recharts gives each line of a grid the box of the plot. */
const BOX = /^(x|y|width|height)$/;
const COORDINATE = /^(x|y|x1|x2|y1|y2|cx|cy|width|height)$/;

const isOurs = (name: string): boolean => name !== '' && !/^(recharts-|[xy]Axis$)/.test(name);

/** Keeps the classes that our sheets know. */
function classesOf(part: Element): string {
  if (part.classList.contains('recharts-cartesian-grid')) return 'gridlines';
  return [...part.classList].filter(isOurs).join(' ');
}

const shortened = (value: string): string =>
  /^-?[\d.]+(e-?\d+)?$/.test(value) ? String(Number(Number(value).toFixed(1))) : value;

function cleanAttributes(part: Element): void {
  const tag = part.tagName.toLowerCase();
  const own = classesOf(part);
  const isBoxed = tag === 'line' || tag === 'g';
  for (const { name, value } of [...part.attributes]) {
    if (DROPPED.test(name) || (isBoxed && BOX.test(name))) part.removeAttribute(name);
    else if (COORDINATE.test(name)) part.setAttribute(name, shortened(value));
  }
  if (own === '') part.removeAttribute('class');
  else part.setAttribute('class', own);
}

/** Writes the upright and level lines of a grid as one path, since each panel of each figure has one. */
function joinLines(grid: Element): void {
  const lines = [...grid.children].map((line) => {
    const [x1, y1, x2, y2] = ['x1', 'y1', 'x2', 'y2'].map((name) => line.getAttribute(name));
    return `M${x1} ${y1}${x1 === x2 ? `V${y2}` : `H${x2}`}`;
  });
  const path = document.createElementNS(grid.namespaceURI, 'path');
  path.setAttribute('d', lines.join(''));
  grid.replaceChildren(path);
}

/** Cleans what is below a part, and takes away groups that say nothing. What is inside a link, or in a group of ours, is ours and stays. */
function cleanBelow(parent: Element): void {
  for (const part of [...parent.children]) {
    const tag = part.tagName.toLowerCase();
    if (DROPPED_ELEMENTS.has(tag) || (tag === 'title' && part.textContent === '')) {
      part.remove();
      continue;
    }
    if (tag === 'a' || part.classList.contains('chart-row')) continue;
    cleanBelow(part);
    cleanAttributes(part);
    if (tag !== 'g') continue;
    if (part.childNodes.length === 0) part.remove();
    else if (part.classList.contains('gridlines')) joinLines(part);
    else if (part.attributes.length === 0) part.replaceWith(...part.childNodes);
  }
}

/** Takes from a drawing of Recharts what a page is served without, node by node: expressions over its text would take digits, too. */
function cleanChart(svg: Element): void {
  cleanBelow(svg);
  for (const name of ['class', 'style', 'width', 'height']) svg.removeAttribute(name);
}

function drawnChart(chart: ChartData): string {
  return withDocument(() => {
    const box = document.createElement('div');
    const root = createRoot(box);
    atOnce(() => root.render(createElement(DrawnChart, { chart })));
    // A copy is cleaned: React takes its own away.
    const svg = box.querySelector('svg')?.cloneNode(true) as Element | undefined;
    if (svg === undefined) throw new Error(`Recharts drew nothing of "${chart.title}".`);
    cleanChart(svg);
    const { outerHTML } = svg;
    atOnce(() => root.unmount());
    return outerHTML;
  });
}

const CACHE = path.join(process.cwd(), '.cache', 'charts');
const CODE = path.join(process.cwd(), 'src', 'charts');

/** Drawings of other code are others: the folder's own code and Recharts' version go into their names. */
function versionOfCode(): string {
  const code = fs
    .readdirSync(CODE)
    .filter((file) => /\.tsx?$/.test(file))
    .sort()
    .map((file) => fs.readFileSync(path.join(CODE, file), 'utf8'));
  const { version } = require('recharts/package.json') as { readonly version: string };
  return createHash('sha256')
    .update([version, ...code].join('\0'))
    .digest('hex');
}

/** A drawing that no build made for so long is drawn again; those of charts that are gone go with it. */
const MAX_AGE = 30 * 24 * 3600 * 1000;

/** Opens the folder of cached drawings; gives what begins the content that names one. */
function openCache(): string {
  fs.mkdirSync(CACHE, { recursive: true });
  for (const name of fs.readdirSync(CACHE))
    if (Date.now() - fs.statSync(path.join(CACHE, name)).mtimeMs > MAX_AGE)
      fs.rmSync(path.join(CACHE, name), { force: true });
  return versionOfCode();
}

let version: string | null = null;

function cached(chart: ChartData): string {
  version ??= openCache();
  const name = createHash('sha256')
    .update(`${version} ${JSON.stringify(chart)}`)
    .digest('hex')
    .slice(0, 32);
  const file = path.join(CACHE, `${name}.svg`);
  if (fs.existsSync(file)) return fs.readFileSync(file, 'utf8');
  const drawn = drawnChart(chart);
  const partial = `${file}.${process.pid}.part`;
  fs.writeFileSync(partial, drawn);
  fs.renameSync(partial, file);
  return drawn;
}

/** Draws a chart for the page that is served: cleaned SVG. A build keeps it, by its data, for the builds to come. */
export const prerendered: (chart: ChartData) => string = import.meta.env.PROD ? cached : drawnChart;
