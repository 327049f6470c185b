/** Text of all sheets of this page, which are of this site. */
function styles(): string {
  return [...document.styleSheets]
    .map((sheet) => [...sheet.cssRules].map(({ cssText }) => cssText).join('\n'))
    .join('\n');
}

/** Nothing of the file may ask for anything, wherever it is opened. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

/**
 * A result as it stands on the page as one HTML file that needs no server, no script and no network. What only works on the page is
 * left out, links lead to the site, and everything that folds is open.
 */
export function reportOf(result: Element, title: string): Blob {
  const page = document.implementation.createHTMLDocument(title);
  const links = [...result.querySelectorAll('a')].map(({ href }) => href);
  const body = page.importNode(result, true);
  for (const [i, link] of [...body.querySelectorAll('a')].entries()) link.href = links[i] ?? '';
  for (const control of body.querySelectorAll('input, select, textarea, dialog, form, .bar, .page-only'))
    control.remove();
  // Buttons of a board's head are its titles, so their words stay.
  for (const button of body.querySelectorAll('button')) button.replaceWith(...button.childNodes);
  for (const details of body.querySelectorAll('details')) details.open = true;
  const head = page.createElement('h1');
  head.textContent = title;
  const main = page.createElement('main');
  main.append(head, body);
  page.body.append(main);
  // Sheets are put in as text: this page's own policy would refuse them in a document that it makes.
  const text = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}">
${page.head.innerHTML}
<style>${styles()}</style></head>
${page.body.outerHTML}
</html>
`;
  return new Blob([text], { type: 'text/html' });
}
