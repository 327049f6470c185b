import type { SyntheticEvent } from 'react';
import type { ToldMark } from './Mark.tsx';

/** A mark's place: the index of its line in the drawing, and its own index in that line. */
export interface MarkPlace {
  readonly row: number;
  readonly column: number;
}

const indexIn = (list: ArrayLike<Element>, one: Element | undefined): number =>
  one === undefined ? -1 : Array.from(list).indexOf(one);

/**
 * Writes words and address into a mark when a pointer or the focus reaches it. In drawings of hundreds of marks they would be most of the
 * page. `line`: selector of what holds the marks of a row.
 */
export const teller =
  (line: string, told: (place: MarkPlace) => ToldMark | null) =>
  ({ target, currentTarget }: SyntheticEvent): void => {
    const mark = target instanceof Element ? (target.closest('a') ?? undefined) : undefined;
    const own = mark?.closest(line) ?? undefined;
    const part = own === undefined ? undefined : [...own.children].find((one) => one.contains(mark ?? null));
    const place = {
      row: indexIn(currentTarget.querySelectorAll(line), own),
      column: own === undefined ? -1 : indexIn(own.children, part),
    };
    const found = place.row < 0 || place.column < 0 ? null : told(place);
    if (mark === undefined || found === null) return;
    mark.setAttribute('aria-label', found.words);
    if (found.href === null) {
      mark.removeAttribute('href');
      mark.setAttribute('role', 'img');
      return;
    }
    mark.removeAttribute('role');
    mark.setAttribute('href', found.href);
  };
