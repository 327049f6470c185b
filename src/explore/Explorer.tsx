import { lazy, type RefObject, Suspense, useMemo, useRef, useState } from 'react';
import type { Choices, Facet } from '../cases/choices.ts';
import { type FacetCounts, readCounts } from '../cases/facet-counts.ts';
import type { SortBy } from '../schema/sort-key.ts';
import { ControlGroup } from '../ui/ControlGroup.tsx';
import { Failed } from '../ui/Failed.tsx';
import { IgnoredNotice } from '../ui/IgnoredNotice.tsx';
import { countOf, numberWords } from '../ui/number-words.ts';
import { Waiting } from '../ui/Waiting.tsx';
import { type AskedFor, askedFor } from './asked.ts';
import { ByEngine } from './ByEngine.tsx';
import { CaseRow } from './CaseRow.tsx';
import { CaseTable } from './CaseTable.tsx';
import { FilterChips } from './Chips.tsx';
import { Facets } from './Facets.tsx';
import { NotKept } from './NotKept.tsx';
import { nextSort } from './next-sort.ts';
import type { Prerendered } from './prerendered.ts';
import { exploreFields } from './state.ts';
import { type ReadyAnswer, useAnswer } from './use-answer.ts';
import { useExploreState } from './use-explore-state.ts';
import { usePages } from './use-pages.ts';
import { useTravel } from './use-travel.ts';
import { VirtualRows } from './VirtualRows.tsx';
import { chipsOf } from './words.ts';

const CasesDownload = lazy(async () => ({ default: (await import('./CasesDownload.tsx')).CasesDownload }));

/** Facets that say something about the cases shown. */
function shownFacets({ facets }: Choices, counts: FacetCounts): readonly Facet[] {
  return facets.filter(({ name, values }) => values.some((v) => v !== '' && counts.of(`attribute ${name}`, v) > 0));
}

interface BodyProps {
  readonly choices: Choices;
  readonly facets: readonly Facet[];
  readonly asked: AskedFor;
  readonly list: string;
  readonly first: Prerendered['first'];
  readonly lines: Prerendered['lines'];
}

/** Pictures of so many rows come before anybody looks at the list; those of the others come with the rows that are seen. */
const PICTURED = 8;

function StaticBody({ choices, facets, asked, list, first, lines }: BodyProps) {
  const texts = lines.map((text, i) => (i < PICTURED ? text : { ...text, thumb: '' }));
  return (
    <tbody>
      {first.map((line, index) => (
        <CaseRow key={line.instance} {...{ choices, facets, asked, list, index, line, text: texts[index] }} />
      ))}
    </tbody>
  );
}

function shownWords(ready: ReadyAnswer | null, choices: Choices, first: number): string {
  if (ready === null) return `first ${numberWords(first)} of ${countOf(choices.cases, 'case')}`;
  const { total } = ready.counts;
  return total === choices.cases
    ? countOf(total, 'case')
    : `${numberWords(total)} of ${countOf(choices.cases, 'case')}`;
}

interface BarProps {
  readonly ready: ReadyAnswer | null;
  readonly busy: boolean;
  readonly bar: RefObject<HTMLDivElement | null>;
  readonly words: string;
  readonly onDownload: (anchor: HTMLElement) => void;
}

/** The line above the list: how many cases there are, what goes on, and the download. */
function SelectionBar({ ready, busy, bar, words, onDownload }: BarProps) {
  return (
    <ControlGroup ref={bar} className="bar selection" label="Selection" tabIndex={-1}>
      <output className="count">{words}</output>
      <span className="doing js">
        {busy ? <Waiting>{ready === null ? 'Opening the cases…' : 'Counting…'}</Waiting> : null}
      </span>
      <button
        type="button"
        className="btn js"
        aria-haspopup="dialog"
        disabled={ready === null || busy || ready.counts.total === 0}
        onClick={(event) => onDownload(event.currentTarget)}
      >
        Download
      </button>
    </ControlGroup>
  );
}

/** The cases of a benchmark: what is asked for, how many there are, and the list itself. */
export function Explorer({ choices, first, lines, texts, counts: prerendered }: Prerendered) {
  const fields = useMemo(() => exploreFields(choices), [choices]);
  const known = useMemo(() => ({ ...fields.facets, ...fields.fixed }), [fields]);
  const [state, wanted, change] = useExploreState(fields);
  const asked = useAnswer(choices, state, wanted);
  const { last: ready, retry } = asked;
  const busy = asked.state === 'loading';
  const { row, want, failure: ofPages } = usePages(ready);
  const failure = asked.state === 'failed' ? asked.failure : busy ? null : ofPages;
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const bar = useRef<HTMLDivElement>(null);
  const list = ready?.list ?? '';
  const { scroller, setScroller, start, onOpened } = useTravel({ choices, first, ready, row });
  const chips = useMemo(() => chipsOf(choices, state, wanted), [choices, state, wanted]);
  const counts = useMemo(() => ready?.counts ?? readCounts(choices, prerendered), [ready, choices, prerendered]);
  const facets = useMemo(() => shownFacets(choices, counts), [choices, counts]);
  const onSort: SortBy = (column, add) => change({ sort: nextSort(state.sort, column, add) });
  const total = ready === null ? first.length : ready.counts.total;
  const rows = { choices, facets, asked: useMemo(() => askedFor(list), [list]), list };
  return (
    <div className="explore">
      <Facets choices={choices} state={state} facets={wanted} counts={counts} change={change} />
      <div className="found" onClickCapture={onOpened}>
        <SelectionBar
          {...{ ready, busy, bar }}
          words={shownWords(ready, choices, first.length)}
          onDownload={setAnchor}
        />
        <FilterChips {...{ choices, chips, change }} sort={state.sort} onTaken={() => bar.current?.focus()} />
        <NotKept />
        <ByEngine what="The quick list of cases" notice={ready?.selection.notice ?? null} />
        {failure === null ? null : (
          <Failed failure={failure} retry={retry} className="explore-state bad">
            {ready === null ? (
              <p>Below are the first cases without any filter; each of them opens.</p>
            ) : (
              <p>Below is the last answer.</p>
            )}
          </Failed>
        )}
        {ready !== null && total === 0 && !busy ? (
          <p className="explore-state">No case fits all of this. Take away a part of the selection above.</p>
        ) : (
          <CaseTable
            {...rows}
            sort={state.sort}
            onSort={onSort}
            total={total}
            busy={busy && (ready !== null || chips.length > 0)}
            scroller={setScroller}
          >
            {ready === null ? (
              <StaticBody {...rows} first={first} lines={lines} />
            ) : (
              <VirtualRows key={list} {...rows} {...{ lines, total, row, want, scroller, start }} />
            )}
          </CaseTable>
        )}
      </div>
      <IgnoredNotice fields={known} />
      {anchor === null || ready === null ? null : (
        <Suspense>
          <CasesDownload
            {...{ choices, state, texts, total, anchor }}
            facets={wanted}
            selection={ready.selection}
            onClose={() => setAnchor(null)}
          />
        </Suspense>
      )}
    </div>
  );
}
