import { Drawing } from '../../charts/Drawing.tsx';
import { teller } from '../../charts/tell.ts';
import { fixed } from '../../ui/number-words.ts';
import { HeatKey } from './HeatKey.tsx';
import { HeatTable } from './HeatTable.tsx';
import { type HeatCell, toneOf } from './heat-look.ts';
import { pairAt, type RaterPair, type RaterPairs } from './pairs.ts';

/** What stands in the cell of two rows; its colour comes from their statistic, from −1 to 1. */
export type PairCell = Pick<HeatCell, 'text' | 'words' | 'href'>;

/** Two different rows and what is known of them. */
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

/** Shows a cell for every two rows of one list; it leads to the cases behind the two. */
export function PairMatrix<Row extends { readonly label: string; readonly run: string }, Pair extends RaterPair>({
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
        <ol className="grid-names" aria-hidden="true">
          {heads.map(({ label }) => (
            <li key={label}>{label}</li>
          ))}
        </ol>
      </Drawing>
    </>
  );
}
