/**
 * Holds the keyboard in a sheet, which is what menu and filters are on a phone: the focus goes into it when it opens, and Tab goes round
 * in it. Escape closes a popover and gives the focus back to its button by itself.
 */
const SHEET = '[popover]:not(.tip):popover-open';

const reachedIn = (sheet: Element): readonly HTMLElement[] =>
  [...sheet.querySelectorAll<HTMLElement>('a[href], button, input, select, summary')].filter(
    (element) => element.checkVisibility() && !element.matches(':disabled'),
  );

document.addEventListener(
  'toggle',
  ({ target }) => {
    if (target instanceof Element && target.matches(SHEET)) reachedIn(target)[0]?.focus();
  },
  true,
);

document.addEventListener('keydown', (event) => {
  const sheet = event.key === 'Tab' && document.activeElement?.closest(SHEET);
  if (!sheet) return;
  const reached = reachedIn(sheet);
  const [end, other] = event.shiftKey ? [reached[0], reached.at(-1)] : [reached.at(-1), reached[0]];
  if (document.activeElement !== end) return;
  event.preventDefault();
  other?.focus();
});
