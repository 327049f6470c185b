import { openEarly } from '../../client/directives/ready.ts';
import { askEarly } from '../../client/early-requests.ts';

/** Asks for what the figures of cases are drawn from at the first sign of interest in them, beside the scripts and not after them. */
const address = document.querySelector<HTMLMetaElement>('meta[name="figures"]')?.content ?? '';
const island = document.querySelector('main astro-island');
if (address !== '' && island !== null)
  openEarly(island, async () => {
    if (navigator.onLine) await askEarly(new URL(address, location.href).href, 'force-cache');
  });
