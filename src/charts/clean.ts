/** What of Recharts' markup a served chart does without. Colours and sizes are those of the page's sheet. */
const DROPPED_ELEMENTS: ReadonlySet<string> = new Set(['defs', 'desc']);
const DROPPED = /^(fill|fill-opacity|stroke|stroke-width|id|style|tabindex|role|clip-path|orientation|offset|data-.*)$/;
/** Recharts gives each line of a grid the box of the plot. */
const BOX = /^(x|y|width|height)$/;
const COORDINATE = /^(x|y|x1|x2|y1|y2|cx|cy|width|height)$/;

const isOurs = (name: string): boolean => name !== '' && !/^(recharts-|[xy]Axis$)/.test(name);

/** Keeps the classes that our sheets know. */
function classesOf(part: Element): string {
  if (part.classList.contains('recharts-cartesian-grid')) return 'grid';
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
    else if (part.attributes.length === 0) part.replaceWith(...part.childNodes);
  }
}

/** Takes from a drawing of Recharts what a page is served without, node by node: expressions over its text would take digits, too. */
export function cleanChart(svg: Element): void {
  cleanBelow(svg);
  for (const name of ['class', 'style', 'width', 'height']) svg.removeAttribute(name);
}
