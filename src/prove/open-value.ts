/** What is known of a press of a link, in React and without. */
type Pressed = Pick<MouseEvent, 'ctrlKey' | 'metaKey' | 'shiftKey' | 'preventDefault'>;

/** Says where a link to a value leads. */
export const PROOF_TITLE = 'Formula, SQL and proof';

/**
 * Opens the card of a value over the page when its link is pressed. The link leads to the page of statements: in a new tab, and where the card does not
 * come. `load` brings the card: asked for here it would split the files of whoever calls.
 */
export function openValue(
  event: Pressed,
  link: HTMLAnchorElement,
  load: () => Promise<typeof import('./ProofCard.tsx')>,
): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  load()
    .then(({ openCard }) => openCard(link))
    .catch(() => location.assign(link.href));
}
