import { type ComponentProps, memo, useCallback, useMemo, useRef, useState } from 'react';
import type { Choices, Facet } from '../cases/choices.ts';
import { type FacetCounts, readCounts } from '../cases/facet-counts.ts';
import type { ClientFailure } from '../client/failure.ts';
import type { SortBy } from '../schema/sort-key.ts';
import { stateSearch } from '../ui/address.ts';
import { Failed } from '../ui/Failed.tsx';
import { IgnoredNotice } from '../ui/IgnoredNotice.tsx';
import { PagePart } from '../ui/Part.tsx';
import { useEngineState } from '../ui/Waiting.tsx';
import { askedFor } from './asked.ts';
import { ByEngine } from './ByEngine.tsx';
import { CaseTable, type CaseTableProps, type ListLook } from './CaseTable.tsx';
import { FilterChips } from './Chips.tsx';
import { caseHref } from './case-address.ts';
import { Facets } from './Facets.tsx';
import { nextSort } from './next-sort.ts';
import type { Prerendered } from './prerendered.ts';
import { SelectionBar } from './SelectionBar.tsx';
import { exploreFields } from './state.ts';
import { type ReadyAnswer, useAnswer } from './use-answer.ts';
import { useExploreState } from './use-explore-state.ts';
import { useFromBeginning } from './use-list-view.ts';
import { usePages } from './use-pages.ts';
import { usePreview } from './use-preview.ts';
import { useTravel } from './use-travel.ts';
import { type UnreadTexts, VirtualRows } from './VirtualRows.tsx';
import { chipsOf } from './words.ts';

/** Tells the visitor that the browser keeps nothing for the next visit, although everything works. */
function NotKept() {
  const state = useEngineState();
  if (state.phase !== 'ready' || state.notice === null) return null;
  const { what, why, todo } = state.notice;
  return (
    <p className="not-kept" role="status">
      {what} {why} {todo}
    </p>
  );
}

const loadPreview = () => import('./CasePreview.tsx');
const loadDownload = () => import('./CasesDownload.tsx');

/** Facets that say something about the cases shown. */
function shownFacets({ facets }: Choices, counts: FacetCounts): readonly Facet[] {
  return facets.filter(({ name }) => counts.says(name));
}

/** Rows whose pictures are loaded before anybody looks at the list; the others' are loaded when they come into view. */
const PICTURED = 8;

interface RowsProps extends Omit<ComponentProps<typeof VirtualRows>, 'known' | 'standing'> {
  readonly first: Prerendered['first'];
  readonly lines: Prerendered['lines'];
  /** Whether other rows are on their way, and nothing is known of them yet. */
  readonly coming: boolean;
  readonly isThere: boolean;
}

/** Shows the rows of the answer; before there is one, those that stand in the page. They stay as they are while another answer is on its way. */
const Rows = memo(function Rows({ first, lines, coming, isThere, ...rest }: RowsProps) {
  const known = useMemo(
    () => new Map(lines.flatMap((text, i) => (first[i] === undefined ? [] : [[first[i]._place, text] as const]))),
    [first, lines],
  );
  const standing = first.map((line, index) => ({
    index,
    line: coming ? undefined : line,
    text: lines[index],
    pictured: index < PICTURED,
  }));
  return <VirtualRows {...rest} known={known} standing={isThere ? null : standing} />;
});

type CaseListProps = Omit<CaseTableProps, 'children'> &
  Omit<RowsProps, 'onUnread' | 'scroller'> & {
    /** The element in which the rows scroll, once it exists. */
    readonly within: HTMLElement | null;
  };

/**
 * Shows the list itself. Rows whose texts did not come keep their ids, and a box at the lower edge of what is in view says so; it comes before the
 * rows, since nobody should have to step through all of them to get to its button. When they have come, who pressed it is in the list.
 */
function CaseList({ sort, onSort, busy, scroller, within, ...rows }: CaseListProps) {
  const [unread, setUnread] = useState<UnreadTexts | null>(null);
  const onUnread = useCallback(
    (next: UnreadTexts | null) => {
      if (next === null && document.activeElement?.closest('.unread')) within?.focus({ preventScroll: true });
      setUnread(next);
    },
    [within],
  );
  const lead = rows.choices.lines?.includes('prompt')
    ? 'Some rows show their ids only:'
    : 'Some rows lack their labels:';
  return (
    <>
      {unread === null ? null : <Failed {...unread} lead={lead} className="explore-state bad unread" />}
      <CaseTable {...rows} {...{ sort, onSort, busy, scroller }}>
        <Rows {...rows} scroller={within} onUnread={onUnread} />
      </CaseTable>
    </>
  );
}

type BesideProps = Pick<ListLook, 'choices' | 'asked'> & { readonly list: string } & Pick<
    ReturnType<typeof usePreview>,
    'line' | 'toggle'
  >;

/** The case of the row at hand, where it is asked for. */
function Beside({ choices, asked, list, line, toggle }: BesideProps) {
  if (line === null) return null;
  const address = caseHref(choices.benchmark, { id: line.instance, list: list === '' ? '?' : list });
  return (
    <PagePart load={loadPreview}>
      {({ CasePreview }) => <CasePreview {...{ choices, asked, line, address }} onClose={toggle} />}
    </PagePart>
  );
}

/** Counts of the last answer, which are those of all cases until there is one, and those of all cases. */
function useCounts(choices: Choices, prerendered: Prerendered['counts'], ready: ReadyAnswer | null) {
  const whole = useMemo(() => readCounts(choices, prerendered), [choices, prerendered]);
  return { whole, counts: ready?.counts ?? whole };
}

/** Says whether the page is opened at an address that asks for something: the cases that stand in it were then never the answer. */
const opensAsking = (): boolean => typeof window !== 'undefined' && stateSearch(window.location) !== '';

const FIRST_BELOW = 'Below are the first cases without any filter; each of them opens.';

interface NoAnswerProps {
  readonly failure: ClientFailure | null;
  readonly retry: () => void;
  readonly below: string;
}

/** Says why there is no answer, and still shows what stands below. */
function NoAnswer({ failure, retry, below }: NoAnswerProps) {
  return failure === null ? null : (
    <Failed failure={failure} retry={retry} className="explore-state bad">
      <p>{below}</p>
    </Failed>
  );
}

/** Shows the cases of a benchmark: what is asked for, how many there are, and the list itself. */
export function Explorer({ choices, first, lines, texts, counts: prerendered }: Prerendered) {
  const fields = useMemo(() => exploreFields(choices), [choices]);
  const known = useMemo(() => ({ ...fields.facets, ...fields.fixed }), [fields]);
  const [state, wanted, setState] = useExploreState(fields);
  const asked = useAnswer(choices, state, wanted);
  const { last: ready, retry } = asked;
  const busy = asked.state === 'loading';
  const { row, want, failure: ofPages } = usePages(ready);
  const failure = asked.state === 'failed' ? asked.failure : busy ? null : ofPages;
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const bar = useRef<HTMLDivElement>(null);
  const list = ready?.list ?? '';
  const { scroller, setScroller, start, onOpened } = useTravel({ choices, first, ready, row });
  const change = useFromBeginning(setState, scroller);
  const chips = useMemo(() => chipsOf(choices, state, wanted), [choices, state, wanted]);
  const { counts, whole } = useCounts(choices, prerendered, ready);
  const facets = useMemo(() => shownFacets(choices, counts), [choices, counts]);
  const onSort: SortBy = (column, add) => change({ sort: nextSort(state.sort, column, add) });
  const [asksAtOnce] = useState(opensAsking);
  const coming = asksAtOnce && busy && ready === null && chips.length + state.sort.length > 0;
  const total = ready === null ? first.length : ready.counts.total;
  const preview = usePreview(ready, row);
  // Before there is an answer nothing of the list is moved or measured.
  const placed = ready === null ? { isThere: false, within: null } : { isThere: true, within: scroller };
  const rows = { choices, facets, asked: useMemo(() => askedFor(list), [list]), list };
  return (
    <div className={preview.line === null ? 'explore' : 'explore with-preview'}>
      <Facets {...{ choices, state, counts, whole, change }} facets={wanted} />
      <div className="found" onClickCapture={onOpened} {...preview.handlers}>
        <SelectionBar
          {...{ choices, ready, busy, bar, change, preview }}
          first={coming ? 0 : first.length}
          filters={chips.length}
          sort={state.sort}
          onDownload={setAnchor}
        />
        <FilterChips {...{ choices, chips, change }} sort={state.sort} onTaken={() => bar.current?.focus()} />
        <NotKept />
        <ByEngine what="The quick list of cases" notice={ready?.selection.notice ?? null} />
        <NoAnswer {...{ failure, retry }} below={ready === null ? FIRST_BELOW : 'Below is the last answer.'} />
        {ready !== null && total === 0 && !busy ? (
          <p className="explore-state">No case matches. Remove a part of the selection above.</p>
        ) : (
          <CaseList
            {...rows}
            {...{ first, lines, coming, total, row, want, start, onSort }}
            {...placed}
            sort={state.sort}
            busy={coming || (busy && ready !== null)}
            scroller={setScroller}
          />
        )}
      </div>
      <Beside {...rows} {...preview} />
      <IgnoredNotice fields={known} />
      {anchor === null || ready === null ? null : (
        <PagePart load={loadDownload}>
          {({ CasesDownload }) => (
            <CasesDownload
              {...{ choices, state, texts, total, anchor }}
              facets={wanted}
              selection={ready.selection}
              onClose={() => setAnchor(null)}
            />
          )}
        </PagePart>
      )}
    </div>
  );
}
