import type { ReactNode, RefCallback } from 'react';
import type { Choices, Facet } from '../cases/choices.ts';
import { facetSortKey } from '../cases/list-columns.ts';
import { facetColumn } from '../schema/attribute.ts';
import type { SortBy, SortKey } from '../schema/sort-key.ts';
import { numberWords } from '../ui/number-words.ts';
import { ScrollBox } from '../ui/ScrollBox.tsx';
import { caseHref } from './case-address.ts';
import { COLUMN_WORDS, valueWords } from './words.ts';

/** One case as the table shows it: its columns beside one per facet. */
export interface CaseLine {
  readonly instance: string;
  readonly _right: number;
  readonly _wrong: number;
  readonly _judgments: number;
  readonly _longest: number;
  readonly [column: string]: string | number;
}

interface Column {
  readonly key: string;
  readonly label: string;
  readonly number: boolean;
}

const LAST: readonly Column[] = [
  { key: 'longest', label: COLUMN_WORDS.longest, number: true },
  { key: 'judgments', label: COLUMN_WORDS.judgments, number: true },
];

const columnsOf = (facets: readonly Facet[]): readonly Column[] => [
  { key: 'case', label: COLUMN_WORDS.case, number: false },
  { key: 'right', label: COLUMN_WORDS.right, number: true },
  ...facets.map(({ name, label }) => ({ key: facetSortKey(name), label, number: false })),
  ...LAST,
];

export interface CaseTableProps {
  readonly choices: Choices;
  /** Facets that have a column. */
  readonly facets: readonly Facet[];
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
export function CaseTable({ choices, facets, sort, onSort, total, busy, scroller, children }: CaseTableProps) {
  return (
    <ScrollBox className="case-scroll" id="cases" ref={scroller} label="Cases" aria-busy={busy}>
      <table className="case-table" aria-rowcount={total + 1}>
        <caption className="hidden">Cases of {choices.name}; each row leads to its case</caption>
        <thead>
          <tr aria-rowindex={1}>
            {columnsOf(facets).map((column) => (
              <HeadCell key={column.key} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        {children}
      </table>
    </ScrollBox>
  );
}

interface CaseRowProps {
  readonly choices: Choices;
  readonly facets: readonly Facet[];
  readonly list: string;
  /** From 0. */
  readonly index: number;
  /** Undefined while it is on its way. */
  readonly line: CaseLine | undefined;
}

function FacetCell({
  choices,
  name,
  value = '',
}: {
  readonly choices: Choices;
  readonly name: string;
  readonly value?: string | number | undefined;
}) {
  return <td>{value === '' ? '' : valueWords(choices, name, String(value))}</td>;
}

export function CaseRow({ choices, facets, list, index, line }: CaseRowProps) {
  if (line === undefined) {
    return (
      <tr aria-rowindex={index + 2} className="coming">
        <td colSpan={facets.length + 2 + LAST.length}>…</td>
      </tr>
    );
  }
  const asked = line._right + line._wrong;
  return (
    <tr aria-rowindex={index + 2}>
      <th scope="row">
        <a href={caseHref(choices.benchmark, { id: line.instance, list: list === '' ? '?' : list })} dir="auto">
          {line.instance}
        </a>
      </th>
      <td className="number">
        {asked === 0 ? (
          <span className="hidden">none asked</span>
        ) : (
          <>
            {line._right} <span className="of">of {asked}</span>
          </>
        )}
      </td>
      {facets.map(({ name }) => (
        <FacetCell key={name} choices={choices} name={name} value={line[facetColumn(name)]} />
      ))}
      <td className="number">{numberWords(line._longest)}</td>
      <td className="number">{numberWords(line._judgments)}</td>
    </tr>
  );
}
