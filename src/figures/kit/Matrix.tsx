import { href } from '../../ui/href.ts';
import { signed } from '../../ui/number-words.ts';
import type { MatrixFigure } from './figure.ts';
import { HeatGrid } from './HeatGrid.tsx';
import { HeatKey } from './HeatKey.tsx';
import { type HeatCell, LOOKS, leftOf } from './heat-look.ts';
import { DRAWING_WIDTH } from './label-room.ts';
import { OnPhone } from './OnPhone.tsx';

export type MatrixProps = Pick<MatrixFigure, 'title' | 'columns' | 'rows' | 'decimals' | 'negative' | 'positive'>;

/** What the colours of a matrix stand for. */
export function MatrixKey({ negative, positive }: Pick<MatrixFigure, 'negative' | 'positive'>) {
  return (
    <HeatKey
      steps={[
        { tone: 'down', weight: 1, label: negative },
        { tone: 'up', weight: 1, label: positive },
      ]}
    />
  );
}

/** Rows × columns of signed numbers around zero. */
export function Matrix({ title, columns, rows, decimals }: MatrixProps) {
  const most = Math.max(...rows.flatMap((row) => row.values.map((value) => Math.abs(value ?? 0))));
  const cell = (i: number, j: number): HeatCell | null => {
    const value = rows[i]?.values[j];
    if (value === undefined) return null;
    const text = value === null ? '–' : signed(value, decimals);
    return {
      text,
      tone: value === null ? 'none' : value < 0 ? 'down' : 'up',
      weight: most === 0 ? 0 : Math.abs(value ?? 0) / most,
      words: '',
      href: null,
    };
  };
  const grid = {
    title,
    rows: rows.map(({ label, judge }) => ({
      key: label,
      label,
      ...(judge === null ? {} : { href: href(`/judge/${judge}/`) }),
    })),
    columns: columns.map((label) => ({ key: label, label })),
    cell,
  };
  return (
    <OnPhone
      fits={leftOf(LOOKS.rows, grid.rows) + columns.length * LOOKS.rows.width <= DRAWING_WIDTH}
      phone={<HeatGrid {...grid} look="stacked" />}
    >
      <HeatGrid {...grid} look="rows" />
    </OnPhone>
  );
}
