/** Event that an island sends from its own root once it is alive, so that held clicks can be sent again. */
export const READY = 'island:ready';

/** Event on the window: from now on the page hears the arrow keys by which one steps, so that those pressed before are pressed again. */
export const HEARS_KEYS = 'island:keys';

/** Events that show interest in an island before it is clicked. */
export const SIGNS = ['pointerover', 'focusin', 'keydown', 'input'] as const;

/** What Astro keeps at an island's element once its scripts are there. */
type LoadedIsland = HTMLElement & { readonly Component?: unknown; readonly hydrator?: unknown };

/** Says whether an island's scripts brought something: one that arrives empty exports nothing, which Astro takes as it is. */
export const isLoaded = ({ Component, hydrator }: LoadedIsland): boolean =>
  Component !== undefined && hydrator !== undefined;

/** Events that more than passing by takes. */
export const TOUCHES = ['pointerdown', 'focusin', 'keydown'] as const;

/** Opens what an island needs at the first sign of interest, or with a query in the URL: beside its scripts, not after. Whoever needs it later gets the failure. */
export function openEarly(island: Element, open: () => Promise<unknown>, signs: readonly string[] = SIGNS): void {
  const start = (): void => {
    for (const sign of signs) island.removeEventListener(sign, start);
    void open().catch(() => undefined);
  };
  if (window.location.search.length > 1) start();
  else for (const sign of signs) island.addEventListener(sign, start);
}
