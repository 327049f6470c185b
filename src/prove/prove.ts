import { openDatabase } from '../client/database.ts';
import { loadDatedReleases } from '../client/dated-values.ts';
import { ClientFailure } from '../client/failure.ts';
import { fetchHashedJson, pageRelease } from '../client/manifest.ts';
import { fileAddress } from '../client/release-files.ts';
import type { BoardCell, BoardColumn, BoardRow, StoredBoard } from '../schema/board.ts';
import { goneWords, linkedColumn, otherRelease, protocolOfTable, type ValueLink } from '../schema/value-link.ts';
import { number } from '../sql/query.ts';

/** A value of a board that a link names. */
export interface LinkedCell {
  /** What the link says otherwise than the release; '' where it is the same. */
  readonly other: string;
  readonly board: StoredBoard;
  readonly row: BoardRow;
  readonly column: BoardColumn;
  readonly cell: BoardCell;
}

/** What the statement gave in the page. */
export interface Proof {
  readonly sql: string;
  readonly value: number | null;
  readonly numerator: number;
  readonly denominator: number;
  readonly cases: number;
  readonly clusters: number;
  readonly isSame: boolean;
}

function gone(why: string): ClientFailure {
  const todo = 'The present tables are linked above; older releases are in the history of the project.';
  return new ClientFailure('unknown-id', { what: 'The value that this link names is not here.', why, todo });
}

async function boardOf({ benchmark, table }: ValueLink): Promise<StoredBoard | undefined> {
  const address = await fileAddress(`boards/${benchmark}/${table}.json`).catch((error: unknown) => {
    if (error instanceof RangeError) return null;
    throw error;
  });
  return address === null ? undefined : ((await fetchHashedJson(address)) as StoredBoard);
}

async function otherWords(link: ValueLink, { printed }: Pick<BoardCell, 'printed'>): Promise<string> {
  const hash = pageRelease() ?? '';
  const dated = ['', hash].includes(link.release) ? null : (await loadDatedReleases()).today.id;
  const other = otherRelease(link, hash, dated);
  const shown = ['', printed].includes(link.shown) ? '' : `The link says ${link.shown}, the release shows ${printed}.`;
  return [other === '' ? '' : `${other}.`, shown].join(' ').trim();
}

/** Finds the value that a link names in the release. Throws ClientFailure, also where there is no such value. */
export async function findCell(link: ValueLink): Promise<LinkedCell> {
  const board = await boardOf(link);
  const words = goneWords(link, board);
  const column = board === undefined ? undefined : linkedColumn(board, link.columns[0] ?? '');
  const row = board?.rows.find(
    ({ id, judge }) => link.rows.includes(id) || (judge !== null && link.rows.includes(judge)),
  );
  if (words !== '' || board === undefined || column === undefined || row === undefined) throw gone(`${words}.`);
  const cell = row.cells[column.key];
  if (cell === undefined || cell.value === null) throw gone(`${row.name} has no value there.`);
  return { board, row, column, cell, other: await otherWords(link, cell) };
}

/** Writes the statement of a value, runs it over the release's judgments and labels, and compares; says why where there is none. */
export async function proveCell(
  { board, row, column, cell }: LinkedCell,
  signal: AbortSignal,
): Promise<Proof | string> {
  // The metrics, of which statements are made, come where somebody asks.
  const [{ instanceColumns }, { isSameValue, proofOf, provedColumn }] = await Promise.all([
    import('../metrics/items.ts'),
    import('../metrics/proof.ts'),
  ]);
  const { proved, unproved } = provedColumn(column);
  if (proved === null) return unproved;
  const { query } = await openDatabase(board.benchmark, { signal });
  const columns = await instanceColumns(query);
  const sql = proofOf(proved, { protocol: protocolOfTable(board.table), columns, run: row.id });
  const [found] = await query(sql, [], { signal });
  const of = (name: string): number => (found === undefined ? 0 : number(found, name));
  const value = found === undefined ? null : of('value');
  return {
    ...{ sql, value, numerator: of('numerator'), denominator: of('denominator') },
    ...{ cases: of('cases'), clusters: of('clusters') },
    isSame: value !== null && cell.value !== null && isSameValue(value, cell.value),
  };
}
