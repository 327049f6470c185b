import type { Page } from 'playwright-core';

declare global {
  interface Window {
    /** Waits until the next frame is painted; gives the time then. */
    painted: () => Promise<number>;
  }
}

/** Adds `window.painted` to a page, with which measurements in it wait for a paint. */
export function bringPainted(page: Page): Promise<void> {
  return page.evaluate(() => {
    // A message sent while a frame is being prepared arrives once that frame has been painted.
    window.painted = () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve(performance.now());
          port2.postMessage(null);
        });
      });
  });
}
