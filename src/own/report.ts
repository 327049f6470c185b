import { divideWide } from './wide-tables.ts';

/** Gives the text of all sheets of this page, which are of this site. */
function styles(): string {
  return [...document.styleSheets]
    .map((sheet) => [...sheet.cssRules].map(({ cssText }) => cssText).join('\n'))
    .join('\n');
}

/** Nothing of the file may ask for anything, wherever it is opened. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

/** Elements that only work on the page, or speak of it; they are removed. */
const OF_THE_PAGE =
  'input, select, textarea, dialog, form, [popover], [role=status], .bar, .nojs, .page-only, .tools > :not(.source)';

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

/** Writes when, where and over which release it was made. */
function madeWords(): string {
  const { origin, pathname } = window.location;
  const release = document.querySelector<HTMLMetaElement>('meta[name=release]')?.content ?? '';
  const day = new Date().toLocaleDateString('en', { dateStyle: 'long' });
  return `Made on ${day} in a browser, at ${origin}${pathname}, with release ${release} of this site. This file asks nobody for anything.`;
}

/**
 * Writes a result as it stands on the page, its figures and its cases, as one HTML file that needs no server, no script and no network.
 * `figures`: null where there are none.
 */
export function reportOf(result: Element, figures: Element | null, title: string): Blob {
  const page = document.implementation.createHTMLDocument(title);
  const body = still(result, page);
  const cases = [...body.querySelectorAll('.lost')];
  const main = page.createElement('main');
  main.append(written(page, 'h1', 'Report of your results'), written(page, 'p', madeWords()), body);
  if (figures !== null) main.append(...still(figures, page).children);
  if (cases.length > 0) main.append(written(page, 'h2', 'Cases'), ...cases);
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
