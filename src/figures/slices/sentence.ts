import { countOf } from '../../ui/number-words.ts';
import type { Estimated } from '../kit/estimated.ts';
import { itemWithMost } from '../kit/sentences.ts';
import type { SliceColumn, SlicesData } from './data.ts';

/** Places of the largest of some values; none where nothing has a value. */
function placesOfMost(values: readonly (number | null)[]): readonly number[] {
  const most = Math.max(...values.map((value) => value ?? Number.NEGATIVE_INFINITY));
  return values.flatMap((value, i) => (value !== null && value === most ? [i] : []));
}

/** Names the judge that is best in most columns; and where most judges are worst, unless the columns are of several splits, which are never mixed. */
export function slicesSentence({ metric, columns, rows }: SlicesData, nameOf: (column: SliceColumn) => string): string {
  const isLower = metric.direction === 'lower';
  const good = (cell: Estimated | null | undefined): number | null => {
    const value = cell?.value ?? null;
    return value === null ? null : isLower ? -value : value;
  };
  const best = columns.flatMap((_, i) => placesOfMost(rows.map(({ cells }) => good(cells[i]))));
  const won = rows.map(({ label }, row) => ({ label, n: best.filter((one) => one === row).length }));
  const first = itemWithMost(won, ({ n }) => n);
  if (first === null || first.n === 0) return '';
  const words = `${first.label} has the ${isLower ? 'lowest' : 'highest'} ${metric.label} in ${first.n} of ${countOf(columns.length, 'column')}`;
  const isOneSplit =
    new Set(columns.map(({ split, critique_judge }) => JSON.stringify([split, critique_judge]))).size === 1;
  if (!isOneSplit || columns.length === 1) return `${words}.`;
  const worst = rows.flatMap(({ cells }) =>
    placesOfMost(
      cells.map((cell) => {
        const value = good(cell);
        return value === null ? null : -value;
      }),
    ),
  );
  const hard = itemWithMost(
    columns.map((column, i) => ({ column, n: worst.filter((one) => one === i).length })),
    ({ n }) => n,
  );
  if (hard === null) return `${words}.`;
  return `${words}; ${hard.n} of ${countOf(rows.length, 'judge')} do worst on ${nameOf(hard.column)}.`;
}
