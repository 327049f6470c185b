import { fixed } from '../../ui/number-words.ts';
import { Drawing } from './Drawing.tsx';
import { HeatGrid } from './HeatGrid.tsx';
import { HeatKey } from './HeatKey.tsx';
import type { HeatCell } from './heat-look.ts';

/** What is known of two rows; `value` from −1 to 1 gives the colour, null where there is none. */
export interface PairCell extends Pick<HeatCell, 'text' | 'words' | 'href'> {
  readonly value: number | null;
}

/** The cell of two rows of which nothing is known. */
export const NO_CELL: PairCell = { text: '', value: null, words: '', href: null };

const STEPS = [-1, -0.5, 0, 0.5, 1] as const;
interface PairMatrixProps {
  readonly title: string;
  readonly labels: readonly string[];
  /** The cell of two different rows. */
  readonly cell: (row: number, column: number) => PairCell;
  /** What stands at either end of the scale. */
  readonly negative: string;
  readonly positive: string;
}

const toneOf = (value: number | null): HeatCell['tone'] => (value === null ? 'none' : value < 0 ? 'down' : 'up');

/** Every two rows of one list, as cells that lead to the cases behind them. */
export function PairMatrix({ title, labels, cell, negative, positive }: PairMatrixProps) {
  const heads = labels.map((label) => ({ key: label, label }));
  const cellOf = (row: number, column: number): HeatCell | null => {
    if (row === column) return null;
    const { value, ...told } = cell(row, column);
    return { ...told, tone: toneOf(value), weight: Math.abs(value ?? 0) };
  };
  return (
    <>
      <HeatKey
        steps={STEPS.map((value) => ({
          tone: toneOf(value),
          weight: Math.abs(value),
          label: `${fixed(value, 1)}${value === -1 ? ` ${negative}` : value === 1 ? ` ${positive}` : ''}`,
        }))}
      />
      <Drawing of={title}>
        <HeatGrid title={title} look="pairs" rows={heads} columns={heads} cell={cellOf} />
        <ol className="grid-names" aria-hidden="true">
          {labels.map((label) => (
            <li key={label}>{label}</li>
          ))}
        </ol>
      </Drawing>
    </>
  );
}
