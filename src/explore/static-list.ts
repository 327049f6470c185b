import { openEarly } from '../client/directives/ready.ts';
import { askEarly } from '../client/early-requests.ts';
import { partAround, sendTravelling, travelling } from './travelling.ts';

/** The list without a filter. Before hydration the explorer fetches early what it needs, and lets the first rows travel to the case opened. */
const UNFILTERED = '?';

/** Astro takes this mark away when it hydrates the island. */
const isHydrated = (explorer: Element): boolean => explorer.querySelector('astro-island[ssr]') === null;

function sendStaticRow(explorer: HTMLElement, benchmark: string, target: EventTarget | null): void {
  const opened = target instanceof Element ? target.closest('.case-table th a') : null;
  if (opened === null || isHydrated(explorer)) return;
  const links: Element[] = [...explorer.querySelectorAll('.case-table tbody th a')];
  const ids = links.map((link) => new URL(link.getAttribute('href') ?? '', location.href).searchParams.get('id') ?? '');
  const index = links.indexOf(opened);
  const total = Number(explorer.dataset.total);
  sendTravelling(benchmark, { list: UNFILTERED, total, ...partAround(index, (i) => ids[i]), at: ids[index] ?? '' });
}

/** Asks for the manifest and the columns of cases, whose name the page knows, beside all scripts: the first filter needs both. */
function askForColumns({ data, columns }: DOMStringMap): void {
  // Without a network only the browser's own copies are asked for.
  if (data === undefined || !navigator.onLine) return;
  const ask = (path: string, cache: RequestCache) =>
    askEarly(new URL(data + path, location.origin).href, cache)?.catch(() => undefined);
  ask('manifest.json', 'no-cache');
  // A query may ask for what columns do not hold (`columnsHold`).
  if (columns !== undefined && location.search.length < 2) ask(columns, 'force-cache');
}

for (const explorer of document.querySelectorAll<HTMLElement>('[data-cases-of]')) {
  const benchmark = explorer.dataset.casesOf ?? '';
  openEarly(explorer, async () => {
    askForColumns(explorer.dataset);
    const { openCasesEarly } = await import('./open-early.ts');
    await openCasesEarly(benchmark);
  });
  explorer.addEventListener('click', ({ target }) => sendStaticRow(explorer, benchmark, target), true);
  // The island scrolls back to the row of the case that one returns from; without a query it would wait for a sign of interest.
  const back = location.search === '' ? travelling(benchmark, UNFILTERED) : null;
  if (back !== null && back.at !== '') {
    window.addEventListener('load', () => explorer.querySelector('astro-island')?.dispatchEvent(new Event('focusin')));
  }
}
