import type { Page } from 'playwright-core';
import { bringPainted } from './painted.ts';

/** The choice of the judge that a page's figures look at closely. */
export const JUDGE = '.figures-bar select';
const PATIENCE_MS = 60_000;

/**
 * Chooses another judge, the first thing done on the page, and waits until the figures have changed, nothing is being worked out and the
 * frame is painted: milliseconds from the first touch of the choice.
 */
export async function timeUntilRedrawn(page: Page): Promise<number> {
  await bringPainted(page);
  return page.evaluate(
    async ([selector, patience]) => {
      const drawn = () =>
        [...document.querySelectorAll('.figures > .figure')].map((figure) => figure.textContent).join();
      const isBusy = () =>
        document.querySelector('.figures > [aria-busy="true"]') !== null ||
        document.querySelector('.figures-bar .doing')?.textContent !== '';
      const choice = document.querySelector<HTMLSelectElement>(selector);
      const other = [...(choice?.options ?? [])].findLast(({ selected }) => !selected);
      if (choice === null || other === undefined) throw new Error('there is no other judge');
      const before = drawn();
      await window.painted();
      const started = performance.now();
      for (const type of ['pointerover', 'pointerdown'])
        choice.dispatchEvent(new PointerEvent(type, { bubbles: true }));
      choice.value = other.value;
      for (const type of ['input', 'change']) choice.dispatchEvent(new Event(type, { bubbles: true }));
      while (performance.now() - started < patience) {
        await window.painted();
        if (drawn() !== before && !isBusy()) return performance.now() - started;
      }
      throw new Error(`the figures stayed as they were with ${other.label}`);
    },
    [JUDGE, PATIENCE_MS] as const,
  );
}
