/** Shows a row of heads, one per column. */
export function ColumnHeads({ columns }: { readonly columns: readonly string[] }) {
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
