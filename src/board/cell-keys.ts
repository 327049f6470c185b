import type { KeyboardEvent } from 'react';

const STEPS: Readonly<Record<string, readonly [down: number, right: number]>> = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
};

const isValue = (cell: Element | undefined): cell is HTMLTableCellElement =>
  cell instanceof HTMLTableCellElement && cell.tagName === 'TD' && !cell.classList.contains('rank');

/** The focus goes to what the cell holds to press, else to the cell itself. */
function focusCell(cell: HTMLTableCellElement): void {
  const inner = cell.querySelector<HTMLElement>('a, button');
  if (inner === null) cell.tabIndex = -1;
  (inner ?? cell).focus();
}

/** From value to value with arrows; ↓ on the table itself goes to its first value. */
export function onCellKey(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key];
  if (step === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const { target, currentTarget: table } = event;
  const at = target instanceof Element ? target.closest('td') : null;
  const [down, right] = step;
  let next: Element | undefined;
  if (at === null) {
    if (target !== table || down !== 1) return;
    next = [...table.querySelectorAll('tbody td')].find(isValue);
  } else {
    let row = at.parentElement;
    do
      row = (
        down === 0 ? null : down > 0 ? row?.nextElementSibling : row?.previousElementSibling
      ) as HTMLElement | null;
    while (row !== null && !isValue(row.children[at.cellIndex]));
    next = (down === 0 ? at.parentElement : row)?.children[at.cellIndex + right];
  }
  if (!isValue(next)) return;
  event.preventDefault();
  focusCell(next);
}
