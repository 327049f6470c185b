import { CompareTableView } from './CompareTableView.tsx';
import type { CompareTable } from './lines.ts';

interface TableListProps {
  readonly tables: readonly CompareTable[];
  readonly names: readonly string[];
}

export function Tables({ tables, names }: TableListProps) {
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

/** The first table of each benchmark, and all others folded: they repeat the same judges under ever finer measures. */
export function TableList({ tables, names }: TableListProps) {
  const seen = new Set<string>();
  const [first, rest]: [CompareTable[], CompareTable[]] = [[], []];
  for (const table of tables) {
    (seen.has(table.board.benchmark) ? rest : first).push(table);
    seen.add(table.board.benchmark);
  }
  return (
    <>
      <Tables tables={first} names={names} />
      {rest.length === 0 ? null : (
        <details className="more-tables">
          <summary>
            {rest.length} more {rest.length === 1 ? 'table' : 'tables'}
          </summary>
          <Tables tables={rest} names={names} />
        </details>
      )}
    </>
  );
}
