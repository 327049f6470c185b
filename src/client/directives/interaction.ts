import type { ClientDirective } from 'astro';
import { READY, SIGNS } from './ready.ts';

/** What works without the island's script and is never held: links, native popovers, form fields. */
const NATIVE = 'a[href], [popovertarget], summary, input, select, textarea, label';

function resend({ target, shiftKey, ctrlKey, metaKey, altKey, detail }: MouseEvent): void {
  const keys = { shiftKey, ctrlKey, metaKey, altKey };
  target?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, composed: true, detail, ...keys }));
}

/** Whether a click does something only with the island's script: then it is held. */
const needsScript = ({ target }: MouseEvent): boolean =>
  target instanceof Element && target.closest(NATIVE) === null && target.closest('button') !== null;

/**
 * `client:interaction`: an island comes alive at the first sign of interest, or at once where the URL has a query. A click
 * made before that is held and sent again, so the first one is never lost however slow the script is. While it waits the island
 * is `aria-busy`; if the script cannot be had it is marked `data-failed`, and the static page stays as it is.
 */
const interaction: ClientDirective = (load, _options, el) => {
  const held: MouseEvent[] = [];
  let started = false;

  const settle = (): void => {
    el.removeEventListener('click', hold, true);
    el.removeAttribute('aria-busy');
    delete el.dataset.query;
  };

  const alive = async (): Promise<void> => {
    settle();
    for (const event of held) {
      resend(event);
      await new Promise((done) => setTimeout(done));
    }
  };

  const fail = (): void => {
    settle();
    el.dataset.failed = '';
  };

  const start = async (): Promise<void> => {
    if (started) return;
    started = true;
    for (const sign of SIGNS) el.removeEventListener(sign, start);
    el.setAttribute('aria-busy', 'true');
    el.addEventListener(READY, alive, { once: true });
    el.addEventListener('astro:hydration-error', fail, { once: true });
    const hydrate = await load();
    await hydrate();
  };

  function hold(event: MouseEvent): void {
    if (needsScript(event)) {
      event.preventDefault();
      event.stopImmediatePropagation();
      held.push(event);
    }
    void start();
  }

  el.addEventListener('click', hold, true);
  for (const sign of SIGNS) el.addEventListener(sign, start);
  if (location.search.length > 1) {
    el.dataset.query = '';
    void start();
  }
};

// biome-ignore lint/style/noDefaultExport: Astro takes a directive from the default export
export default interaction;
