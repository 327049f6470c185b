/** So many columns are in sight on a turned sheet of paper. */
const MOST_COLUMNS = 10;

/** Groups of columns into tables of at most `most`: spans 3, 4, 6, 2 of 8 → [0, 2], [2, 4]. A wider group has a table of its own. */
export function packedGroups(spans: readonly number[], most: number): readonly (readonly [from: number, to: number])[] {
  const ranges: [number, number][] = [];
  let wide = Number.POSITIVE_INFINITY;
  for (const [place, span] of spans.entries()) {
    const last = ranges.at(-1);
    if (last !== undefined && wide + span <= most) {
      last[1] = place + 1;
      wide += span;
    } else {
      ranges.push([place, place + 1]);
      wide = span;
    }
  }
  return ranges;
}

function keepColumns(row: HTMLTableRowElement, from: number, to: number): void {
  let column = 0;
  for (const cell of [...row.cells]) {
    const at = column;
    column += cell.colSpan;
    if (at > 0 && (at < from || at >= to)) cell.remove();
  }
}

/** Divides a table whose columns are too many for paper, and whose head groups them, into several with whole groups. */
function divideWide(table: HTMLTableElement): void {
  const [first, ...groups] = table.tHead?.rows[0]?.cells ?? [];
  const spans = groups.map(({ colSpan }) => colSpan);
  const total = spans.reduce((sum, span) => sum + span, 0);
  if (first === undefined || total <= MOST_COLUMNS || spans.length < 2) return;
  const start = (group: number): number => spans.slice(0, group).reduce((sum, span) => sum + span, first.colSpan);
  const parts = packedGroups(spans, MOST_COLUMNS).map(([from, to], i) => {
    const part = table.cloneNode(true) as HTMLTableElement;
    for (const row of part.rows) keepColumns(row, start(from), start(to));
    if (i > 0) for (const one of part.querySelectorAll('[id]')) one.removeAttribute('id');
    part.caption?.append(`, ${groups[from]?.textContent}${to - from > 1 ? ` to ${groups[to - 1]?.textContent}` : ''}`);
    return part;
  });
  table.replaceWith(...parts);
}

function styles(): string {
  return [...document.styleSheets]
    .map((sheet) => [...sheet.cssRules].map(({ cssText }) => cssText).join('\n'))
    .join('\n');
}

/** Nothing of the file may ask for anything, wherever it is opened. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

/** Elements that only work on the page, or speak of it; they are removed. */
const OF_THE_PAGE =
  'img, input, select, textarea, dialog, form, [popover], [role=status], .bar, .nojs, .page-only, .tools > :not(.source)';

/** Removes links that lead nowhere in a report and say nothing else, and table columns that held only such links. */
function dropWays(copy: Element): void {
  for (const gone of copy.querySelectorAll('.ways a:not([href])')) gone.remove();
  for (const table of copy.querySelectorAll('table')) {
    const cells = [...table.querySelectorAll('td')].filter((cell) => cell.querySelector('.ways') !== null);
    const [first] = cells;
    if (first === undefined || cells.some((cell) => cell.querySelector('a') !== null)) continue;
    const at = first.cellIndex;
    for (const row of table.rows) row.cells[at]?.remove();
  }
}

/** Gives a copy of a part of the page that needs no script: links lead to the site, and everything that folds is open. */
function still(part: Element, page: Document): Element {
  const copy = page.importNode(part, true);
  for (const link of copy.querySelectorAll('a')) {
    const { href, pathname } = new URL(link.getAttribute('href') ?? '', window.location.href);
    // Own cases exist only on the page that the report is made from.
    if (pathname === window.location.pathname) link.removeAttribute('href');
    else link.setAttribute('href', href);
    if (!link.hasAttribute('href') && link.hasAttribute('aria-label')) link.setAttribute('role', 'img');
  }
  dropWays(copy);
  // Boards fit on paper by their own style.
  for (const table of copy.querySelectorAll<HTMLTableElement>('table:not(.board)')) divideWide(table);
  for (const one of copy.querySelectorAll(OF_THE_PAGE)) one.remove();
  // Buttons of a board's head are its titles, so their words stay, and look as they did.
  for (const button of copy.querySelectorAll('button')) {
    const words = page.createElement('span');
    words.className = button.className;
    words.classList.remove('js', 'btn');
    words.append(...button.childNodes);
    button.replaceWith(words);
  }
  for (const details of copy.querySelectorAll('details')) details.open = true;
  return copy;
}

function written(page: Document, name: 'h1' | 'h2' | 'p', words: string): Element {
  const element = page.createElement(name);
  element.textContent = words;
  return element;
}

function madeWords(): string {
  const { origin, pathname } = window.location;
  const release = document.querySelector<HTMLMetaElement>('meta[name=release]')?.content ?? '';
  const day = new Date().toLocaleDateString('en', { dateStyle: 'long' });
  return `Made on ${day} in a browser, at ${origin}${pathname}, with release ${release} of this site. This file asks nobody for anything.`;
}

/** One HTML file that needs no server, script or network. `drawn`: figures and cases; null where there are none. */
export function reportOf(result: Element, drawn: Element | null, title: string): Blob {
  const page = document.implementation.createHTMLDocument(title);
  const body = still(result, page);
  const main = page.createElement('main');
  main.append(written(page, 'h1', 'Report of your results'), written(page, 'p', madeWords()), body);
  if (drawn !== null) main.append(...still(drawn, page).children);
  const frame = page.createElement('div');
  frame.className = 'page report';
  frame.append(main);
  page.body.append(frame);
  // Style sheets are inserted as text: this page's policy would refuse them in a document that it creates.
  const text = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
${page.head.innerHTML}
<style>${styles()}</style></head>
${page.body.outerHTML}
</html>
`;
  return new Blob([text], { type: 'text/html' });
}
