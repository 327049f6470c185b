import { SIGNS } from './directives/ready.ts';

/**
 * Opens what an island cannot do without at the first sign of interest in it, or at once where the URL has a query: beside the island's own
 * scripts and not after them. A failure of `open` is told to nobody here: whoever then needs what it opens hears of it.
 */
export function openEarly(island: Element, open: () => Promise<void>): void {
  const start = (): void => {
    for (const sign of SIGNS) island.removeEventListener(sign, start);
    void open().catch(() => undefined);
  };
  if (window.location.search.length > 1) start();
  else for (const sign of SIGNS) island.addEventListener(sign, start);
}
