import { bestNamed, better } from '../../schema/direction.ts';
import { countOf } from '../../ui/number-words.ts';
import type { Estimated } from '../kit/estimated.ts';
import { itemWithMost } from '../kit/sentences.ts';
import type { SliceColumn, SlicesData } from './data.ts';

/** Places of the values that none is ahead of; none where nothing has a value. */
function placesOfFirst(
  cells: readonly (Estimated | null | undefined)[],
  ahead: (a: number, b: number) => number,
): readonly number[] {
  const values = cells.flatMap((cell, i) => (cell?.value == null ? [] : [{ i, value: cell.value }]));
  return values.filter(({ value }) => values.every((other) => ahead(other.value, value) <= 0)).map(({ i }) => i);
}

/** Names the judge that is best in most columns; and where most judges are worst, unless the columns are of several splits, which are never mixed. */
export function slicesSentence({ metric, columns, rows }: SlicesData, nameOf: (column: SliceColumn) => string): string {
  const isBetter = (a: number, b: number): number => better(metric.direction, a, b);
  const best = columns.flatMap((_, i) =>
    placesOfFirst(
      rows.map(({ cells }) => cells[i]),
      isBetter,
    ),
  );
  const won = rows.map(({ label }, row) => ({ label, n: best.filter((one) => one === row).length }));
  const first = itemWithMost(won, ({ n }) => n);
  if (first === null || first.n === 0) return '';
  const words = `${first.label} has ${bestNamed(metric.direction, metric.label)} in ${first.n} of ${countOf(columns.length, 'column')}`;
  const isOneSplit =
    new Set(columns.map(({ split, critique_judge }) => JSON.stringify([split, critique_judge]))).size === 1;
  if (!isOneSplit || columns.length === 1) return `${words}.`;
  const worst = rows.flatMap(({ cells }) => placesOfFirst(cells, (a, b) => isBetter(b, a)));
  const hard = itemWithMost(
    columns.map((column, i) => ({ column, n: worst.filter((one) => one === i).length })),
    ({ n }) => n,
  );
  if (hard === null) return `${words}.`;
  return `${words}; ${hard.n} of ${countOf(rows.length, 'judge')} do worst on ${nameOf(hard.column)}.`;
}
