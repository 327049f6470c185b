import { SIGNS } from './directives/ready.ts';

/**
 * Opens what an island needs at the first sign of interest in it, or at once where the URL has a query: beside the island's own scripts,
 * not after them. A failure of `open` is ignored here: whoever needs the result later gets it.
 */
export function openEarly(island: Element, open: () => Promise<void>): void {
  const start = (): void => {
    for (const sign of SIGNS) island.removeEventListener(sign, start);
    void open().catch(() => undefined);
  };
  if (window.location.search.length > 1) start();
  else for (const sign of SIGNS) island.addEventListener(sign, start);
}
