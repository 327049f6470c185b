import type { ReactNode } from 'react';
import { Drawing, teller } from '../../charts/Drawing.tsx';
import { numberWords } from '../../schema/words.ts';
import {
  type CrossTable,
  crossTable,
  groupedOf,
  NOT_ASKED,
  type PairStatistic,
  type RaterCodes,
  scratchOf,
  UNREAD,
  withInterval,
} from '../../stats/agreement.ts';
import type { Outcome } from '../../stats/intervals.ts';
import { fixed } from '../../ui/number-words.ts';
import type { Sheet } from './codes.ts';
import { type HeatCell, HeatKey, HeatTable, toneOf } from './Heat.tsx';
import { DrawingBeside, Numbers } from './Parts.tsx';

/** How many of the sheet's items a rater was asked, and how many of these answers have a label. */
export interface RaterCount {
  readonly asked: number;
  readonly read: number;
}

export function rowCount(column: RaterCodes): RaterCount {
  let [asked, read] = [0, 0];
  for (let i = 0; i < column.length; i += 1) {
    const code = column[i] ?? NOT_ASKED;
    if (code !== NOT_ASKED) asked += 1;
    if (code > UNREAD) read += 1;
  }
  return { asked, read };
}

/** Two raters: `n` items have a label of both; `left` items were asked of at least one and lack a label of one or of both. */
export interface RaterPair extends Pick<CrossTable, 'n' | 'left'> {
  /** Null where there is none, for the reason given. */
  readonly statistic: PairStatistic | null;
  readonly reason: string;
}

/** Every two of some rows once, (0, 1), (0, 2), …, because what is known of two rows does not depend on their order. */
export type RaterPairs<P extends RaterPair> = readonly P[];

/** Every two raters of a sheet, and by which statistic they are alike; a table is only good until the next, so what else is read of it is read at once. */
export function ratedPairs<More extends object>(
  { codes, size, groups }: Pick<Sheet, 'codes' | 'size' | 'groups'>,
  statisticOf: (table: CrossTable) => Outcome<Parameters<typeof groupedOf>[1]>,
  more: (table: CrossTable) => More,
): RaterPairs<RaterPair & More> {
  const grouped = scratchOf(size, groups);
  return codes.flatMap((first, a) =>
    codes.slice(a + 1).map((second) => {
      const table = crossTable(first, second, { size, groups, grouped });
      const { value, reason } = statisticOf(table);
      const found = value === null ? null : withInterval(groupedOf(table, value), 'correlation');
      const statistic = found === null ? null : shortenedStatistic(found);
      return { n: table.n, left: table.left, ...more(table), statistic, reason };
    }),
  );
}

export function pairAt<P extends RaterPair>(
  pairs: RaterPairs<P>,
  { rows, one, other }: { readonly rows: number; readonly one: number; readonly other: number },
): P | undefined {
  const [a, b] = one < other ? [one, other] : [other, one];
  return pairs[(a * (2 * rows - a - 1)) / 2 + b - a - 1];
}

function reordered<P extends RaterPair>(pairs: RaterPairs<P>, order: readonly number[]): RaterPairs<P> {
  return order.flatMap((one, i) =>
    order.slice(i + 1).flatMap((other) => pairAt(pairs, { rows: order.length, one, other }) ?? []),
  );
}

/** Rows and their pairs in the order of `similarOrder`; after those that lead. */
export async function inSimilarOrder<Row, P extends RaterPair>(
  rows: readonly Row[],
  pairs: RaterPairs<P>,
  leads: (row: Row) => boolean = () => false,
): Promise<{ readonly rows: readonly Row[]; readonly pairs: RaterPairs<P> }> {
  const [first, others] = [true, false].map((is) => [...rows.keys()].filter((i) => leads(rows[i] as Row) === is));
  const order = [...(first ?? []), ...(await similarOrder(pairs, others ?? [], rows.length))];
  return { rows: order.map((i) => rows[i] as Row), pairs: reordered(pairs, order) };
}

/** Orders the rows so that those that are alike towards all others stand together; those without any statistic stand last. */
export async function similarOrder(
  pairs: RaterPairs<RaterPair>,
  rows: readonly number[],
  all: number,
): Promise<readonly number[]> {
  const statistic = (one: number, other: number) => pairAt(pairs, { rows: all, one, other })?.statistic;
  const isCompared = (one: number): boolean => rows.some((other) => one !== other && statistic(one, other) != null);
  const profile = (one: number): number[] =>
    Array.from({ length: all }, (_, other) => (one === other ? 1 : (statistic(one, other)?.value ?? 0)));
  // Loaded on demand: the page is served in order, and only a new selection needs the library.
  const { clusterOrder } = await import('./cluster-order.ts');
  const compared = rows.filter(isCompared);
  return [
    ...clusterOrder(compared.map(profile)).flatMap((i) => compared[i] ?? []),
    ...rows.filter((one) => !isCompared(one)),
  ];
}

const DIGITS = 1e4;
/** Rounds to four decimals, which are more than is ever drawn. */
const short = (value: number): number => Math.round(value * DIGITS) / DIGITS;

export function shortenedStatistic({ value, lo, hi }: PairStatistic): PairStatistic {
  return { value: short(value), lo: lo === null ? null : short(lo), hi: hi === null ? null : short(hi) };
}

export interface RankedPair<R, P> {
  readonly one: R;
  readonly other: R;
  readonly pair: P;
}

/** Writes a cell, without needless zeros because a cell is narrow: 0.4 → `.40`. */
export const cellText = ({ statistic }: RaterPair): string =>
  statistic === null
    ? '–'
    : fixed(statistic.value, 2)
        .replace(/^(\u2212?)0\./, '$1.')
        .replace('1.00', '1');

export const pairInterval = ({ statistic }: RaterPair): string =>
  statistic === null || statistic.lo === null || statistic.hi === null
    ? ''
    : `[${fixed(statistic.lo, 2)}, ${fixed(statistic.hi, 2)}]`;

/** Writes a statistic with its interval, `0.62 [0.55, 0.69]`, or why there is none. */
export function statisticWords(pair: RaterPair): string {
  if (pair.statistic === null) return `none (${pair.reason})`;
  const interval = pairInterval(pair);
  return `${fixed(pair.statistic.value, 2)}${interval === '' ? '' : ` ${interval}`}`;
}

/** Counts the answers that a pair shares: `1 282 shared answers, 28 left out`. */
export function sharedAnswersWords({ n, left }: RaterPair): string {
  return `${numberWords(n)} shared answers${left === 0 ? '' : `, ${numberWords(left)} left out`}`;
}

/** Writes the smallest and the largest of some counts: `1 282`, or `1 260 to 1 310`. */
export function countRangeWords(counts: readonly number[]): string {
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  return least === most ? numberWords(most) : `${numberWords(least)} to ${numberWords(most)}`;
}

export function rankedPairs<R, P extends RaterPair>(
  rows: readonly R[],
  pairs: RaterPairs<P>,
): readonly RankedPair<R, P>[] {
  const found = rows.flatMap((one, a) =>
    rows.slice(a + 1).flatMap((other, i) => {
      const pair = pairAt(pairs, { rows: rows.length, one: a, other: a + 1 + i });
      return pair === undefined ? [] : [{ one, other, pair }];
    }),
  );
  const value = ({ pair }: RankedPair<R, P>): number => pair.statistic?.value ?? Number.NEGATIVE_INFINITY;
  return found.sort((x, y) => (value(x) === value(y) ? 0 : value(y) - value(x)));
}

/** What stands in the cell of two rows; its colour comes from their statistic, from −1 to 1. */
export type PairCell = Pick<HeatCell, 'text' | 'words' | 'href'>;

export interface RowPair<Row, Pair> {
  readonly row: Row;
  readonly column: Row;
  readonly pair: Pair;
  readonly isAboveDiagonal: boolean;
}

const STEPS = [-1, -0.5, 0, 0.5, 1] as const;
interface PairMatrixProps<Row, Pair extends RaterPair> {
  readonly title: string;
  readonly data: { readonly rows: readonly Row[]; readonly pairs: RaterPairs<Pair> };
  readonly cell: (two: RowPair<Row, Pair>) => PairCell;
  /** The words at either end of the scale, −1 and 1. */
  readonly ends: readonly [negative: string, positive: string];
}

function PairMatrix<Row extends { readonly label: string; readonly run: string }, Pair extends RaterPair>({
  title,
  data: { rows, pairs },
  cell,
  ends: [negative, positive],
}: PairMatrixProps<Row, Pair>) {
  const heads = rows.map(({ label, run }) => ({ key: label, label, run }));
  const cellOf = (a: number, b: number): HeatCell | null => {
    const [row, column, pair] = [rows[a], rows[b], pairAt(pairs, { rows: rows.length, one: a, other: b })];
    if (a === b || row === undefined || column === undefined || pair === undefined) return null;
    const value = pair.statistic?.value ?? null;
    const told = cell({ row, column, pair, isAboveDiagonal: a < b });
    return { ...told, tone: toneOf(value), weight: Math.abs(value ?? 0) };
  };
  // The first cell of a row is its head.
  const tell = teller('tbody tr', ({ row, column }) => cellOf(row, column - 1));
  return (
    <>
      <HeatKey
        steps={STEPS.map((value) => ({
          tone: toneOf(value),
          weight: Math.abs(value),
          label: `${fixed(value, 1)}${value === -1 ? ` ${negative}` : value === 1 ? ` ${positive}` : ''}`,
        }))}
      />
      <Drawing of={title} className="heat-table pairs" onPointerOver={tell} onFocus={tell}>
        <HeatTable title={title} rows={heads} columns={heads} cell={cellOf} numbered />
        <ol className="grid-names above-2 ink-2 text-mark" aria-hidden="true">
          {heads.map(({ label }) => (
            <li key={label}>{label}</li>
          ))}
        </ol>
      </Drawing>
    </>
  );
}

interface PairFigureProps<Row, Pair extends RaterPair> extends PairMatrixProps<Row, Pair> {
  /** Columns of the table after the names of the two, and their cells in a line. */
  readonly columns: readonly string[];
  readonly line: (two: RankedPair<Row, Pair>) => readonly ReactNode[];
}

/** The matrix, and beside it a table of every two, those most alike first. */
export function PairFigure<Row extends { readonly label: string; readonly run: string }, Pair extends RaterPair>({
  columns,
  line,
  ...matrix
}: PairFigureProps<Row, Pair>) {
  const rows = rankedPairs(matrix.data.rows, matrix.data.pairs).map((two) => {
    return [`${two.one.label} and ${two.other.label}`, ...line(two)];
  });
  return (
    <DrawingBeside
      drawing={<PairMatrix {...matrix} />}
      table={<Numbers of={matrix.title} columns={['Two judges', ...columns]} rows={rows} />}
    />
  );
}
