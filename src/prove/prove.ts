import { openDatabase } from '../client/database.ts';
import { ClientFailure } from '../client/failure.ts';
import { fetchHashedJson, pageRelease } from '../client/manifest.ts';
import { fileAddress } from '../client/release-files.ts';
import { instanceColumns } from '../metrics/items.ts';
import { isSameValue, type Proved, proofOf, provedColumn } from '../metrics/proof.ts';
import type { BoardCell, BoardColumn, BoardRow, StoredBoard } from '../schema/board.ts';
import { goneWords, protocolOfTable, type ValueLink } from '../schema/value-link.ts';
import { number } from '../sql/query.ts';

/** A value of a board, and the statement that makes it. */
export interface ProvedCell {
  readonly board: StoredBoard;
  readonly row: BoardRow;
  readonly column: BoardColumn;
  readonly cell: BoardCell;
  /** Null where no statement makes it; `unproved` then says why. */
  readonly proved: Proved | null;
  readonly unproved: string;
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

/** Finds the value that a link names, in the release, and writes its statement. Throws ClientFailure, also where there is no such value. */
export async function findProved(link: ValueLink): Promise<ProvedCell> {
  const board = await boardOf(link);
  const words = goneWords(link, board);
  const [key = ''] = link.columns;
  const column = board?.columns.find((one) => one.key === key);
  const row = board?.rows.find(
    ({ id, judge }) => link.rows.includes(id) || (judge !== null && link.rows.includes(judge)),
  );
  const cell = row?.cells[key];
  if (words !== '' || board === undefined || column === undefined || row === undefined) throw gone(`${words}.`);
  if (cell === undefined || cell.value === null) throw gone(`${row.name} has no value there.`);
  return { board, row, column, cell, ...provedColumn(column) };
}

/** Writes the statement of a value, runs it over the release's judgments and labels, and compares; null where there is none. */
export async function proveCell({ board, row, cell, proved }: ProvedCell, signal: AbortSignal): Promise<Proof | null> {
  if (proved === null) return null;
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

/** Says what a link says otherwise than the release; '' where it is the same. */
export function otherWords({ release, shown }: ValueLink, { cell }: ProvedCell): string {
  const present = pageRelease();
  const other =
    release !== '' && release !== present ? `The link is of release ${release}, this is release ${present}. ` : '';
  return shown === '' || shown === cell.printed
    ? other
    : `${other}The link says ${shown}, the release shows ${cell.printed}.`;
}
