import type { BoardColumn } from '../schema/board.ts';

type MeasuredColumn = Pick<BoardColumn, 'metric' | 'slice'>;

/** Says whether a column is a part of what another one holds, which is the same metric over more: one subset beside the average of all. */
export function isPartOf(part: MeasuredColumn, whole: MeasuredColumn): boolean {
  const wider = Object.entries(whole.slice);
  return (
    part.metric !== null &&
    part.metric === whole.metric &&
    Object.keys(part.slice).length > wider.length &&
    wider.every(([key, value]) => part.slice[key] === value)
  );
}
