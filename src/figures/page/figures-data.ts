import { fetchJson } from '../../client/fetch.ts';
import type { PrerenderedFigures } from './prerendered.ts';

/**
 * What the figures of a page are drawn from, by the address of their file. It is no property of the island, since those are written
 * into the page, where they were a third of it: the build puts it here, and in the browser the file is fetched together with the
 * island's script, which is not loaded without it.
 */
const known = new Map<string, PrerenderedFigures>();

export const rememberFigures = (address: string, figures: PrerenderedFigures): void => void known.set(address, figures);

export function figuresAt(address: string): PrerenderedFigures {
  const figures = known.get(address);
  if (figures === undefined) throw new Error(`no figures at ${address}`);
  return figures;
}

/** Throws ClientFailure. */
async function fetchFigures(address: string): Promise<void> {
  const sha256 = /\.([0-9a-f]+)\.json$/.exec(address)?.[1];
  const { href } = new URL(address, location.href);
  // The file is our own, and verified by the hash in its name.
  rememberFigures(address, (await fetchJson(href, { freshness: 'immutable', sha256 })) as PrerenderedFigures);
}

/** The file that a page names. */
const NAMED = 'meta[name="figures"]';

if (!import.meta.env.SSR) {
  const { content: address } = document.querySelector<HTMLMetaElement>(NAMED) ?? { content: '' };
  if (address !== '') await fetchFigures(address);
}
