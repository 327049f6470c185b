/**
 * A judge under the pointer, or with the focus, is marked in the picture above a table and in the table at once. Rows and marks name it by
 * `data-row`; a mark leaves it out where its link does.
 */

const MARKED = 'data-marked';

const PLACES = '.interval-strip a, tr[data-row]';

const nameOf = (place: HTMLElement): string | undefined =>
  place.dataset['row'] ?? /\/judge\/([^/]+)\//.exec(place.getAttribute('href') ?? '')?.[1];

/** Marks the judge that is reached in either. The function given back ends it. */
export function shareHover(table: HTMLElement): () => void {
  const card = table.closest('.board-card');
  if (card === null) return () => undefined;
  const gone = new AbortController();
  const mark = ({ target }: Event): void => {
    const reached = target instanceof Element ? target.closest<HTMLElement>(PLACES) : null;
    const judge = reached === null ? undefined : nameOf(reached);
    for (const place of card.querySelectorAll<HTMLElement>(PLACES))
      place.toggleAttribute(MARKED, judge !== undefined && nameOf(place) === judge);
  };
  const leave = (): void => {
    for (const old of card.querySelectorAll(`[${MARKED}]`)) old.removeAttribute(MARKED);
  };
  for (const sign of ['pointerover', 'focusin']) card.addEventListener(sign, mark, { signal: gone.signal });
  // A pointer that has rested on a mark since before the table was hydrated.
  card.querySelector('.interval-strip a:hover')?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
  card.addEventListener('pointerleave', leave, { signal: gone.signal });
  return () => gone.abort();
}
