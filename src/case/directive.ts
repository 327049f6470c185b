import type { ClientDirective } from 'astro';
import { conflictCount } from '../cases/gold.ts';
import { preloadModules, tellSilence } from '../client/directives/island.ts';
import { HEARS_KEYS, isLoaded } from '../client/directives/ready.ts';
import { askEarly } from '../client/early-requests.ts';
import { isGzip } from '../client/fetch.ts';
import { isNoteRead } from '../explore/note-read.ts';
import { indexPath, PAGE_SIZE, shardOf, shardPath, wholeCase } from '../schema/release-paths.ts';
import type { Case, IndexPage, PageIndex, StoredCase } from '../schema/shard.ts';
import { isHeld } from '../ui/href.ts';
import { countOf } from '../ui/number-words.ts';
import { signText, visiblePieces, visibleText } from '../ui/visible.ts';
import { type CaseFacts, conditionLabel } from './facts.ts';
import { conditionsOf, headFacts, headingOf } from './parts.ts';
import {
  areDepicted,
  beginningOf,
  blankWords,
  EMPTY_PROMPT,
  EMPTY_RESPONSE,
  isPromptSaid,
  lengthWords,
  NO_RESPONSE,
  type ShownText,
  type SideLook,
  shownPartWords,
  shownPrompts,
  shownResponses,
} from './shown-texts.ts';
import {
  areElsewhere,
  areSameMedia,
  type CaseMedia,
  changeWords,
  elsewhereWords,
  isPictured,
  mediaOf,
  NO_MEDIA,
  NO_PICTURE,
  PICTURE_ELSEWHERE,
  pictureName,
  placeClass,
  SIDE_WORDS,
  siteOf,
  whyMissing,
  wiped,
} from './sides.ts';

/*
 * The heading, pictures and texts of a case, drawn by the page's inline script as soon as they are there. It makes what `CaseHead`,
 * `CasePictures`, `CasePrompt` and `CaseResponses` make, of the same classes and words, so that nothing moves when React's own takes its place.
 * What a case holds becomes text nodes and the addresses of this site's pictures, never markup.
 */

interface FirstLook extends SideLook {
  /** Address of the release's data, with a slash at its end. */
  readonly data: string;
}

/** Makes an element of a class; strings in it become text. */
function made(tag: string, className: string, ...children: readonly (Node | string)[]): HTMLElement {
  const element = document.createElement(tag);
  element.className = className;
  element.append(...children);
  return element;
}

function words(text: string): HTMLElement {
  const pieces = visiblePieces(text).map((piece) =>
    piece.kind === 'text' ? piece.text : made('span', 'unseen', signText(piece)),
  );
  const element = made('div', 'words', ...pieces);
  element.dir = 'auto';
  return element;
}

function textPane({ name, by, text }: ShownText, nothing: string): HTMLElement {
  const blank = blankWords(text, nothing);
  const beginning = beginningOf(text);
  const more = beginning === text ? [] : [made('p', 'more', shownPartWords(beginning, text))];
  const said = blank === null ? [words(beginning), ...more] : [made('p', 'nothing', blank)];
  const [heading, author] = [made('h2', '', name), made('span', 'by', visibleText(by))];
  const head = made('div', 'pane-head', heading, author, made('span', 'spacer', lengthWords(text)));
  const pane = made('section', 'pane', head, made('div', 'pane-text', ...said));
  pane.ariaLabel = name;
  return pane;
}

const textPanes = (items: readonly ShownText[], nothing: string): HTMLElement =>
  made('div', items.length > 1 ? 'two' : '', ...items.map((item) => textPane(item, nothing)));

/** Responses that are pictures: who made them. */
function depicted(items: readonly ShownText[]): HTMLElement {
  const said = items.map(({ name, by }, i) => {
    const author = made('b', '', by === '' ? 'a picture' : visibleText(by));
    return made('span', '', `${i === 0 ? '' : ' · '}${name}: `, author);
  });
  return made('p', 'pane pane-text', ...said, ' ', made('small', '', 'pictures'));
}

function responses(data: Case, look: SideLook, { names, unseen }: CaseFacts): readonly HTMLElement[] {
  if (data.responses.length === 0 && unseen !== '') return [];
  const items = shownResponses(data, look, names);
  if (items.length === 0) return [made('p', 'pane pane-text nothing', NO_RESPONSE)];
  return [areDepicted(data, items) ? depicted(items) : textPanes(items, EMPTY_RESPONSE)];
}

const coming = (label: string, className = ''): HTMLElement => {
  const button = made('button', className, label);
  button.inert = true;
  return button;
};

const zoom = (): HTMLElement => coming('Zoom', 'btn quiet zoom-button');

function image(address: string, alt: string): HTMLElement {
  const element = document.createElement('img');
  element.fetchPriority = 'high';
  element.alt = visibleText(alt);
  element.src = address;
  return element;
}

function absent(media: CaseMedia): HTMLElement {
  const why =
    media.src === null ? [whyMissing(media)] : [`${PICTURE_ELSEWHERE} `, made('code', '', visibleText(media.src))];
  const alt = media.alt === '' ? [] : [made('p', '', `Described as: ${visibleText(media.alt)}`)];
  return made('div', 'no-picture', made('b', '', NO_PICTURE), made('p', '', ...why), ...alt);
}

function picturesElsewhere(list: readonly CaseMedia[]): HTMLElement {
  const [heading, said] = elsewhereWords(list.length);
  const items = list.map(({ src, alt }) =>
    made('li', '', visibleText(alt === '' ? (src ?? '') : alt), ' ', made('small', '', siteOf(src ?? ''))),
  );
  const listed = made('div', 'no-picture', made('p', '', said), made('ul', '', ...items));
  return made('div', 'picture', made('h2', 'pane-head', heading), listed);
}

/** Where the pictures lie, and the words for a missing one. */
interface Shown {
  readonly from: string;
  readonly unseen: string;
}

function pictures(list: readonly CaseMedia[], name: string, { from, unseen }: Shown): readonly HTMLElement[] {
  if (list.length === 0) {
    const said = made('p', 'no-picture', unseen === '' ? NO_MEDIA : unseen);
    return [made('div', 'picture', made('h2', 'pane-head', name), said)];
  }
  if (areElsewhere(list)) return [picturesElsewhere(list)];
  return list.map((media, i) => {
    const heading = [made('h2', '', pictureName(name, i, list.length)), made('span', 'spacer')];
    if (!isHeld(media.src)) return made('div', 'picture', made('div', 'pane-head', ...heading), absent(media));
    return made('div', 'picture', made('div', 'pane-head', ...heading, zoom()), image(from + media.src, media.alt));
  });
}

function wipe({ before, after }: NonNullable<ReturnType<typeof wiped>>, from: string): HTMLElement {
  const [first, second] = [made('h2', '', 'Before'), made('h2', '', 'After')];
  const head = made('div', 'pane-head', first, zoom(), made('span', 'spacer'), zoom(), second);
  const [under, over] = [image(from + before.src, before.alt), image(from + after.src, after.alt)];
  over.className = 'after';
  const both = made('div', 'wipe', under, over);
  both.style.setProperty('--at', '50%');
  return made('div', 'picture', head, both);
}

function picturesOf(data: Case, { side, condition, data: from }: FirstLook, unseen: string): readonly HTMLElement[] {
  const [before, after] = [mediaOf(data, 'before', condition), mediaOf(data, 'after', condition)];
  const shown = { from, unseen };
  if (condition === null || areSameMedia(before, after)) return pictures(before, 'Picture', shown);
  const pair = side === 'both' ? wiped(before, after) : null;
  if (pair !== null) return [wipe(pair, from)];
  return [
    ...(side === 'after' ? [] : pictures(before, 'Picture before', shown)),
    ...(side === 'before' ? [] : pictures(after, 'Picture after', shown)),
  ];
}

function head(data: Case, facts: CaseFacts): HTMLElement {
  const conflicts = conflictCount(data.gold);
  const heading = made('h1', '', headingOf(data).text);
  heading.dir = 'auto';
  const said = [
    ...(facts.synthetic ? [made('span', 'pill warn', 'synthetic demonstration')] : []),
    ...headFacts(data, facts).map(({ words }) => made('span', '', words)),
    ...(conflicts > 0 ? [made('span', 'conflict', `⇄ ${countOf(conflicts, 'criterion conflict')}`)] : []),
    made('code', 'case-id', data.instance),
  ];
  return made('div', 'head case-head', heading, made('div', 'facts', ...said));
}

/** Shows what is said of a perturbation, with the choices that the island offers. */
function perturbation(data: Case, facts: CaseFacts, { side, condition }: SideLook): readonly HTMLElement[] {
  if (condition === null) return [];
  const conditions = conditionsOf(data).map((one) => coming(conditionLabel(facts, one)));
  const sides = SIDE_WORDS.map(({ value, label }) => {
    const button = coming(label);
    button.ariaPressed = String(value === side);
    return button;
  });
  const bar = made(
    'div',
    'reading-bar',
    made('h2', '', 'Perturbation'),
    conditions.length > 1 ? made('div', 'segments', ...conditions) : made('span', '', conditionLabel(facts, condition)),
    made('span', 'small', changeWords(data, condition)),
    made('span', 'spacer'),
    made('div', 'segments', ...sides),
  );
  return [bar];
}

function sideLook(data: Case, query: URLSearchParams): SideLook {
  const [first = null, ...others] = conditionsOf(data);
  const side = query.get('side');
  return {
    side: side === 'before' || side === 'after' ? side : 'both',
    condition: others.find((one) => one === query.get('condition')) ?? first,
  };
}

/** Shows what can be read of a case before the page's scripts have loaded, and a line in place of its answers that says they are on their way. */
function firstLook(data: Case, facts: CaseFacts, look: FirstLook): readonly HTMLElement[] {
  const shown = made('section', placeClass(data.media), ...picturesOf(data, look, facts.unseen));
  shown.ariaLabel = 'Picture';
  const status = made('p', 'small loading', 'Loading what judges answered…');
  status.role = 'status';
  const missing = document.querySelector<HTMLTemplateElement>('#texts-missing')?.content.cloneNode(true);
  const stack = made(
    'div',
    'stack',
    ...perturbation(data, facts, look),
    ...(isPromptSaid(data, look.condition) ? [] : [textPanes(shownPrompts(data, look), EMPTY_PROMPT)]),
    ...responses(data, look, facts),
    made('div', 'js', status, made('div', 'pane blank tall')),
    ...(missing === undefined ? [] : [missing]),
  );
  return [
    head(data, facts),
    made('div', 'case-body', made('div', 'case', ...(isPictured(data.media) ? [shown, stack] : [stack, shown]))),
  ];
}

/** Where the cases of a page's benchmark lie, as the page's `<meta name="cases">` has it. */
export interface CasesPlace {
  readonly benchmark: string;
  /** Path of the release's data, with the site's base and a slash at its end. */
  readonly data: string;
  /** How many shards there are, and where their names lie, in the release that the page was made from. */
  readonly shards: number;
  readonly index: PageIndex;
}

/** How long the island waits, in ms, for what its page draws by itself; a silent server is then reported by the island. */
const PATIENCE = 2000;

/**
 * Reads JSON that may be gzipped. The response is cloned at once, since another reader uses it, too. Plain JSON is read in one step,
 * because each step waits for whatever the page is doing.
 */
async function jsonOf(response: Response): Promise<unknown> {
  const bytes = new Uint8Array(await response.clone().arrayBuffer());
  if (!isGzip(bytes)) return JSON.parse(new TextDecoder().decode(bytes));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).json();
}

async function ask(path: string, cache: RequestCache): Promise<unknown> {
  const response = await askEarly(new URL(path, location.origin).href, cache);
  if (!response?.ok) throw new Error('There is no early answer.');
  return jsonOf(response);
}

/** The case that the address names, in the release that the page was made from; null where it names none that is there. */
async function caseOf(id: string, { benchmark, data, shards, index }: CasesPlace): Promise<Case | null> {
  const shard = shardOf(id, shards);
  const page = (await ask(data + indexPath(index, Math.floor(shard / PAGE_SIZE)), 'force-cache')) as IndexPage;
  const hash = page[shard % PAGE_SIZE];
  if (!hash) return null;
  const cases = (await ask(data + shardPath(benchmark, shard, hash), 'force-cache')) as readonly StoredCase[];
  const found = cases.find(({ instance }) => instance === id);
  return found === undefined ? null : wholeCase(found);
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

/**
 * Requests the case that the address names at once: this script stands before the page's sheets and scripts (`scripts/site-build.ts`), which
 * would be served first. Nothing relies on the result: the island asks again, gets the same answers, and reports faults.
 */
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

/** Draws the texts of the case as soon as they are there, unless the island was faster. */
async function showEarly(island: HTMLElement): Promise<void> {
  const found = await early;
  if (place === null || found === null || !(await mayBeShown()) || island.querySelector('.waiting') === null) return;
  const props = JSON.parse(island.getAttribute('props') ?? '') as { readonly facts: readonly [0, string] };
  const facts = JSON.parse(props.facts[1]) as CaseFacts;
  const look = { ...sideLook(found, new URLSearchParams(location.search)), data: place.data };
  island.parentElement?.querySelector('.first-look')?.replaceChildren(...firstLook(found, facts, look));
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

/** Begins to fetch what the island needs: its modules, and the manifest. */
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
