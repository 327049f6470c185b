import { href } from '../../ui/href.ts';
import { signed } from '../../ui/number-words.ts';
import { ScrollBox } from '../../ui/ScrollBox.tsx';
import type { MatrixFigure } from './figure.ts';
import { HeatKey } from './HeatKey.tsx';
import { shadeOf } from './heat-look.ts';

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

/** Shows rows × columns of signed numbers around zero as a table that is its own picture, so that each number stands on the page once. */
export function Matrix({ title, columns, rows, decimals }: MatrixProps) {
  const most = Math.max(...rows.flatMap((row) => row.values.map((value) => Math.abs(value ?? 0))));
  return (
    <ScrollBox className="heat-table" data-marks label={`${title}, table`}>
      <table>
        <thead>
          <tr>
            <th scope="col">Judge</th>
            {columns.map((label) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, judge, values }) => (
            <tr key={label}>
              <th scope="row">
                {judge === null ? (
                  label
                ) : (
                  <a href={href(`/judge/${judge}/`)} tabIndex={-1}>
                    {label}
                  </a>
                )}
              </th>
              {values.map((value, i) => (
                <td key={columns[i]} className={value === null ? undefined : shadeOf(most === 0 ? 0 : value / most)}>
                  {value === null ? '–' : signed(value, decimals)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
