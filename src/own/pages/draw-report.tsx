import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { Choices } from '../../cases/choices.ts';
import type { CaseLine } from '../../cases/columns/list.ts';
import { loadCharts } from '../../charts/Live.tsx';
import { holdRelease } from '../../client/local-release.ts';
import { loadCases } from '../../client/packs.ts';
import { askedFor } from '../../explore/asked.ts';
import { CaseInShort } from '../../explore/CasePreview.tsx';
import { askSelection } from '../../explore/selection.ts';
import { exploreFields } from '../../explore/state.ts';
import { scopeOf, UNTOUCHED } from '../../figures/kit/case-figure.ts';
import { WholeDrawings } from '../../figures/kit/Parts.tsx';
import { pageTab } from '../../figures/kit/words.ts';
import { figuresIn, type PrerenderedFigures } from '../../figures/page/case-figures.ts';
import { FigureFrame } from '../../figures/page/FiguresIsland.tsx';
import type { Benchmark } from '../../schema/benchmark.ts';
import type { Case } from '../../schema/stored-case.ts';
import { readSearch } from '../../ui/field.ts';
import { Text } from '../../ui/Text.tsx';
import type { LostCases } from '../intake/standing.ts';
import type { OwnResult } from '../judge-files.ts';
import { type OwnSource, ownSource } from '../own-source.ts';
import type { OwnSession } from '../session.ts';
import { lostSearch, lostWords } from '../standing-words.ts';

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

const nobodyChooses = (): void => undefined;

function Page({ known }: { readonly known: PrerenderedFigures }) {
  const { choices, opening, page, pages, data } = known;
  const scope = scopeOf(choices, opening, UNTOUCHED);
  const run = choices.runs.find((one) => one.run === opening[page.protocol]);
  return (
    <section>
      <h2>Figures: {pageTab(page, pages)}</h2>
      {page.topic === 'judges' || run === undefined ? null : (
        <p>Where a figure looks at one judge, it is {run.label}.</p>
      )}
      <div className="figures flex wrap gap-4">
        {figuresIn(known).map((figure) => (
          <FigureFrame
            key={figure.id}
            figure={figure}
            shown={{ scope, key: '', data: data[figure.id], failure: null }}
            behind={false}
            busy={false}
            choices={choices}
            change={nobodyChooses}
          />
        ))}
      </div>
    </section>
  );
}

interface LostTold {
  readonly choices: Choices;
  readonly lines: readonly CaseLine[];
  readonly cases: ReadonlyMap<string, Case>;
  readonly title: string;
  readonly search: string;
}

const TOLD = 10;

async function gatherLost(source: OwnSource, lost: LostCases, benchmark: Benchmark): Promise<LostTold> {
  const { signal } = new AbortController();
  const { choices } = await source.list();
  const search = lostSearch(lost);
  const { fixed, facets } = exploreFields(choices);
  const asked = { choices, state: readSearch(fixed, search), facets: readSearch(facets, search) };
  const lines = (await askSelection(asked, signal)).cases.first(TOLD);
  const cases = await loadCases(
    choices.benchmark,
    lines.map(({ instance }) => instance),
    { signal },
  );
  return { choices, search, lines, cases, title: lostWords(lost, benchmark) };
}

function LostCasesTold({ choices, search, lines, cases, title }: LostTold) {
  return (
    <section>
      <h3>{title}</h3>
      {lines.length === 0 ? null : <p>Most points lost first{lines.length === TOLD ? `; the first ${TOLD}` : ''}.</p>}
      {lines.map((line) => {
        const data = cases.get(line.instance);
        return data === undefined ? null : (
          <article key={line.instance} className="own-case around-2 pad-2-3 border rounded">
            <h4>{line.instance}</h4>
            {data.responses.map(({ response, model, text }) => (
              <p key={response} className="said breaks max-w-line">
                <b>
                  Response {response}
                  {model === '' ? '' : `, ${model}`}:
                </b>{' '}
                <Text text={text} />
              </p>
            ))}
            <CaseInShort {...{ choices, line, data }} asked={askedFor(search)} />
          </article>
        );
      })}
    </section>
  );
}

function drawn(pages: readonly PrerenderedFigures[], lost: readonly LostTold[]): Element {
  const stage = document.createElement('div');
  const root = createRoot(stage);
  flushSync(() =>
    root.render(
      <WholeDrawings value={true}>
        {pages.map((known) => (
          <Page key={pageTab(known.page, known.pages)} known={known} />
        ))}
        {lost.length === 0 ? null : <h2>Cases</h2>}
        {lost.map((one) => (
          <LostCasesTold key={one.title} {...one} />
        ))}
      </WholeDrawings>,
    ),
  );
  const still = stage.cloneNode(true) as Element;
  root.unmount();
  return still;
}

/** All figures and the costliest cases of a result; null where there are none. It answers under a name below `id`, whatever page is looked at. */
async function drawnReport(session: OwnSession, result: OwnResult, id: string): Promise<Element | null> {
  const { benchmark, scored } = result;
  if (benchmark === null || !scored.valued) return null;
  const name = `${id}/report`;
  const source = ownSource(session, result, { benchmark, id: name });
  holdRelease(name, source.local);
  try {
    const [pages] = await Promise.all([source.figures(), loadCharts()]);
    const lost: LostTold[] = [];
    for (const one of scored.lost) if (one.lost > 0) lost.push(await gatherLost(source, one, benchmark));
    return drawn(pages, lost);
  } finally {
    holdRelease(name, null);
    source.end();
  }
}

/** One HTML file that needs no server, script or network: a part of the page as it is `shown`, with all figures and the costliest cases. Throws ClientFailure. */
export async function reportOf(
  shown: Element,
  { session, result, id }: { readonly session: OwnSession; readonly result: OwnResult; readonly id: string },
): Promise<Blob> {
  const drawn = await drawnReport(session, result, id);
  const { title } = result;
  const page = document.implementation.createHTMLDocument(title);
  const body = still(shown, page);
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
