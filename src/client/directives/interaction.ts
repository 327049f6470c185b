import type { ClientDirective } from 'astro';
import { preloadModules, tellFailed, tellSilence } from './island.ts';
import { isLoaded, READY, SIGNS } from './ready.ts';

/** What works without the island's script and is never held: links, native popovers, form fields. */
const NATIVE = 'a[href], [popovertarget], summary, input, select, textarea, label';

function resend({ target, shiftKey, ctrlKey, metaKey, altKey, detail }: MouseEvent): void {
  const keys = { shiftKey, ctrlKey, metaKey, altKey };
  target?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, composed: true, detail, ...keys }));
}

/** Sends held clicks again, one after the other. The first waits until React is done, which lets go of clicks on what it has not brought alive yet. */
async function resendAll(held: readonly MouseEvent[]): Promise<void> {
  await null;
  for (const event of held) {
    resend(event);
    await new Promise((done) => setTimeout(done));
  }
}

const needsScript = ({ target }: MouseEvent): boolean =>
  target instanceof Element && target.closest(NATIVE) === null && target.closest('button') !== null;

const tappedCell = (event: MouseEvent): Element | null =>
  (event as Partial<PointerEvent>).pointerType === 'touch' && event.target instanceof Element
    ? event.target.closest('td')
    : null;

interface Held {
  readonly clicks: MouseEvent[];
  cell: Element | null;
}

/** Holds a click that needs the script. The first tap on a value tells of it, as it does once the table is alive (`CellCard`); the next follows its link. */
function keep(event: MouseEvent, held: Held): void {
  const cell = tappedCell(event);
  const isFirstTap = cell !== null && cell !== held.cell && cell.querySelector('a.cases') !== null;
  held.cell = cell;
  if (!isFirstTap && !needsScript(event)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (!isFirstTap) held.clicks.push(event);
}

type Brought = Readonly<Record<string, string>>;

const isBrought = (value: unknown): value is Brought => typeof value === 'object' && value !== null;

/** A text is JSON: one that is empty, cut off or a page of the host in its place throws here, where it is told, and not in the island. */
async function textAt(address: string): Promise<string> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  const text = await response.text();
  JSON.parse(text);
  return text;
}

/** Properties of an island that are fetched since they do not travel in the page, as Astro writes them; null where all travel. */
async function broughtProps(value: unknown): Promise<object | null> {
  if (!isBrought(value)) return null;
  const texts = Object.entries(value).map(async ([name, address]) => [name, [0, await textAt(address)]] as const);
  return Object.fromEntries(await Promise.all(texts));
}

/** `client:interaction`: hydrated at the first sign of interest in it or in what is marked `data-wakes`, or by a query in the URL. A click before is held and sent again. */
const interaction: ClientDirective = (load, { value }, el) => {
  const held: Held = { clicks: [], cell: null };
  const watched = [el, ...document.querySelectorAll('[data-wakes]')];
  let started = false;
  let heard = (): void => undefined;

  const settle = (...marks: readonly string[]): void => {
    heard();
    el.removeEventListener('click', hold, true);
    el.removeAttribute('aria-busy');
    for (const mark of marks) delete el.dataset[mark];
  };

  const alive = (): void => {
    settle('query', 'failed');
    // The finger has left the cell by now.
    held.cell?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
    void resendAll(held.clicks);
  };

  const fail = (): void => {
    held.clicks.length = 0;
    settle('query');
    void tellFailed(el);
  };

  const start = async (): Promise<void> => {
    if (started) return;
    started = true;
    for (const one of watched) for (const sign of SIGNS) one.removeEventListener(sign, start);
    preloadModules(el, 'auto');
    el.setAttribute('aria-busy', 'true');
    heard = tellSilence(el, fail);
    el.addEventListener(READY, alive, { once: true });
    el.addEventListener('astro:hydration-error', fail, { once: true });
    try {
      const [hydrate, brought] = await Promise.all([load(), broughtProps(value)]);
      if (!isLoaded(el)) fail();
      else if (brought === null) await hydrate();
      // An island whose script is there hydrates when its properties change.
      else el.setAttribute('props', JSON.stringify({ ...JSON.parse(el.getAttribute('props') ?? '{}'), ...brought }));
    } catch (error) {
      fail();
      throw error;
    }
  };

  function hold(event: MouseEvent): void {
    keep(event, held);
    void start();
  }

  el.addEventListener('click', hold, true);
  for (const one of watched) for (const sign of SIGNS) one.addEventListener(sign, start);
  if (location.search.length > 1) {
    el.dataset.query = '';
    void start();
  }
};

// biome-ignore lint/style/noDefaultExport: Astro takes a directive from the default export
export default interaction;
