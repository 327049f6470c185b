import type { ReactNode, RefCallback } from 'react';
import type { Choices, Facet } from '../cases/choices.ts';
import { facetSortKey } from '../cases/list-columns.ts';
import type { SortBy, SortKey } from '../schema/sort-key.ts';
import { ScrollBox } from '../ui/ScrollBox.tsx';
import type { AskedFor } from './asked.ts';
import { onRowKey } from './row-keys.ts';
import { COLUMN_WORDS } from './words.ts';

/** One case as the table shows it: its columns beside one per facet. */
export interface CaseLine {
  readonly instance: string;
  /** Its row in the table `instances`. */
  readonly _place: number;
  /** A sign for each run: `+` right, `-` wrong, `.` neither. */
  readonly _marks: string;
  readonly _right: number;
  readonly _wrong: number;
  readonly _judgments: number;
  readonly _longest: number;
  /** Points lost, where the list is ordered by them. */
  readonly _points?: number;
  readonly [column: string]: string | number | undefined;
}

interface Column {
  readonly key: string;
  readonly label: string;
  readonly number: boolean;
  /** Nothing is sorted by it. */
  readonly plain?: true;
}

/** What decides how a list looks. */
export interface ListLook {
  readonly choices: Choices;
  /** Facets that have a column. */
  readonly facets: readonly Facet[];
  /** Whose answers the list is about, and under which criterion. */
  readonly asked: AskedFor;
}

/** A column that says something of a case without being sorted by. */
const said = (key: string, label: string): Column => ({ key, label, number: false, plain: true });

/** The columns of a list: only those that the benchmark can fill, and the asked judge's where one is asked for. */
export function listColumns({ choices, facets, asked }: ListLook): readonly Column[] {
  const holds = new Set(choices.lines);
  const judge = choices.runs.find(({ run }) => run === asked.run)?.label;
  return [
    { key: 'case', label: COLUMN_WORDS.case, number: false },
    ...(holds.has('gold') ? [said('gold', 'Label')] : []),
    ...(asked.byPoints ? [{ key: 'points', label: COLUMN_WORDS.points, number: true }] : []),
    { key: 'right', label: COLUMN_WORDS.right, number: false },
    ...(judge === undefined ? [] : [said('answer', judge)]),
    ...(judge === undefined || !holds.has('reason') ? [] : [said('reason', 'Its reason')]),
    ...facets.map(({ name, label }) => ({ key: facetSortKey(name), label, number: false })),
    { key: 'longest', label: COLUMN_WORDS.longest, number: true },
    { key: 'judgments', label: COLUMN_WORDS.judgments, number: true },
  ];
}

export interface CaseTableProps extends ListLook {
  readonly sort: readonly SortKey[];
  readonly onSort: SortBy;
  /** Rows in all, of which the body may hold only some. */
  readonly total: number;
  readonly busy: boolean;
  /** Hears of the element that scrolls. */
  readonly scroller: RefCallback<HTMLElement>;
  readonly children: ReactNode;
}

function HeadCell({ column, sort, onSort }: { readonly column: Column } & Pick<CaseTableProps, 'sort' | 'onSort'>) {
  const at = sort.findIndex((key) => key.column === column.key);
  const key = sort[at];
  if (column.plain)
    return (
      <th scope="col" className={column.key === 'gold' ? 'case-label' : undefined}>
        {column.label}
      </th>
    );
  const first = at === 0 ? (key?.descending ? 'descending' : 'ascending') : undefined;
  return (
    <th scope="col" className={column.number ? 'number' : undefined} aria-sort={first}>
      <span className="nojs">{column.label}</span>
      <button type="button" className="sort js" onClick={(event) => onSort(column.key, event.shiftKey)}>
        {column.label}
        {key === undefined ? null : (
          <span className="arrow">
            <svg viewBox="0 0 8 10" width="8" height="10" aria-hidden="true">
              <path d={key.descending ? 'M4 0v8M1 5.5 4 9l3-3.5' : 'M4 10V2M1 4.5 4 1l3 3.5'} />
            </svg>
            {at + 1}
            <span className="hidden">{key.descending ? ' descending' : ' ascending'}</span>
          </span>
        )}
      </button>
    </th>
  );
}

/** The frame of the list of cases; the body is given. */
export function CaseTable({ choices, facets, asked, sort, onSort, total, busy, scroller, children }: CaseTableProps) {
  return (
    <ScrollBox className="case-scroll" id="cases" ref={scroller} label="Cases" aria-busy={busy} onKeyDown={onRowKey}>
      <table className="case-table" aria-rowcount={total + 1}>
        <caption className="hidden">Cases of {choices.name}; each row leads to its case</caption>
        <thead>
          <tr aria-rowindex={1}>
            {listColumns({ choices, facets, asked }).map((column) => (
              <HeadCell key={column.key} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        {children}
      </table>
    </ScrollBox>
  );
}
