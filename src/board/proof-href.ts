import { type Board, type BoardCell, isComputed } from '../schema/board.ts';
import { valueSearch } from '../schema/value-link.ts';
import { href } from '../ui/href.ts';

interface ProvedPlace {
  readonly board: Pick<Board, 'benchmark' | 'table' | 'release' | 'source'>;
  readonly row: { readonly id: string; readonly mine?: boolean };
  readonly column: { readonly key: string };
  readonly cell: Pick<BoardCell, 'value' | 'printed'> | undefined;
}

/** Address of the page that shows how a value of the site is made, and makes it again; null for one that rests on no judgments here. */
export function proofHref({ board, row, column, cell }: ProvedPlace): string | null {
  if (!isComputed(board) || row.mine === true || cell === undefined || cell.value === null) return null;
  const { benchmark, table, release } = board;
  const link = { benchmark, table, rows: [row.id], columns: [column.key], release, shown: cell.printed };
  return href(`/sql/${valueSearch(link)}`);
}
