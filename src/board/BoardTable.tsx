import type { ReactNode, RefObject } from 'react';
import type { SortBy, SortKey } from '../schema/board.ts';
import { boardName } from '../schema/board.ts';
import { DIRECTION_WORDS, descends } from '../schema/metric.ts';
import { useHydrated } from '../ui/island.tsx';
import { ScrollBox } from '../ui/layout.tsx';
import { classNames } from '../ui/lists.ts';
import type { BoardFrame } from './look.ts';
import { keptStyle } from './look.ts';
import type { PageColumn } from './page-board.ts';
import { JudgeRow, ReferenceRow, TotalRow } from './Rows.tsx';
import type { BoardRanking } from './standings.ts';
import { NAME_SORT } from './state.ts';
import type { ArrangedLine } from './use-view.ts';
import { explanationId } from './words.ts';

interface HeadProps {
  readonly frame: BoardFrame;
  readonly sort: readonly SortKey[];
  readonly onSort: SortBy;
}

/** Joins neighbouring columns of one group, as [group, how many, key of the first]. */
function runs(columns: readonly PageColumn[], left: number): [string, number, string][] {
  const out: [string, number, string][] = [];
  columns.forEach((column, i) => {
    const last = out.at(-1);
    if (last !== undefined && last[0] === column.group && i !== left) last[1] += 1;
    else out.push([column.group, 1, column.key]);
  });
  return out;
}

function Arrow({ descending, place }: { readonly descending: boolean; readonly place: number }) {
  return (
    <span className="arrow">
      <svg viewBox="0 0 8 10" width="8" height="10" aria-hidden="true">
        <path d={descending ? 'M4 0v8M1 5.5 4 9l3-3.5' : 'M4 10V2M1 4.5 4 1l3 3.5'} />
      </svg>
      {place}
      <span className="hidden">{descending ? ' descending' : ' ascending'}</span>
    </span>
  );
}

interface SortButtonProps extends Omit<HeadProps, 'frame'> {
  readonly column: string;
  readonly label: string;
}

function SortButton({ column, label, onSort, sort }: SortButtonProps) {
  const at = sort.findIndex((key) => key.column === column);
  const key = sort[at];
  return (
    <button type="button" className="sort js" onClick={(event) => onSort(column, event.shiftKey)}>
      <span className="hidden">{`Sort by ${label}`}</span>
      {key === undefined ? null : <Arrow descending={key.descending} place={at + 1} />}
    </button>
  );
}

function ariaSort(sort: readonly SortKey[], column: string): 'ascending' | 'descending' | undefined {
  const [first] = sort;
  return first?.column === column ? (first.descending ? 'descending' : 'ascending') : undefined;
}

function BoardColumnHead({
  column,
  index,
  frame,
  sort,
  onSort,
}: HeadProps & { readonly column: PageColumn; readonly index: number }) {
  const kept = index < frame.left;
  return (
    <th
      scope="col"
      abbr={column.label}
      className={classNames(column.unit === 'text' && 'text', kept && 'kept')}
      aria-sort={ariaSort(sort, column.key)}
      style={kept ? keptStyle(index) : undefined}
    >
      <button type="button" className="why" popoverTarget={explanationId('about', column.key)}>
        {column.label}
      </button>
      <SortButton column={column.key} label={column.label} sort={sort} onSort={onSort} />
      {descends(column.direction) ? null : <small>{DIRECTION_WORDS[column.direction]}</small>}
    </th>
  );
}

function BoardHead({ frame, ranking, sort, onSort }: HeadProps & { readonly ranking: BoardRanking }) {
  const { standings, among } = ranking;
  const { board, columns, left } = frame;
  const ranked = standings === null ? 0 : 1;
  return (
    <thead>
      {columns.some((column) => column.group !== '') ? (
        <tr>
          <td colSpan={1 + ranked} />
          {runs(columns, left).map(([group, span, first]) =>
            group === '' ? (
              <td key={first} colSpan={span} />
            ) : (
              <th key={first} scope="colgroup" colSpan={span} className="group">
                {group}
              </th>
            ),
          )}
        </tr>
      ) : null}
      <tr>
        {ranked === 0 ? null : (
          <th scope="col" className="rank">
            {standings?.tested === true ? 'Rank' : 'Place'}
            <span className="hidden">{` by ${standings?.column.label ?? ''}`}</span>
            {among === null ? null : <small>shown · all</small>}
            {standings?.tested === true && standings.untested > 0 ? (
              <small>{standings.untested} not tested</small>
            ) : null}
            {standings?.tested === false ? <small>of {standings.of.size}, not tested</small> : null}
          </th>
        )}
        <th scope="col" className="name" aria-sort={ariaSort(sort, NAME_SORT)}>
          {board.rowLabel}
          <SortButton column={NAME_SORT} label={board.rowLabel} sort={sort} onSort={onSort} />
        </th>
        {columns.map((column, i) => (
          <BoardColumnHead key={column.key} column={column} index={i} frame={frame} sort={sort} onSort={onSort} />
        ))}
      </tr>
    </thead>
  );
}

interface LineRowProps {
  readonly frame: BoardFrame;
  readonly ranking: BoardRanking;
  readonly lines: readonly ArrangedLine[];
  readonly at: number;
  readonly index?: number;
}

function groupOf(ranking: BoardRanking, line: ArrangedLine | undefined): number | undefined {
  return line?.kind === 'judge' && !line.pinned && line.under !== true ? ranking.groups.get(line.row.id) : undefined;
}

/** Lines that stand between judges without a place of their own. */
const isBetween = (line: ArrangedLine | undefined): boolean =>
  line?.kind === 'reference' || (line?.kind === 'judge' && line.under === true);

/** Says whether this line begins another group than the judge above it. Reference lines between them do not count. */
function startsGroup(ranking: BoardRanking, lines: readonly ArrangedLine[], at: number): boolean {
  const own = groupOf(ranking, lines[at]);
  let above = at - 1;
  while (isBetween(lines[above])) above -= 1;
  const before = groupOf(ranking, lines[above]);
  return own !== undefined && before !== undefined && own !== before;
}

export function LineRow({ frame, ranking, lines, at, index }: LineRowProps) {
  const line = lines[at];
  if (line === undefined) return null;
  const ranked = ranking.standings !== null;
  if (line.kind === 'reference')
    return <ReferenceRow frame={frame} ranked={ranked} reference={line.reference} index={index} />;
  if (line.kind === 'total') return <TotalRow frame={frame} ranked={ranked} row={line.row} index={index} />;
  const groupStart = startsGroup(ranking, lines, at);
  return (
    <JudgeRow
      frame={frame}
      row={line.row}
      standings={ranking.standings}
      pinned={line.pinned}
      under={line.under === true}
      groupStart={groupStart}
      place={ranking.among?.get(line.row.id)}
      index={index}
    />
  );
}

/** Rows that a page may hold at once; of a longer table only those in view are in it. */
export const MOST_ROWS = 200;
/** A table with more rows than the first number is served with the second, so that one of 200 judges and 12 columns stays within 30 kB. */
const [LONG, SERVED] = [100, 35] as const;

export function lineKey(line: ArrangedLine): string {
  return line.kind === 'reference' ? `reference ${line.reference.id}` : line.row.id;
}

interface BoardTableProps {
  readonly frame: BoardFrame;
  readonly ranking: BoardRanking;
  readonly sort: readonly SortKey[];
  readonly lines: readonly ArrangedLine[];
  readonly onSort: SortBy;
  readonly empty: ReactNode;
  /** Draws the rows itself where they are too many for a page. */
  readonly body?: ReactNode;
  /** Left out where no script will move the table. */
  readonly scroller?: RefObject<HTMLElement | null>;
}

interface BoardBodyProps extends Pick<BoardTableProps, 'frame' | 'ranking' | 'lines' | 'empty'> {
  readonly still: boolean;
}

function BoardBody({ frame, ranking, lines, empty, still }: BoardBodyProps) {
  const isCut = !useHydrated() && lines.length > LONG;
  const shown = lines.slice(0, isCut ? SERVED : MOST_ROWS);
  return (
    <tbody>
      {empty === null ? null : (
        <tr className="empty">
          <td className="text-left" colSpan={frame.columns.length + 2}>
            {empty}
          </td>
        </tr>
      )}
      {shown.map((line, at) => (
        <LineRow key={lineKey(line)} frame={frame} ranking={ranking} lines={lines} at={at} />
      ))}
      {isCut ? (
        <tr>
          <td colSpan={frame.columns.length + 2}>
            The first {SERVED} of {lines.length} rows.{' '}
            {still
              ? 'All of them stand on the board’s page.'
              : 'The others come when the table is used, which needs scripts; all of them are in the CSV file.'}
          </td>
        </tr>
      ) : null}
    </tbody>
  );
}

/** Px of the widest columns of values, of texts, of names and ranks; and of a page of 1240. */
const [VALUE, TEXT, NAMES, PAGE] = [104, 200, 380, 1160] as const;

const isNarrow = ({ columns }: BoardFrame): boolean =>
  columns.reduce((width, { unit }) => width + (unit === 'text' ? TEXT : VALUE), NAMES as number) <= PAGE;

export function BoardTable({ frame, ranking, sort, onSort, lines, empty, body, scroller }: BoardTableProps) {
  const { board } = frame;
  const name = `${board.heading} ${boardName(board)}`;
  const tall = body !== undefined;
  const keys = scroller === undefined ? '' : '; arrow keys go from value to value';
  return (
    <ScrollBox
      ref={scroller}
      className={`scroll ${board.kind}${tall ? ' tall' : ''}${isNarrow(frame) ? ' fits' : ''}`}
      label={`${name}, scrolls${keys}`}
    >
      <table className="board" aria-rowcount={tall ? lines.length + 1 : undefined}>
        <caption className="hidden">{name}</caption>
        <BoardHead frame={frame} ranking={ranking} sort={sort} onSort={onSort} />
        {body ?? <BoardBody {...{ frame, ranking, lines, empty }} still={scroller === undefined} />}
      </table>
    </ScrollBox>
  );
}
