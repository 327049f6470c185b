import type { BoardPairs } from '../client/release-files.ts';
import type { BoardPair } from '../schema/board.ts';
import { SIGNIFICANT, unpairedColumn, unpairedTest } from '../stats/ranks.ts';
import type { DifferenceTest, DifferenceTests } from './delta.ts';
import { hasPlace, type PageBoard, type PageColumn, type PageRow } from './page-board.ts';

/** Tests of differences to a baseline: the only ones of two judges of a board. A page loads them when one is chosen. */

const NO_TEST = 'not tested: a value without a standard error';

function unpairedTests(rows: readonly PageRow[], base: PageRow, column: PageColumn): (row: PageRow) => DifferenceTest {
  const contenders = rows.map((row) => {
    const cell = row.cells[column.key];
    return row.kind !== 'judge' || cell === undefined || cell.value === null || !hasPlace(cell)
      ? null
      : { value: cell.value, se: cell.se };
  });
  const place = rows.indexOf(base);
  const own = unpairedColumn(contenders).filter(({ i, j }) => i === place || j === place);
  const adjusted = new Map(own.map((pair) => [rows[pair.i === place ? pair.j : pair.i], pair.adjusted]));
  return (row) => {
    const [a, b] = [contenders[rows.indexOf(row)] ?? null, contenders[place] ?? null];
    const p = adjusted.get(row) ?? null;
    const significant = p === null ? null : p < SIGNIFICANT;
    const interval = a === null || b === null ? null : unpairedTest(a, b).interval;
    return { interval, significant, note: interval === null ? NO_TEST : '' };
  };
}

function sharedWords(shared: number, of: number): string {
  return shared === of ? '' : `tested on the ${shared} of ${of} judgments that both have`;
}

function pairedTests(
  rows: readonly PageRow[],
  base: PageRow,
  pairs: readonly BoardPair[],
): (row: PageRow) => DifferenceTest {
  const place = rows.indexOf(base);
  const own = new Map(
    pairs.flatMap((pair): (readonly [PageRow | undefined, DifferenceTest])[] => {
      const [other, against, , interval, significant, shared, of, reason] = pair;
      if (other !== place && against !== place) return [];
      const [lo, hi] = interval ?? [0, 0];
      const turned: readonly [number, number] = other === place ? [-hi, -lo] : [lo, hi];
      const note = reason === '' ? sharedWords(shared, of) : `not tested: ${reason}`;
      return [
        [rows[other === place ? against : other], { interval: interval === null ? null : turned, significant, note }],
      ];
    }),
  );
  return (row) => own.get(row) ?? { interval: null, significant: null, note: NO_TEST };
}

/** Tests from printed values and their errors, as if the two samples had nothing in common. */
export const unpaired: DifferenceTests = { kind: 'unpaired', test: unpairedTests };

export const paired = (pairs: BoardPairs): DifferenceTests => ({
  kind: 'paired',
  test: (rows, base, column) => pairedTests(rows, base, pairs[column.key] ?? []),
});

export const boardTests = ({ pairs }: Pick<PageBoard, 'pairs'>): DifferenceTests =>
  pairs === undefined ? unpaired : paired(pairs);
