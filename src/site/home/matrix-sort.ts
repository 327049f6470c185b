import { orderByPlace, rowPlaces } from './matrix-order.ts';

/** Sorts the judges of the start page by a benchmark: best first, the next press worst first, the third as served. The address keeps the order. */
function enliven(table: HTMLTableElement, order: HTMLInputElement): void {
  const body = table.tBodies[0];
  if (body === undefined) return;
  const served = [...body.rows];
  const places = served.map((row) => rowPlaces(row.dataset['places'] ?? ''));
  const columns = order.dataset['columns']?.split(' ') ?? [];
  const buttons = [...table.querySelectorAll<HTMLButtonElement>('button.sort')];
  const show = (): void => {
    const isReversed = order.value.startsWith('-');
    const shown = columns.indexOf(isReversed ? order.value.slice(1) : order.value);
    buttons.forEach((button, column) => {
      const head = button.closest('th');
      // Places ascend from the best judge on.
      if (column === shown) head?.setAttribute('aria-sort', isReversed ? 'descending' : 'ascending');
      else head?.removeAttribute('aria-sort');
    });
    const rows = shown < 0 ? [...served.keys()] : orderByPlace(places, shown, isReversed);
    body.append(...rows.flatMap((row) => served[row] ?? []));
  };
  buttons.forEach((button, column) => {
    button.addEventListener('click', () => {
      const id = columns[column] ?? '';
      order.value = order.value === id ? `-${id}` : order.value === `-${id}` ? '' : id;
      show();
      // The filter of the judges writes the address.
      order.dispatchEvent(new Event('input', { bubbles: true }));
    });
  });
  order.addEventListener('change', show);
  if (order.value !== '') show();
}

const order = document.querySelector<HTMLInputElement>('#judge-filter input[name=sort]');
const table = document.querySelector<HTMLTableElement>('table.judge-matrix');
if (order !== null && table !== null) enliven(table, order);
