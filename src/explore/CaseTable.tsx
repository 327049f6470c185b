import type { KeyboardEvent, ReactNode, RefCallback } from 'react';
import { type Choices, type Facet, facetSortKey, QUEUES } from '../cases/choices.ts';
import type { SortBy, SortKey } from '../schema/board.ts';
import { ScrollBox } from '../ui/layout.tsx';
import { classNames } from '../ui/lists.ts';
import type { AskedFor } from './asked.ts';
import { COLUMN_WORDS } from './words.ts';

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** ↑ and ↓ go from row to row; ↵ opens the row by its own link. From the list itself ↓ goes to the first row in view. */
function onRowKey(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key];
  if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  const list = event.currentTarget;
  const at = event.target instanceof Element ? event.target.closest('tr') : null;
  const linkIn = (row: Element | null | undefined): HTMLElement | null =>
    row?.querySelector<HTMLElement>('th a') ?? null;
  const next = step > 0 ? at?.nextElementSibling : at?.previousElementSibling;
  const inView = (): Element | undefined => {
    const { top } = list.getBoundingClientRect();
    const head = list.querySelector('thead')?.clientHeight ?? 0;
    return [...list.querySelectorAll('tbody tr')].find(
      (row) => row.getBoundingClientRect().top >= Math.max(0, top + head) && linkIn(row),
    );
  };
  const link = linkIn(at?.closest('tbody') ? next : step > 0 ? inView() : null);
  if (link === null) return;
  event.preventDefault();
  link.focus({ preventScroll: true });
  link.closest('tr')?.scrollIntoView({ block: 'nearest' });
}

interface CaseColumn {
  readonly key: string;
  readonly label: string;
  /** Its kind, by which the style sheet gives it its width. */
  readonly kind: 'case-name' | 'case-label' | 'judges-right' | 'answer' | 'number' | 'by-facet';
  readonly plain?: true;
}

export interface ListLook {
  readonly choices: Choices;
  /** Facets that say something of the cases of the list. */
  readonly facets: readonly Facet[];
  readonly asked: AskedFor;
}

/** Columns of numbers, which a list has as long as it is ordered by them. */
const COUNTED = ['points', ...QUEUES, 'longest', 'judgments'] as const;

/** The columns of a list: those that the benchmark can fill, the asked judge's answer, and what it is ordered by. All else is said under the case's name. */
export function listColumns({ choices, facets, asked }: ListLook): readonly CaseColumn[] {
  const judge = choices.runs.find(({ run }) => run === asked.run)?.label;
  const isSearch = choices.words && asked.words !== '';
  const isOrder = (key: string): boolean => asked.order.includes(key);
  return [
    { key: 'case', label: COLUMN_WORDS.case, kind: 'case-name' },
    ...(choices.lines?.includes('gold')
      ? [{ key: 'gold', label: 'Label', kind: 'case-label', plain: true } as const]
      : []),
    ...COUNTED.filter(isOrder).map((key) => ({ key, label: COLUMN_WORDS[key], kind: 'number' }) as const),
    ...(judge === undefined || isSearch ? [] : [{ key: 'answer', label: judge, kind: 'answer', plain: true } as const]),
    ...(isSearch ? [{ key: 'found', label: 'Reason with these words', kind: 'answer', plain: true } as const] : []),
    { key: 'right', label: COLUMN_WORDS.right, kind: 'judges-right' },
    ...facets.flatMap(({ name, label }) => {
      const key = facetSortKey(name);
      return isOrder(key) ? [{ key, label, kind: 'by-facet' } as const] : [];
    }),
  ];
}

/** Says whether rows have room for three lines: two of a prompt, or of a reason, and one of what it belongs to. */
export const isTall = ({ choices, asked }: Pick<ListLook, 'choices' | 'asked'>): boolean =>
  choices.lines?.includes('prompt') === true || (choices.words && asked.words !== '');

export interface CaseTableProps extends ListLook {
  readonly sort: readonly SortKey[];
  readonly onSort: SortBy;
  /** Rows in all, of which the body may hold only some. */
  readonly total: number;
  readonly busy: boolean;
  readonly scroller: RefCallback<HTMLElement>;
  readonly children: ReactNode;
}

function HeadCell({ column, sort, onSort }: { readonly column: CaseColumn } & Pick<CaseTableProps, 'sort' | 'onSort'>) {
  const at = sort.findIndex((key) => key.column === column.key);
  const key = sort[at];
  if (column.plain)
    return (
      <th scope="col" className={column.kind}>
        {column.label}
      </th>
    );
  const first = at === 0 ? (key?.descending ? 'descending' : 'ascending') : undefined;
  return (
    <th scope="col" className={column.kind} aria-sort={first}>
      <span className="nojs">{column.label}</span>
      <button type="button" className="sort js" onClick={(event) => onSort(column.key, event.shiftKey)}>
        {column.label}
        {key === undefined ? null : (
          <span className="arrow">
            <svg viewBox="0 0 8 10" width="8" height="10" aria-hidden="true">
              <path d={key.descending ? 'M4 0v8M1 5.5 4 9l3-3.5' : 'M4 10V2M1 4.5 4 1l3 3.5'} />
            </svg>
            {sort.length > 1 ? at + 1 : null}
            <span className="hidden">{key.descending ? ' descending' : ' ascending'}</span>
          </span>
        )}
      </button>
    </th>
  );
}

export function CaseTable({ choices, facets, asked, sort, onSort, total, busy, scroller, children }: CaseTableProps) {
  return (
    <ScrollBox
      className="case-scroll renewed relative border rounded"
      id="cases"
      ref={scroller}
      label="Cases"
      aria-busy={busy}
      onKeyDown={onRowKey}
    >
      <table className={classNames('case-table', isTall({ choices, asked }) && 'tall')} aria-rowcount={total + 1}>
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
