/** Keys of a grid: head and body are one tab stop each, and arrows go from there. What a cell holds to press is a place of its own; the controls are one stop. */

const PRESSED = 'a, button';
const TABLE_PARTS = 'thead, tbody';

const isValue = (cell: HTMLTableCellElement): boolean => cell.tagName === 'TD' && !cell.classList.contains('rank');

const isShown = (element: HTMLElement): boolean => element.getClientRects().length > 0;

function stopsIn(cell: HTMLTableCellElement | undefined): readonly HTMLElement[] {
  if (cell === undefined) return [];
  const held = [...cell.querySelectorAll<HTMLElement>(PRESSED)].filter(isShown);
  return held.length > 0 || !isValue(cell) ? held : [cell];
}

const isPlain = ({ altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean =>
  !(altKey || ctrlKey || metaKey || shiftKey);

function stopAt(stop: HTMLElement, places: readonly HTMLElement[]): void {
  for (const place of places) if (place !== stop && place.getAttribute('tabindex') !== '-1') place.tabIndex = -1;
  if (stop.getAttribute('tabindex') !== '0') stop.tabIndex = 0;
}

/** Gives a part of the table its tab stop: the place wanted, else that which it has, the first name, or the first place. */
function settle(part: Element, wanted?: HTMLElement): void {
  const held = [...part.querySelectorAll<HTMLElement>(PRESSED)];
  const old = [...part.querySelectorAll<HTMLElement>('td[tabindex="0"]')];
  const stop =
    wanted ??
    part.querySelector<HTMLElement>('[tabindex="0"]') ??
    part.querySelector<HTMLElement>('th a') ??
    held[0] ??
    [...part.querySelectorAll('td')].find(isValue);
  if (stop !== undefined) stopAt(stop, [...held, ...old]);
}

/** Finds the place in a row, above or below, in the same cell of the row: of several the one of the same kind. */
function placeInColumn(from: HTMLElement, rows: readonly HTMLTableRowElement[], step: number): HTMLElement | undefined {
  const cell = from.closest<HTMLTableCellElement>('td, th');
  const row = from.closest('tr');
  const at = row === null ? -1 : rows.indexOf(row);
  for (let i = at + step; cell !== null && i >= 0 && i < rows.length; i += step) {
    const places = stopsIn(rows[i]?.cells[cell.cellIndex]);
    const like = places.find(({ className }) => from !== cell && className === from.className);
    if (places.length > 0) return like ?? places.find((place) => place.matches('a')) ?? places[0];
  }
  return undefined;
}

function placeFor(key: string, from: HTMLElement, table: HTMLTableElement): HTMLElement | undefined {
  const row = from.closest('tr');
  if (key === 'ArrowDown' || key === 'ArrowUp')
    return placeInColumn(from, [...table.rows], key === 'ArrowDown' ? 1 : -1);
  const inRow = [...(row?.cells ?? [])].flatMap(stopsIn);
  const at = inRow.indexOf(from);
  if (key === 'Home') return inRow[0];
  if (key === 'End') return inRow.at(-1);
  if (key === 'ArrowRight') return inRow[at + 1];
  return key === 'ArrowLeft' && at > 0 ? inRow[at - 1] : undefined;
}

function onKey(event: KeyboardEvent): void {
  const { key, target } = event;
  if (!isPlain(event) || !(target instanceof HTMLElement)) return;
  const from = target.closest<HTMLElement>(`${PRESSED}, td`);
  const table = from?.closest('table');
  const to = from && table ? placeFor(key, from, table) : undefined;
  if (to === undefined) return;
  event.preventDefault();
  if (!to.hasAttribute('tabindex')) to.tabIndex = -1;
  to.focus();
}

function onFocus({ target }: FocusEvent): void {
  const place = target instanceof HTMLElement ? target.closest<HTMLElement>(`${PRESSED}, td`) : null;
  const section = place?.closest(TABLE_PARTS);
  if (place && section) settle(section, place);
}

/** Gives the table in a box the keys of a grid, whatever rows come into it and leave it; the function given back takes them away. */
export function gridKeys(box: HTMLElement): () => void {
  const settleAll = (): void => {
    for (const section of box.querySelectorAll(TABLE_PARTS)) settle(section);
  };
  box.querySelector('table')?.setAttribute('role', 'grid');
  // The table is reached by its own places now.
  box.tabIndex = -1;
  settleAll();
  const changes = new MutationObserver(settleAll);
  changes.observe(box, { childList: true, subtree: true });
  box.addEventListener('keydown', onKey);
  box.addEventListener('focusin', onFocus);
  return () => {
    changes.disconnect();
    box.removeEventListener('keydown', onKey);
    box.removeEventListener('focusin', onFocus);
  };
}

/** Narrower, some controls are in a sheet, which holds the keyboard itself. */
const WIDE = '(min-width: 641px)';
const CONTROLS = `${PRESSED}, select`;

/** Makes the controls in a line one tab stop, in which → and ← go on; fields are reached by themselves, since arrows move in their text. */
export function lineKeys(line: HTMLElement): () => void {
  const gone = new AbortController();
  const { signal } = gone;
  const wide = matchMedia(WIDE);
  const controls = (): HTMLElement[] => [...line.querySelectorAll<HTMLElement>(CONTROLS)];
  const settleLine = (wanted?: HTMLElement): void => {
    const all = controls();
    const shown = all.filter(isShown);
    const stop = wanted ?? shown.find((one) => one.getAttribute('tabindex') === '0') ?? shown[0];
    if (!wide.matches) for (const one of all) one.removeAttribute('tabindex');
    else if (stop !== undefined) stopAt(stop, shown);
  };
  const onLineKey = (event: KeyboardEvent): void => {
    const { key, target } = event;
    const from = target instanceof Element ? target.closest<HTMLElement>(CONTROLS) : null;
    if (from === null || !wide.matches || !isPlain(event)) return;
    const shown = controls().filter(isShown);
    const at = shown.indexOf(from);
    const to = { ArrowRight: shown[at + 1], ArrowLeft: shown[at - 1], Home: shown[0], End: shown.at(-1) }[key];
    if (to === undefined) return;
    event.preventDefault();
    to.focus();
  };
  const onLineFocus = ({ target }: FocusEvent): void => {
    const control = target instanceof Element ? target.closest<HTMLElement>(CONTROLS) : null;
    if (control !== null) settleLine(control);
  };
  line.setAttribute('role', 'toolbar');
  settleLine();
  const changes = new MutationObserver(() => settleLine());
  changes.observe(line, { childList: true, subtree: true });
  wide.addEventListener('change', () => settleLine(), { signal });
  line.addEventListener('keydown', onLineKey, { signal });
  line.addEventListener('focusin', onLineFocus, { signal });
  return () => {
    changes.disconnect();
    gone.abort();
  };
}
