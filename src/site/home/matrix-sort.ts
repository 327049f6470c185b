import { orderByPlace, rowPlaces } from './matrix-order.ts';

/** Sorts the judges of the start page by a benchmark: best first, the next press worst first, the third as served. */
function enliven(table: HTMLTableElement): void {
  const body = table.tBodies[0];
  if (body === undefined) return;
  const served = [...body.rows];
  const places = served.map((row) => rowPlaces(row.dataset['places'] ?? ''));
  const buttons = [...table.querySelectorAll<HTMLButtonElement>('button.sort')];
  const turn = (button: HTMLButtonElement, column: number): void => {
    const head = button.closest('th');
    const before = head?.getAttribute('aria-sort') ?? null;
    for (const one of table.querySelectorAll('th[aria-sort]')) one.removeAttribute('aria-sort');
    // Places ascend from the best judge on.
    const next = before === null ? 'ascending' : before === 'ascending' ? 'descending' : null;
    if (next !== null) head?.setAttribute('aria-sort', next);
    const order = next === null ? [...served.keys()] : orderByPlace(places, column, next === 'descending');
    body.append(...order.flatMap((row) => served[row] ?? []));
  };
  buttons.forEach((button, column) => {
    button.addEventListener('click', () => turn(button, column));
  });
}

for (const table of document.querySelectorAll<HTMLTableElement>('table.matrix')) enliven(table);
