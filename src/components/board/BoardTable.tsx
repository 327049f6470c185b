import type { ReactNode } from 'react';
import type { SortKey } from '../../url-state/board.ts';
import type { Line } from './arrange.ts';
import type { Frame } from './frame.ts';
import { Head } from './Head.tsx';
import { JudgeRow, ReferenceRow, TotalRow } from './Rows.tsx';

interface LineRowProps {
  readonly frame: Frame;
  readonly lines: readonly Line[];
  readonly at: number;
  readonly index?: number;
}

function groupOf(frame: Frame, line: Line | undefined): number | undefined {
  return line?.kind === 'judge' && !line.pinned ? frame.standings?.of.get(line.row.id)?.group : undefined;
}

/** Does this line begin another tie group than the judge above it? Reference lines between them do not count. */
function startsTie(frame: Frame, lines: readonly Line[], at: number): boolean {
  const own = groupOf(frame, lines[at]);
  let above = at - 1;
  while (lines[above]?.kind === 'reference') above -= 1;
  const before = groupOf(frame, lines[above]);
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
  /** True when filters leave no judge. */
  readonly empty: boolean;
  /** Draws the rows itself where they are too many for a page. */
  readonly body?: ReactNode;
}

function EmptyRow({ frame }: { readonly frame: Frame }) {
  return (
    <tr className="empty">
      <td colSpan={frame.columns.length + 2}>
        No rows match.{' '}
        <button type="button" className="btn" onClick={frame.actions.reset}>
          Reset filters
        </button>
      </td>
    </tr>
  );
}

export function BoardTable({ frame, sort, lines, empty, body }: BoardTableProps) {
  const { heading, benchmarkName, number } = frame.board;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="scroll" tabIndex={0} aria-label={`${heading} Table, scrolls sideways`}>
      <table className="board" aria-rowcount={body === undefined ? undefined : lines.length + 1}>
        <caption className="sr">
          {heading} {benchmarkName}, table {number}
        </caption>
        <Head frame={frame} sort={sort} />
        {body ?? (
          <tbody>
            {empty ? <EmptyRow frame={frame} /> : null}
            {lines.map((line, at) => (
              <LineRow key={lineKey(line)} frame={frame} lines={lines} at={at} />
            ))}
          </tbody>
        )}
      </table>
    </section>
  );
}
