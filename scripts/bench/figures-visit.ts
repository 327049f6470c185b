import type { Page } from 'playwright-core';

/** The choice of the judge that a page's figures look at closely. */
export const JUDGE = '.figures-bar select';
const PATIENCE_MS = 60_000;

/**
 * Chooses another judge, the first thing done on the page, and waits until the figures have changed, nothing is being worked out and the
 * frame is painted: milliseconds from the first touch of the choice.
 */
export function timeUntilRedrawn(page: Page): Promise<number> {
  return page.evaluate(
    async ([selector, patience]) => {
      const painted = () =>
        new Promise<void>((resolve) => {
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => resolve();
            port2.postMessage(null);
          });
        });
      const drawn = () =>
        [...document.querySelectorAll('.figures > .figure')].map((figure) => figure.textContent).join();
      const isBusy = () =>
        document.querySelector('.figures > [aria-busy="true"]') !== null ||
        document.querySelector('.figures-bar .doing')?.textContent !== '';
      const choice = document.querySelector<HTMLSelectElement>(selector);
      const other = [...(choice?.options ?? [])].findLast(({ selected }) => !selected);
      if (choice === null || other === undefined) throw new Error('there is no other judge');
      const before = drawn();
      await painted();
      const started = performance.now();
      for (const type of ['pointerover', 'pointerdown'])
        choice.dispatchEvent(new PointerEvent(type, { bubbles: true }));
      choice.value = other.value;
      for (const type of ['input', 'change']) choice.dispatchEvent(new Event(type, { bubbles: true }));
      while (performance.now() - started < patience) {
        await painted();
        if (drawn() !== before && !isBusy()) return performance.now() - started;
      }
      throw new Error(`the figures stayed as they were with ${other.label}`);
    },
    [JUDGE, PATIENCE_MS] as const,
  );
}
