import type { Labelled } from './labelled.ts';

/**
 * Pieces of the sentences that figures say at a glance, made of a figure's own numbers; each figure's is in its folder (`sentence.ts`) and is
 * empty where there is nothing to say.
 */

/** Digits of coefficients in sentences. */
export const SENTENCE_DIGITS = 2;

/** Finds the item with the largest number. Those without one are passed over, and the first of equals counts. */
export function itemWithMost<T>(items: readonly T[], value: (item: T) => number | null): T | null {
  const known = items.filter((item) => value(item) !== null);
  return known.reduce<T | null>(
    (best, item) => (best === null || (value(item) ?? 0) > (value(best) ?? 0) ? item : best),
    null,
  );
}

/** Writes a line per split, each begun with its name; a split with nothing to say is left out. */
export function bySplit<P extends Labelled>(panels: readonly P[], words: (panel: P) => string | null): string {
  return panels
    .flatMap((panel) => {
      const own = words(panel);
      return own === null ? [] : [`${panel.label}: ${own}.`];
    })
    .join('\n');
}
