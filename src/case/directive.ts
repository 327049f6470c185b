import type { ClientDirective } from 'astro';
import { preloadModules, tellSilence } from '../client/directives/island.ts';
import { HEARS_KEYS, isLoaded } from '../client/directives/ready.ts';
import { askEarly } from '../client/early-requests.ts';
import { isNoteRead } from '../explore/note-read.ts';
import { type ByteRange, indexPath, indexRange, membersIn, packPath } from '../schema/packs.ts';
import { hash32, wholeCase } from '../schema/release-paths.ts';
import type { Case, PackSet, StoredCase } from '../schema/stored-case.ts';
import type { CaseFacts } from './facts.ts';
import { asksBlind, blinded, ofJudges } from './parts.ts';
import { htmlOf } from './plain.ts';
import { drawTask, sideLook } from './task.ts';

/** Where the cases of a page's benchmark lie, as the page's `<meta name="cases">` has it. */
export interface CasesPlace {
  /** Path of the release's data, with the site's base and a slash at its end. */
  readonly data: string;
  /** The packs of cases in the release that the page was made from. */
  readonly set: PackSet;
}

/** How long the island waits, in ms, for what its page draws by itself; a silent server is then reported by the island. */
const PATIENCE = 2000;

/** Asks for bytes of a file. The response is cloned at once, since another reader uses it, too; a host may have given the whole file. */
async function ask(path: string, range: ByteRange): Promise<Uint8Array<ArrayBuffer>> {
  const response = await askEarly(new URL(path, location.origin).href, 'force-cache', range);
  if (!response?.ok) throw new Error('There is no early answer.');
  const bytes = new Uint8Array(await response.clone().arrayBuffer());
  return response.status === 206 ? bytes : bytes.subarray(...range);
}

/** The case that the address names, in the release that the page was made from; null where it names none that is there. */
async function caseOf(id: string, { data, set }: CasesPlace): Promise<Case | null> {
  const key = hash32(id);
  const found = membersIn(await ask(data + indexPath(set), indexRange(set, key))).filter((one) => one.key === key);
  for (const { at } of found) {
    const [pack, start, length] = at;
    const bytes = await ask(data + packPath(set, pack), [start, start + length]);
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
    const stored = (await new Response(stream).json()) as StoredCase;
    if (stored.instance === id) return wholeCase(stored);
  }
  return null;
}

/** Settles once the page's own scripts have run: the note before prompts is open from then on if it has to be. */
const parsed = (): Promise<unknown> =>
  new Promise((resolve) => {
    if (document.readyState === 'complete') resolve(null);
    for (const event of ['DOMContentLoaded', 'load']) addEventListener(event, resolve, { once: true });
  });

/** Says whether prompts may stand on the page: behind the open note, or once it was read. */
async function mayBeShown(): Promise<boolean> {
  const note = document.querySelector<HTMLDialogElement>('#content-note');
  if (note === null || isNoteRead()) return true;
  await parsed();
  return note.open || isNoteRead();
}

const place = ((content) => (content === undefined ? null : (JSON.parse(content) as CasesPlace)))(
  document.querySelector<HTMLMetaElement>('meta[name=cases]')?.content,
);

/** Requests the case before the page's sheets and scripts are served. Nothing relies on it: the island asks again, gets the same answers, and reports faults. */
const early = ((): Promise<Case | null> => {
  const id = new URLSearchParams(location.search).get('id');
  if (place === null || id === null || id === '' || !navigator.onLine) return Promise.resolve(null);
  return caseOf(id, place).catch(() => null);
})();

/** Keeps clicks and keys that step on until the island is hydrated, and repeats them then. */
function keepSteps(): void {
  const pressed: KeyboardEvent[] = [];
  const keep = (event: KeyboardEvent): void => {
    if (/^Arrow(?:Left|Right)$/.test(event.key)) pressed.push(event);
  };
  const again = (): void => {
    removeEventListener('keydown', keep);
    for (const event of pressed) event.target?.dispatchEvent(new KeyboardEvent(event.type, event));
  };
  addEventListener('keydown', keep);
  addEventListener(HEARS_KEYS, again, { once: true });
}

function firstLook(data: Case, facts: CaseFacts, from: string): readonly Node[] {
  const status = htmlOf('p', 'small loading js m-0', 'Loading what judges answered…');
  status.role = 'status';
  const missing = document.querySelector<HTMLTemplateElement>('#texts-missing')?.content.cloneNode(true);
  const look = { ...sideLook(data, new URLSearchParams(location.search)), data: from };
  return [htmlOf('div', 'drawn', ...drawTask(data, facts, look)), status, ...(missing === undefined ? [] : [missing])];
}

/** Draws the task of the case as soon as it is there, unless the island was faster, which takes what is drawn into its place. */
async function showEarly(island: HTMLElement): Promise<void> {
  const found = await early;
  if (place === null || found === null || !(await mayBeShown()) || island.querySelector('.waiting') === null) return;
  const props = JSON.parse(island.getAttribute('props') ?? '') as { readonly facts: readonly [0, string] };
  const facts = JSON.parse(props.facts[1]) as CaseFacts;
  const look = island.parentElement?.querySelector<HTMLElement>('.first-look');
  if (look?.dataset) look.dataset['case'] = found.instance;
  const isBlind = asksBlind(new URLSearchParams(location.search));
  look?.replaceChildren(...firstLook(isBlind ? blinded(found) : ofJudges(found, facts), facts, place.data));
}

/** The island's scripts block the page while they start: pictures that arrive within this many ms are painted first. */
const PICTURES = 300;

const after = (ms: number): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, ms));

/** Settles once what was drawn is on the screen. */
async function painted(): Promise<void> {
  const images = document.querySelectorAll<HTMLImageElement>('.first-look img');
  await Promise.race([Promise.allSettled([...images].map((image) => image.decode())), after(PICTURES)]);
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}

function fetchRest(island: HTMLElement): void {
  preloadModules(island, 'low');
  if (place !== null && navigator.onLine)
    askEarly(new URL(`${place.data}manifest.json`, location.origin).href, 'no-cache')?.catch(() => undefined);
}

/** Serves `client:case`: the island is hydrated at once, after what the page draws of the case by itself; a step asked for before is not lost. */
const caseDirective: ClientDirective = async (load, _options, el) => {
  keepSteps();
  const drawn = showEarly(el).catch(() => undefined);
  const shown = drawn.then(() => {
    fetchRest(el);
    return painted();
  });
  await Promise.race([shown, after(PATIENCE)]);
  const heard = tellSilence(el, () => undefined);
  const hydrate = await load().finally(heard);
  if (isLoaded(el)) await hydrate();
  else el.dispatchEvent(new CustomEvent('astro:hydration-error', { bubbles: true, cancelable: true }));
};

// biome-ignore lint/style/noDefaultExport: Astro takes a directive from the default export
export default caseDirective;
