/**
 * Holds the keyboard in a sheet, which is what menu, tables and filters are on a phone: the focus goes into it when it opens, and Tab goes
 * round in it. Escape closes a popover and gives the focus back to its button by itself.
 */
const SHEET = '[popover]:not(.tip):popover-open';

const openSheet = (): Element | null => document.querySelector(SHEET);

const reachedIn = (sheet: Element): readonly HTMLElement[] =>
  [...sheet.querySelectorAll<HTMLElement>('a[href], button, input, select, summary')].filter(
    (element) => element.checkVisibility() && !element.matches(':disabled'),
  );

function enter(sheet: Element | null): void {
  if (sheet?.matches(SHEET)) reachedIn(sheet)[0]?.focus();
}

function goRound(event: KeyboardEvent): void {
  const sheet = event.key === 'Tab' ? openSheet() : null;
  if (sheet === null) return;
  const reached = reachedIn(sheet);
  const [end, other] = event.shiftKey ? [reached[0], reached.at(-1)] : [reached.at(-1), reached[0]];
  if (document.activeElement !== end && sheet.contains(document.activeElement)) return;
  event.preventDefault();
  other?.focus();
}

/** Starts keeping the keyboard inside open sheets, also in one that is open already. */
export function holdSheets(): void {
  document.addEventListener('toggle', ({ target }) => target instanceof Element && enter(target), true);
  document.addEventListener('keydown', goRound);
  enter(openSheet());
}
