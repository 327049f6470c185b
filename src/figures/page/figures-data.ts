import { askEarly } from '../../client/early-requests.ts';
import { fetchJson } from '../../client/fetch.ts';
import { entryOf } from '../../schema/words.ts';
import { type PrerenderedFigures, runFile } from './case-figures.ts';

/**
 * The data of the figures of a page, by the address of their file. It is no property of the island, since those are written into the page,
 * where they were a third of it: the build puts it here, and in the browser the file is fetched together with the island's script, which is
 * not loaded without it.
 */
const known = new Map<string, PrerenderedFigures>();

export const rememberFigures = (address: string, figures: PrerenderedFigures): void => void known.set(address, figures);

export function figuresAt(address: string): PrerenderedFigures {
  const figures = known.get(address);
  if (figures === undefined) throw new Error(`no figures at ${address}`);
  return figures;
}

/** The file at an address, which is our own and verified by the hash in its name. Throws ClientFailure. */
async function fetchData(address: string): Promise<unknown> {
  const sha256 = /\.([0-9a-f]+)\.json$/.exec(address)?.[1];
  const { href } = new URL(address, location.href);
  return fetchJson(href, { freshness: 'immutable', sha256 });
}

/** The file of one run beside the page's data at an address, as `fetchData` takes it; undefined for a run that the page has no file of. */
function fileOfRun(address: string, run: string): string | undefined {
  const hash = entryOf(figuresAt(address).closely, run);
  return hash === undefined ? undefined : address.replace(/[^/]*$/, `${runFile(hash)}.json`);
}

const NOTHING: Readonly<Record<string, unknown>> = {};

/**
 * Fetches what the figures of one run are drawn from, over all cases and by figure, for when another run of the page is looked at. It is
 * empty for a run that the page has no file of. `address` is that of the page's data. Throws ClientFailure.
 */
export async function figuresOfRun(address: string, run: string): Promise<Readonly<Record<string, unknown>>> {
  const file = fileOfRun(address, run);
  return file === undefined ? NOTHING : ((await fetchData(file)) as Readonly<Record<string, unknown>>);
}

/** Asks for the file of the judge that was chosen before these scripts came, while the island comes alive. */
function askForChosen(address: string): void {
  const chosen = document.querySelector<HTMLSelectElement>('.figures-bar select')?.value ?? '';
  const file = fileOfRun(address, chosen);
  if (file === undefined || !navigator.onLine) return;
  askEarly(new URL(file, location.href).href, 'force-cache')?.catch(() => undefined);
}

const NAMED = 'meta[name="figures"]';

if (!import.meta.env.SSR) {
  const { content: address } = document.querySelector<HTMLMetaElement>(NAMED) ?? { content: '' };
  if (address !== '') {
    rememberFigures(address, (await fetchData(address)) as PrerenderedFigures);
    askForChosen(address);
  }
}
