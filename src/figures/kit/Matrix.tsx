import { Drawing } from '../../charts/Drawing.tsx';
import { href } from '../../ui/href.ts';
import { signed } from '../../ui/number-words.ts';
import type { MatrixFigure } from './figure.ts';
import { HeatKey } from './HeatKey.tsx';
import { HeatTable } from './HeatTable.tsx';
import { toneOf } from './heat-look.ts';

export type MatrixProps = Pick<MatrixFigure, 'title' | 'columns' | 'rows' | 'decimals' | 'negative' | 'positive'>;

/** Says what the colours of a matrix stand for. */
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

/** Shows rows × columns of signed numbers around zero. */
export function Matrix({ title, columns, rows, decimals }: MatrixProps) {
  const most = Math.max(...rows.flatMap((row) => row.values.map((value) => Math.abs(value ?? 0))));
  return (
    <Drawing of={title} className="heat-table">
      <HeatTable
        corner="Judge"
        columns={columns.map((label) => ({ key: label, label }))}
        rows={rows.map(({ label, judge, run }) => ({
          key: label,
          label,
          ...(run === undefined ? {} : { run }),
          ...(judge === null ? {} : { href: href(`/judge/${judge}/`) }),
        }))}
        cell={(row, column) => {
          const value = rows[row]?.values[column] ?? null;
          const text = value === null ? '–' : signed(value, decimals);
          const weight = value === null || most === 0 ? 0 : Math.abs(value) / most;
          return { text, tone: toneOf(value), weight, words: '', href: null };
        }}
      />
    </Drawing>
  );
}
