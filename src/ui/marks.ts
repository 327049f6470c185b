/**
 * Reading a drawing: a tooltip at the pointer, at a tap and at the focus; arrow keys go from mark to mark, so that a drawing is one tab
 * stop. A mark is a link in a drawing or a heat table, with or without an address; it is served complete, and this only reads it aloud.
 */
const BOX = '[data-marks]';
const MARK = `${BOX} a`;
/** Distance of the tooltip from the pointer, and from the window's edge. */
const APART = 14;
const EDGE = 8;

/** Steps in the two directions of the screen. */
const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

type MarkElement = SVGAElement | HTMLAnchorElement;

const tip = document.createElement('div');
tip.className = 'mark-tip';
tip.setAttribute('role', 'tooltip');
tip.hidden = true;

const markOf = (target: EventTarget | null): MarkElement | null =>
  target instanceof Element ? target.closest<MarkElement>(MARK) : null;

/** Writes the words of a table's cell that the page does not hold yet: the names of its row and column, and its printed value. */
function headWords(mark: Element): string {
  const cell = mark.closest('td');
  const [line, heads] = [cell?.closest('tr'), [...(cell?.closest('table')?.tHead?.rows ?? [])].at(-1)];
  if (!cell || !line) return '';
  const name = (head: Element | undefined): string =>
    head?.getAttribute('aria-label') ?? (head?.querySelector('span') ?? head)?.textContent.trim() ?? '';
  return `${name(line.cells[0])}, ${name(heads?.cells[cell.cellIndex])}: ${mark.textContent.trim()}`;
}

/** Gives the words of a mark; they are written into it, so that they are read aloud as well. */
function wordsOf(mark: MarkElement): string {
  const known = mark.getAttribute('aria-label');
  if (known !== null) return known;
  const words = headWords(mark);
  if (words !== '') {
    mark.setAttribute('aria-label', words);
    mark.setAttribute('role', 'img');
  }
  return words;
}

function show(
  mark: MarkElement,
  { x, y, tapped }: { readonly x: number; readonly y: number; readonly tapped: boolean },
): void {
  const words = wordsOf(mark);
  if (words === '') {
    hide();
    return;
  }
  tip.textContent = words;
  if (tapped && mark.hasAttribute('href')) {
    const hint = document.createElement('small');
    hint.textContent = 'Tap again to open.';
    tip.append(hint);
  }
  tip.hidden = false;
  if (!tip.isConnected) document.body.append(tip);
  const { width, height } = tip.getBoundingClientRect();
  const left = Math.min(x + APART, innerWidth - width - EDGE);
  const top = y + APART + height + EDGE > innerHeight ? y - APART - height : y + APART;
  tip.style.left = `${Math.max(EDGE, left)}px`;
  tip.style.top = `${Math.max(EDGE, top)}px`;
}

function hide(): void {
  tip.hidden = true;
}

function showAt(mark: MarkElement, tapped = false): void {
  const { left, width, bottom } = mark.getBoundingClientRect();
  show(mark, { x: left + width / 2 - APART, y: bottom - APART / 2, tapped });
}

interface Spot {
  readonly x: number;
  readonly y: number;
}

function middleOf(mark: Element): Spot {
  const { left, top, width, height } = mark.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

/** A mark straight ahead is preferred to a nearer one that lies aside: distance aside counts three times. */
const ASIDE = 3;

/** Gives the nearest mark in a direction; null where there is none. */
function neighbour(from: Element, marks: readonly MarkElement[], [dx, dy]: readonly [number, number]) {
  const at = middleOf(from);
  let best: { readonly mark: MarkElement; readonly far: number } | null = null;
  for (const mark of marks) {
    const { x, y } = middleOf(mark);
    const ahead = (x - at.x) * dx + (y - at.y) * dy;
    const aside = Math.abs((x - at.x) * dy) + Math.abs((y - at.y) * dx);
    const far = ahead + ASIDE * aside;
    if (mark !== from && ahead > 1 && (best === null || far < best.far)) best = { mark, far };
  }
  return best?.mark ?? null;
}

/** Gives the mark that a key leads to. */
function reached(box: Element, key: string): MarkElement | null {
  // Of a drawing for a desk and one for a phone only one is shown.
  const marks = [...box.querySelectorAll<MarkElement>('a')].filter((mark) => mark.getClientRects().length > 0);
  if (key === 'Home') return marks[0] ?? null;
  if (key === 'End') return marks.at(-1) ?? null;
  const step = ARROWS[key];
  if (step === undefined) return null;
  const current = markOf(document.activeElement);
  return current === null ? (marks[0] ?? null) : neighbour(current, marks, step);
}

function onKey(event: KeyboardEvent): void {
  if (event.key === 'Escape') {
    hide();
    return;
  }
  const box = event.target instanceof Element ? event.target.closest(BOX) : null;
  if (box === null || event.altKey || event.ctrlKey || event.metaKey) return;
  const mark = reached(box, event.key);
  if (mark === null) return;
  event.preventDefault();
  mark.focus();
}

/** The mark that was tapped last: the first tap reads it, the second opens it. */
let tappedMark: MarkElement | null = null;

/** Hides or shows what a legend's item stands for, or all names: the sheet does it, where the button says it. */
function onLegend({ target }: MouseEvent): void {
  const item = target instanceof Element ? target.closest('[data-shows], [data-names]') : null;
  item?.setAttribute('aria-pressed', String(item.getAttribute('aria-pressed') === 'false'));
}

function onClick(event: MouseEvent): void {
  onLegend(event);
  const mark = markOf(event.target);
  if (!(event instanceof PointerEvent) || event.pointerType !== 'touch' || mark === null) {
    tappedMark = null;
    hide();
    return;
  }
  if (mark === tappedMark) return;
  event.preventDefault();
  // A mark whose address is still to be written cannot be opened by another tap.
  tappedMark = mark.hasAttribute('href') ? mark : null;
  showAt(mark, true);
}

/** The words go along with the mark that has the focus, since focus itself scrolls to it; a pointer has left its mark. */
function onScroll(): void {
  const mark = markOf(document.activeElement);
  if (!tip.hidden && mark?.matches(':focus-visible') === true) showAt(mark);
  else hide();
}

let isRead = false;

/** Makes the page's drawings readable; a second call does nothing. It is exported by name so that an empty script cannot pass for this one. */
export function readMarks(): void {
  if (isRead) return;
  isRead = true;
  document.addEventListener('pointermove', (event) => {
    if (event.pointerType === 'touch') return;
    const mark = markOf(event.target);
    if (mark === null) hide();
    else show(mark, { x: event.clientX, y: event.clientY, tapped: false });
  });
  document.addEventListener('focusin', ({ target }) => {
    const mark = markOf(target);
    if (mark?.matches(':focus-visible') === true) showAt(mark);
  });
  document.addEventListener('focusout', hide);
  document.addEventListener('keydown', onKey);
  document.addEventListener('click', onClick);
  document.addEventListener('scroll', onScroll, { passive: true });

  // On leaderboards this comes once a drawing is reached: a pointer may rest on a mark by then, or have tapped it.
  const rested = document.querySelector<MarkElement>(`${MARK}:hover`);
  if (rested !== null) showAt(rested);
}
