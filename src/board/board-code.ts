import { fileAddress } from '../client/file-list.ts';
import type { CodedTable } from '../client/table-code.ts';
import { boardName } from '../schema/board-name.ts';
import type { BoardAsShown } from './download-board.ts';
import { viewWords } from './shown.ts';

/** Says what code must read to have the rows and columns shown. Throws what `fileAddress` throws. */
export async function boardCode({ board, state, view }: BoardAsShown): Promise<CodedTable> {
  const { frame, arrangement } = view;
  const rows = arrangement.lines.flatMap((line) => (line.kind === 'reference' ? [] : [line.row.id]));
  const shown = new Set(rows);
  const columns = frame.columns.map(({ key }) => key);
  const changed = board.switches?.find(({ id, on }) => state[id] === on)?.label;
  return {
    name: 'scores',
    address: await fileAddress(`boards/${board.benchmark}/${board.table}.csv`),
    keep: [
      ...(board.rows.every(({ id }) => shown.has(id)) ? [] : [{ column: 'id', oneOf: rows }]),
      ...(columns.length === board.columns.length ? [] : [{ column: 'column', oneOf: columns }]),
    ],
    among: [],
    notes: [
      `${boardName(board)}: ${board.heading}; ${viewWords(frame, state)}`,
      `Release ${board.release}, one row per value, from ${window.location.href}`,
      ...(changed === undefined ? [] : [`These are the official values, without “${changed}”.`]),
      ...(frame.deltas === null ? [] : ['These are the values themselves, not the differences.']),
    ],
  };
}
