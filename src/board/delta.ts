import { better } from '../schema/metric.ts';
import { chanceWords, fixed, signed } from '../ui/number-words.ts';
import type { PageBoard, PageColumn, PageRow } from './page-board.ts';
import { soundValue } from './standings.ts';

/** A row's value less the baseline's, in the printed unit. */
export interface CellDelta {
  readonly value: number;
  /** The 95 % interval of this one difference; null where there is none. */
  readonly interval: readonly [lo: number, hi: number] | null;
  /** Significant at 5 % by the test of the ranks, Holm-adjusted over all pairs of the column; null without a test. */
  readonly significant: boolean | null;
  /** What the test rests on, or why there is none; empty where nothing needs saying. */
  readonly note: string;
  /** 1 for better than the baseline, −1 for worse, 0 without a better end, or where the column's digits show no difference and no test finds one. */
  readonly better: -1 | 0 | 1;
  /** Share of the column's largest difference to this baseline. */
  readonly share: number;
}

export type DifferenceTest = Pick<CellDelta, 'interval' | 'significant' | 'note'>;

type TestColumn = (rows: readonly PageRow[], base: PageRow, column: PageColumn) => (row: PageRow) => DifferenceTest;

export interface DifferenceTests {
  readonly kind: 'unpaired' | 'paired';
  readonly test: TestColumn;
}

type TestsState =
  | ({ readonly state: 'ready' } & DifferenceTests)
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly retry: () => void };

export interface Deltas {
  readonly base: PageRow;
  readonly tests: TestsState;
  /** Null for the baseline itself and where one of the two has no sound value. */
  readonly of: (row: PageRow, column: PageColumn) => CellDelta | null;
}

const untested = (state: 'loading' | 'failed'): DifferenceTest => ({
  interval: null,
  significant: null,
  note: state === 'loading' ? 'the test is being fetched' : 'the tests could not be fetched',
});

export const printsZero = ({ value }: Pick<CellDelta, 'value'>, { decimals }: Pick<PageColumn, 'decimals'>): boolean =>
  Number(fixed(value, decimals)) === 0;

function columnDeltas(
  rows: readonly PageRow[],
  { base, column, tests }: { readonly base: PageRow; readonly column: PageColumn; readonly tests: Deltas['tests'] },
): Map<string, CellDelta> {
  const own = soundValue(base.cells[column.key]);
  if (own === null) return new Map();
  const others = rows.flatMap((row) => {
    const value = row === base ? null : soundValue(row.cells[column.key]);
    return value === null ? [] : [{ row, value: value - own }];
  });
  const greatest = Math.max(0, ...others.map(({ value }) => Math.abs(value)));
  const test = tests.state === 'ready' ? tests.test(rows, base, column) : () => untested(tests.state);
  return new Map(
    others.map(({ row, value }) => {
      const found = test(row);
      const isEqual = found.significant !== true && printsZero({ value }, column);
      const side = isEqual ? 0 : (Math.sign(better(column.direction, own + value, own)) as CellDelta['better']);
      const share = greatest === 0 ? 0 : Math.abs(value) / greatest;
      return [row.id, { value, ...found, better: side, share }];
    }),
  );
}

export function deltasTo(board: Pick<PageBoard, 'columns' | 'rows'>, base: PageRow, tests: Deltas['tests']): Deltas {
  const measured = board.columns.filter((column) => column.unit !== 'text');
  const byColumn = new Map(measured.map((column) => [column.key, columnDeltas(board.rows, { base, column, tests })]));
  return { base, tests, of: (row, column) => byColumn.get(column.key)?.get(row.id) ?? null };
}

export function deltaTitle({ interval, significant, note }: CellDelta, column: PageColumn): string {
  const range = interval?.map((x) => signed(x, column.decimals)).join(' to ');
  const test =
    significant === null ? '' : `${chanceWords(significant) || 'significant'}, adjusted for all pairs of the column`;
  return [range === undefined ? '' : `95 % interval of this difference ${range}`, test, note]
    .filter((part) => part !== '')
    .join('; ');
}
