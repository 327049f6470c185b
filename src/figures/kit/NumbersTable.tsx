import type { ReactNode } from 'react';
import { ColumnHeads, ScrollBox } from '../../ui/layout.tsx';

interface NumbersTableProps {
  /** Whose numbers: the figure's title. */
  readonly of: string;
  readonly columns: readonly string[];
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[];
  readonly children?: ReactNode;
}

/** Shows the numbers of a drawing as a table in a box that scrolls; the first cell of a row names it. */
export function NumbersTable({ of, columns, rows, children }: NumbersTableProps) {
  return (
    <ScrollBox className="numbers" label={`${of}, table`}>
      <table>
        <thead>
          <ColumnHeads columns={columns} />
        </thead>
        <tbody>
          {rows.map(({ key, cells: [first, ...rest] }) => (
            <tr key={key}>
              <th scope="row">{first}</th>
              {rest.map((cell, i) => (
                <td key={columns[i + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {children}
    </ScrollBox>
  );
}

/** Writes "Table", and its full name for screen readers, which do not show what it is below. */
export const OfNumbers = () => (
  <>
    Table<span className="hidden"> of these numbers</span>
  </>
);
