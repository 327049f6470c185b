import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ClientFailure } from '../../client/failure.ts';
import { listField, writeSearch } from '../../ui/field.ts';
import { href } from '../../ui/href.ts';
import { IgnoredNotice } from '../../ui/IgnoredNotice.tsx';
import { pageIsland } from '../../ui/island.tsx';
import { Failed, type Question, useQuestion, Waiting } from '../../ui/loading.tsx';
import { useUrl } from '../../ui/use-url.ts';
import { type FigureScope, NOT_WORKED_OUT } from '../kit/case-figure.ts';
import type { ChangeFigures, InstanceFigure } from '../kit/case-view.ts';
import { PROTOCOL_WORDS, pageTab } from '../kit/words.ts';
import {
  type FiguresFields,
  type FiguresState,
  figuresFields,
  figuresPath,
  isSamePage,
  scopeOf,
  UNTOUCHED,
} from '../state.ts';
import { figureIdsOf, type PrerenderedFigures, scopeKey } from './case-figures.ts';
import { FigureFrame } from './FigureFrame.tsx';
import { FiguresToolbar } from './FiguresToolbar.tsx';
import { figuresAt } from './figures-data.ts';
import { figuresIn, loadFigures, type ShownFigure, type ShownFigures } from './load-figures.ts';

function opening(known: PrerenderedFigures, scope: FigureScope): ShownFigures {
  const shown = figuresIn(known).map((figure) => {
    const data: unknown = known.data[figure.id];
    return [figure.id, { scope, key: scopeKey(figure, scope), data, failure: null }] as const;
  });
  return { shown: new Map(shown), cases: known.choices.cases };
}

interface LiveFigures extends ShownFigures {
  /** Whether something else is on its way. */
  readonly busy: boolean;
  /** Why nothing can be asked at all. */
  readonly failure: ClientFailure | null;
  readonly retry: () => void;
}

/**
 * Gives the figures for a scope. At first they are as they were prerendered; what another scope changes is asked for, figure by figure, and
 * a new scope cancels the question before. `address` is that of the page's data, `first` the scope that these are of.
 */
function useFigures(address: string, first: FigureScope, scope: FigureScope): LiveFigures {
  const known = figuresAt(address);
  const { choices } = known;
  const start = useMemo(() => opening(known, first), [known, first]);
  const [shown, setShown] = useState(start);
  const [question, setQuestion] = useState<Question<void> | null>(null);
  const latest = useRef(shown);
  const put = useCallback((change: (old: ShownFigures) => ShownFigures) => {
    latest.current = change(latest.current);
    setShown(latest.current);
  }, []);
  useEffect(() => {
    const figures = figuresIn(known);
    const isOf = (figure: InstanceFigure, own: ShownFigure | undefined) => own?.key === scopeKey(figure, scope);
    const ready = figures.flatMap((figure) => {
      const own = start.shown.get(figure.id);
      return own !== undefined && isOf(figure, own) ? [[figure.id, own] as const] : [];
    });
    put((old) => ({ ...old, shown: new Map([...old.shown, ...ready]) }));
    const behind = () => figures.filter((figure) => !isOf(figure, latest.current.shown.get(figure.id)));
    const isBehind = behind().length > 0;
    if (ready.length === figures.length) put((old) => ({ ...old, cases: choices.cases }));
    setQuestion(() =>
      isBehind ? (signal: AbortSignal) => loadFigures({ address, scope, figures: behind(), signal, put }) : null,
    );
  }, [address, known, start, scope, choices, put]);
  const asked = useQuestion(question, NOT_WORKED_OUT);
  const failure = asked.state === 'failed' ? asked.failure : null;
  return { ...shown, busy: asked.state === 'loading', failure, retry: asked.retry };
}

interface PageTabsProps {
  readonly known: PrerenderedFigures;
  /** Query string of the selected cases, which stay selected on the other pages. */
  readonly search: string;
}

/**
 * Links to the pages of a benchmark's figures, by way of judging and topic. Each link says which figures its page has, for addresses of
 * another page (`other-page.ts`).
 */
function PageTabs({ known: { page, pages, choices }, search }: PageTabsProps) {
  if (pages.length < 2) return null;
  return (
    <nav className="tables" aria-label="Pages of figures">
      <div>
        {pages.map((one) => (
          <a
            key={pageTab(one)}
            href={`${href(figuresPath(choices.benchmark, pages, one))}${search}`}
            data-figures={figureIdsOf(one).join(' ')}
            aria-current={isSamePage(one, page) ? 'page' : undefined}
          >
            {pageTab(one)}
          </a>
        ))}
      </div>
    </nav>
  );
}

/** Lists the judges that the page can highlight (`HighlightBar.astro`). */
const highlightable = (): readonly string[] =>
  import.meta.env.SSR
    ? []
    : [...document.querySelectorAll<HTMLOptionElement>('[data-highlight] option')].map(({ value }) => value);

/** Keeps the state of the figures in the URL. */
function useFiguresState(fields: FiguresFields): readonly [FiguresState, ChangeFigures] {
  const [chosen, changeChosen] = useUrl(fields.chosen);
  const [beside, changeBeside] = useUrl(fields.beside);
  const [facets, changeFacets] = useUrl(fields.facets);
  const change = useCallback<ChangeFigures>(
    (values) => {
      if (values.chosen !== undefined) changeChosen(values.chosen);
      if (values.beside !== undefined) changeBeside(values.beside);
      if (values.facets !== undefined) changeFacets(values.facets);
    },
    [changeChosen, changeBeside, changeFacets],
  );
  return [useMemo(() => ({ chosen, beside, facets }), [chosen, beside, facets]), change];
}

/** Shows the figures of one way of judging, with the choice of the judge and of the cases above them. */
export function Figures({ address }: { readonly address: string }) {
  const known = figuresAt(address);
  const { choices, opening, page } = known;
  const { protocol } = page;
  const fields = useMemo(() => figuresFields(choices), [choices]);
  const all = useMemo(
    () => ({
      ...fields.chosen,
      ...fields.beside,
      ...fields.facets,
      ...fields.selected,
      pin: listField(highlightable()),
    }),
    [fields],
  );
  const [state, change] = useFiguresState(fields);
  const first = useMemo(() => scopeOf(choices, opening, UNTOUCHED), [choices, opening]);
  const scope = useMemo(() => scopeOf(choices, opening, state), [choices, opening, state]);
  const { shown, cases, busy, failure, retry } = useFigures(address, first, scope);
  const figures = figuresIn(known);
  const reads = (part: 'runs' | 'beside') => figures.some((figure) => (figure.reads ?? ['runs']).includes(part));
  const closely = reads('runs');
  const aside = reads('beside') && choices.runs.some((run) => run.aside === true);
  return (
    <div className="case-figures">
      <PageTabs known={known} search={writeSearch(fields.facets, state.facets)} />
      <FiguresToolbar
        {...{ known, closely, aside, state, change, cases }}
        status={busy ? <Waiting>Drawing…</Waiting> : null}
      />
      {failure === null ? null : (
        <Failed failure={failure} retry={retry} className="explore-state bad">
          <p>The figures below stay as they were; each that shows an earlier choice says so.</p>
        </Failed>
      )}
      <section className="protocol" aria-labelledby={`figures-${protocol}`}>
        <h2 id={`figures-${protocol}`}>{PROTOCOL_WORDS[protocol].title}</h2>
        <div className="figures">
          {figures.map((figure) => {
            const drawn = shown.get(figure.id);
            if (drawn === undefined) return null;
            return (
              <FigureFrame
                key={figure.id}
                figure={figure}
                shown={drawn}
                behind={drawn.key !== scopeKey(figure, scope)}
                busy={busy && drawn.key !== scopeKey(figure, scope)}
                choices={choices}
                change={change}
              />
            );
          })}
        </div>
      </section>
      <IgnoredNotice fields={all} />
    </div>
  );
}

/**
 * Shows the figures of a benchmark's cases, hydrated by the first interaction. `address` names their data, which are here before
 * this script counts as loaded.
 */
export const FiguresIsland = pageIsland(Figures);
