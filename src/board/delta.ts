import type { BoardPairs } from '../client/board-pairs.ts';
import type { BoardPair } from '../schema/board.ts';
import { SIGNIFICANT, unpairedColumn, unpairedTest } from '../stats/ranks.ts';
import { signed } from '../ui/number-words.ts';
import { soundValue } from './scale.ts';
import type { SlimBoard, SlimColumn, SlimRow } from './slim.ts';

/** A row's value less the baseline's, in the printed unit. */
export interface Delta {
  readonly value: number;
  /** 95 % interval of this one difference; null where there is none. */
  readonly interval: readonly [lo: number, hi: number] | null;
  /** Whether it is significant at 5 % by the test of the ranks, Holm-adjusted over all pairs of the column; null where there is no test. */
  readonly significant: boolean | null;
  /** What the test rests on, or why there is none; empty where nothing needs saying. */
  readonly note: string;
  /** 1 better than the baseline, −1 worse, 0 equal or without a better end. */
  readonly better: -1 | 0 | 1;
  /** Size as a share of the column's largest difference to this baseline. */
  readonly share: number;
}

/** Where the tests of a computed board's differences come from: its file, which is fetched when a baseline is chosen. */
type PairsState =
  | { readonly state: 'ready'; readonly pairs: BoardPairs }
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly retry: () => void };

export interface Deltas {
  readonly base: SlimRow;
  /** How differences are tested: `unpaired` from printed values and their errors, else paired. */
  readonly tests: 'unpaired' | PairsState;
  /** Null for the baseline itself and where one of the two has no sound value. */
  readonly of: (row: SlimRow, column: SlimColumn) => Delta | null;
}

type Test = Pick<Delta, 'interval' | 'significant' | 'note'>;

const NO_TEST = 'no test: a value without a standard error';

/** Tests of all judges against the baseline from printed values and errors, which are those of the ranks. */
function unpairedTests(rows: readonly SlimRow[], base: SlimRow, column: SlimColumn): (row: SlimRow) => Test {
  const contenders = rows.map((row) => {
    const cell = row.cells[column.key];
    return row.kind !== 'judge' || cell === undefined || cell.value === null
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

/** Tests against the baseline as the build made them, over the judgments that both runs have. */
function pairedTests(rows: readonly SlimRow[], base: SlimRow, pairs: readonly BoardPair[]): (row: SlimRow) => Test {
  const place = rows.indexOf(base);
  const own = new Map(
    pairs.flatMap((pair): (readonly [SlimRow | undefined, Test])[] => {
      const [other, against, , interval, significant, shared, of, reason] = pair;
      if (other !== place && against !== place) return [];
      const [lo, hi] = interval ?? [0, 0];
      const turned: readonly [number, number] = other === place ? [-hi, -lo] : [lo, hi];
      const note = reason === '' ? sharedWords(shared, of) : `no test: ${reason}`;
      return [
        [rows[other === place ? against : other], { interval: interval === null ? null : turned, significant, note }],
      ];
    }),
  );
  return (row) => own.get(row) ?? { interval: null, significant: null, note: NO_TEST };
}

function testsOf(
  rows: readonly SlimRow[],
  { base, column, tests }: { readonly base: SlimRow; readonly column: SlimColumn; readonly tests: Deltas['tests'] },
) {
  if (tests === 'unpaired') return unpairedTests(rows, base, column);
  if (tests.state === 'ready') return pairedTests(rows, base, tests.pairs[column.key] ?? []);
  const note = tests.state === 'loading' ? 'the test is being fetched' : 'the tests could not be fetched';
  return (): Test => ({ interval: null, significant: null, note });
}

function columnDeltas(
  rows: readonly SlimRow[],
  { base, column, tests }: { readonly base: SlimRow; readonly column: SlimColumn; readonly tests: Deltas['tests'] },
): Map<string, Delta> {
  const own = soundValue(base.cells[column.key]);
  if (own === null) return new Map();
  const others = rows.flatMap((row) => {
    const value = row === base ? null : soundValue(row.cells[column.key]);
    return value === null ? [] : [{ row, value: value - own }];
  });
  const greatest = Math.max(0, ...others.map(({ value }) => Math.abs(value)));
  const sign = column.direction === 'higher' ? 1 : column.direction === 'lower' ? -1 : 0;
  const test = testsOf(rows, { base, column, tests });
  return new Map(
    others.map(({ row, value }) => {
      const better = Math.sign(value * sign) as Delta['better'];
      const share = greatest === 0 ? 0 : Math.abs(value) / greatest;
      return [row.id, { value, ...test(row), better, share }];
    }),
  );
}

/** Differences of all rows to a baseline row, column by column. */
export function deltasTo(
  board: Pick<SlimBoard, 'columns' | 'rows'>,
  base: SlimRow,
  tests: Deltas['tests'] = 'unpaired',
): Deltas {
  const measured = board.columns.filter((column) => column.unit !== 'text');
  const byColumn = new Map(measured.map((column) => [column.key, columnDeltas(board.rows, { base, column, tests })]));
  return { base, tests, of: (row, column) => byColumn.get(column.key)?.get(row.id) ?? null };
}

/** A difference in words, for a tooltip. */
export function deltaTitle({ interval, significant, note }: Delta, column: SlimColumn): string {
  const range = interval?.map((x) => signed(x, column.decimals)).join(' to ');
  const test =
    significant === null ? '' : `${significant ? '' : 'not '}significant, adjusted for all pairs of the column`;
  return [range === undefined ? '' : `95 % interval of this difference ${range}`, test, note]
    .filter((part) => part !== '')
    .join('; ');
}
