import type { ReactNode, RefObject } from 'react';
import type { SortKey } from '../../url-state/board.ts';
import type { Line } from './arrange.ts';
import type { Frame } from './frame.ts';
import { Head, type SortBy } from './Head.tsx';
import { JudgeRow, ReferenceRow, TotalRow } from './Rows.tsx';

interface LineRowProps {
  readonly frame: Frame;
  readonly lines: readonly Line[];
  readonly at: number;
  readonly index?: number;
}

function tierOf(frame: Frame, line: Line | undefined): number | undefined {
  return line?.kind === 'judge' && !line.pinned ? frame.standings?.of.get(line.row.id)?.rank?.tier : undefined;
}

/** Does this line begin another tier than the judge above it? Reference lines between them do not count. */
function startsTie(frame: Frame, lines: readonly Line[], at: number): boolean {
  const own = tierOf(frame, lines[at]);
  let above = at - 1;
  while (lines[above]?.kind === 'reference') above -= 1;
  const before = tierOf(frame, lines[above]);
  return own !== undefined && before !== undefined && own !== before;
}

export function LineRow({ frame, lines, at, index }: LineRowProps) {
  const line = lines[at];
  if (line === undefined) return null;
  if (line.kind === 'reference') return <ReferenceRow frame={frame} reference={line.reference} index={index} />;
  if (line.kind === 'total') return <TotalRow frame={frame} row={line.row} index={index} />;
  const standing = frame.standings?.of.get(line.row.id);
  const tieStart = startsTie(frame, lines, at);
  return <JudgeRow frame={frame} row={line.row} standing={standing} pinned={line.pinned} tieStart={tieStart} index={index} />;
}

export function lineKey(line: Line): string {
  return line.kind === 'reference' ? `reference ${line.reference.id}` : line.row.id;
}

interface BoardTableProps {
  readonly frame: Frame;
  readonly sort: readonly SortKey[];
  readonly lines: readonly Line[];
  readonly onSort: SortBy;
  /** Shown instead of rows when filters leave none. */
  readonly empty: ReactNode;
  /** Draws the rows itself where they are too many for a page. */
  readonly body?: ReactNode;
  readonly scroller?: RefObject<HTMLElement | null>;
}

export function BoardTable({ frame, sort, onSort, lines, empty, body, scroller }: BoardTableProps) {
  const { board, columns } = frame;
  const name = `${board.heading} ${board.benchmarkName}, table ${board.number}`;
  const tall = body !== undefined;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section ref={scroller} className={tall ? 'scroll tall' : 'scroll'} tabIndex={0} aria-label={`${name}, scrolls sideways`}>
      <table className="board" aria-rowcount={tall ? lines.length + 1 : undefined}>
        <caption className="sr">{name}</caption>
        <Head frame={frame} sort={sort} onSort={onSort} />
        {body ?? (
          <tbody>
            {empty === null ? null : (
              <tr className="empty">
                <td colSpan={columns.length + 2}>{empty}</td>
              </tr>
            )}
            {lines.map((line, at) => (
              <LineRow key={lineKey(line)} frame={frame} lines={lines} at={at} />
            ))}
          </tbody>
        )}
      </table>
    </section>
  );
}
