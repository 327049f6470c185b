import { DIRECTION_WORDS, descends } from '../schema/direction.ts';
import type { SortBy, SortKey } from '../schema/sort-key.ts';
import type { BoardFrame } from './frame.ts';
import { columnId } from './ids.ts';
import { keptStyle } from './kept.ts';
import type { BoardRanking } from './rank.ts';
import type { SlimColumn } from './slim.ts';
import { NAME_SORT } from './state.ts';

interface HeadProps {
  readonly frame: BoardFrame;
  readonly sort: readonly SortKey[];
  readonly onSort: SortBy;
}

/** Joins neighbouring columns of one group, as [group, how many, key of the first]. */
function runs(columns: readonly SlimColumn[], left: number): [string, number, string][] {
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

/** Sorts at a click on the label; where scripts are off it is only a label. */
function SortButton({ column, label, onSort, sort }: SortButtonProps) {
  const at = sort.findIndex((key) => key.column === column);
  const key = sort[at];
  return (
    <>
      <span className="nojs">{label}</span>
      <button type="button" className="sort js" onClick={(event) => onSort(column, event.shiftKey)}>
        {label}
        {key === undefined ? null : <Arrow descending={key.descending} place={at + 1} />}
      </button>
    </>
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
}: HeadProps & { readonly column: SlimColumn; readonly index: number }) {
  const kept = index < frame.left;
  const classes = [column.unit === 'text' ? 'text' : '', kept ? 'kept' : ''].filter((name) => name !== '');
  return (
    <th
      scope="col"
      abbr={column.label}
      className={classes.join(' ') || undefined}
      aria-sort={ariaSort(sort, column.key)}
      style={kept ? keptStyle(index) : undefined}
    >
      <button type="button" className="why" popoverTarget={columnId(column.key)} aria-label={`About ${column.label}`} />
      <SortButton column={column.key} label={column.label} sort={sort} onSort={onSort} />
      {descends(column.direction) ? null : <small>{DIRECTION_WORDS[column.direction]}</small>}
    </th>
  );
}

export function BoardHead({ frame, ranking, sort, onSort }: HeadProps & { readonly ranking: BoardRanking }) {
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
            <span className="hidden"> by {standings?.column.label}</span>
            {among === null ? null : <small>shown · all</small>}
            {standings?.tested === true && standings.untested > 0 ? (
              <small>{standings.untested} not tested</small>
            ) : null}
            {standings?.tested === false ? <small>not tested</small> : null}
          </th>
        )}
        <th scope="col" className="name" aria-sort={ariaSort(sort, NAME_SORT)}>
          <SortButton column={NAME_SORT} label={board.rowLabel} sort={sort} onSort={onSort} />
        </th>
        {columns.map((column, i) => (
          <BoardColumnHead key={column.key} column={column} index={i} frame={frame} sort={sort} onSort={onSort} />
        ))}
      </tr>
    </thead>
  );
}
