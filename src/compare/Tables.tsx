import { CompareTableView } from './CompareTableView.tsx';
import type { CompareTable } from './lines.ts';

interface TablesProps {
  readonly tables: readonly CompareTable[];
  readonly names: readonly string[];
}

/** Tables side by side where they fit. */
export function Tables({ tables, names }: TablesProps) {
  return (
    <div className="abreast">
      {tables.map((table) => (
        <CompareTableView
          key={`${table.board.benchmark} ${table.board.table} ${table.variant}`}
          table={table}
          names={names}
        />
      ))}
    </div>
  );
}
