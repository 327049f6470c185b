/** What is known of a press of a link, in React and without. */
interface Pressed {
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly preventDefault: () => void;
}

/** Opens the card of a value over the page when its link is pressed. The link leads to the page of statements: in a new tab, and where the card does not come. */
export function openValue(event: Pressed, link: HTMLAnchorElement): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  import('./ProofCard.tsx').then(({ openCard }) => openCard(link)).catch(() => location.assign(link.href));
}
