import type { ReactNode } from 'react';

interface NumbersTableProps {
  /** Whose numbers: the figure's title. */
  readonly of: string;
  readonly columns: readonly string[];
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[];
  readonly children?: ReactNode;
}

/** A row of heads, one per column. */
export function ColumnHeads({ columns }: Pick<NumbersTableProps, 'columns'>) {
  return (
    <tr>
      {columns.map((column) => (
        <th key={column} scope="col">
          {column}
        </th>
      ))}
    </tr>
  );
}

/** The numbers of a drawing as a table in a box that scrolls; the first cell of a row names it. */
export function NumbersTable({ of, columns, rows, children }: NumbersTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <section className="numbers" tabIndex={0} aria-label={`${of}, table`}>
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
    </section>
  );
}
