import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';

/** Draws a part over a page that is none of its islands, until it calls `close`. */
export function openOver(part: (close: () => void) => ReactNode): void {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  root.render(
    part(() => {
      root.unmount();
      place.remove();
    }),
  );
}
