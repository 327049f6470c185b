import { SIGNS } from './directives/ready.ts';

/**
 * Opens a benchmark's database at the first sign of interest in an island that cannot do without it, or at once where the URL has a query:
 * beside the island's own scripts and not after them. A failure is told to whoever then needs the database.
 */
export function openEarly(island: Element, benchmark: string): void {
  const start = (): void => {
    for (const sign of SIGNS) island.removeEventListener(sign, start);
    const engine = import('./engine.ts');
    // Its worker need not wait for the rest.
    void engine.then(({ startEngine }) => startEngine()).catch(() => undefined);
    void Promise.all([engine, import('./database.ts')])
      // What has failed is tried again by whoever needs it, and not behind their back.
      .then(([{ engineState }, { openDatabase }]) =>
        engineState.get().phase === 'failed' ? undefined : openDatabase(benchmark),
      )
      .catch(() => undefined);
  };
  if (window.location.search.length > 1) start();
  else for (const sign of SIGNS) island.addEventListener(sign, start);
}
