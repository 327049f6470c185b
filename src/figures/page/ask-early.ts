import { openEarly } from '../../client/directives/ready.ts';
import { askEarly } from '../../client/early-requests.ts';

/** Asks for what the figures of cases are drawn from at the first sign of interest in them, beside the scripts and not after them. */
const address = document.querySelector<HTMLMetaElement>('meta[name="figures"]')?.content ?? '';
const island = document.querySelector('main astro-island');
if (address !== '' && island !== null)
  openEarly(island, async () => {
    if (navigator.onLine) await askEarly(new URL(address, location.href).href, 'force-cache');
  });

/** An old address of a figure that is on another page of the benchmark leads there; the tabs say which figures are theirs. */
function goToFigure(): void {
  const id = location.hash.slice(1);
  if (id === '' || document.getElementById(id) !== null) return;
  const page = document.querySelector<HTMLAnchorElement>(`a[data-figures~="${CSS.escape(id)}"]`);
  if (page !== null) location.replace(`${page.pathname}${location.search}#${id}`);
}

addEventListener('hashchange', goToFigure);
goToFigure();
