import { memo, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type ClientFailure, failureText } from '../../client/failure.ts';
import { listField, writeSearch } from '../../ui/field.ts';
import { href } from '../../ui/href.ts';
import { IgnoredNotice } from '../../ui/IgnoredNotice.tsx';
import { pageIsland } from '../../ui/island.tsx';
import { Failed, type Question, useQuestion, Waiting } from '../../ui/loading.tsx';
import { countOf } from '../../ui/number-words.ts';
import { useUrl } from '../../ui/use-url.ts';
import {
  type ChangeFigures,
  type FigureProps,
  type FigureScope,
  type FiguresFields,
  type FiguresState,
  figuresFields,
  figuresPath,
  type InstanceFigure,
  isSamePage,
  NOT_WORKED_OUT,
  scopeOf,
  UNTOUCHED,
} from '../kit/case-figure.ts';
import { FigureBox, InFrame } from '../kit/Parts.tsx';
import { PROTOCOL_WORDS, pageTab } from '../kit/words.ts';
import {
  figureIdsOf,
  figuresAt,
  figuresIn,
  loadFigures,
  type PrerenderedFigures,
  type ShownFigure,
  type ShownFigures,
  scopeKey,
} from './case-figures.ts';
import { FiguresToolbar } from './FiguresToolbar.tsx';

interface FigureFrameProps extends Omit<FigureProps<unknown>, 'data' | 'scope'> {
  readonly figure: InstanceFigure;
  readonly shown: ShownFigure;
  readonly behind: boolean;
  /** Whether the answer to it is on its way. */
  readonly busy: boolean;
}

function Behind({ shown: { failure } }: Pick<FigureFrameProps, 'shown'>) {
  if (failure === null) return <p className="behind">This still shows the previous choice.</p>;
  return (
    <p className="behind" role="alert">
      {failureText(failure)} Below is the previous choice.
    </p>
  );
}

/** A figure with its title, where its numbers come from, and what it says of them. It is drawn again only where its own data change. */
export const FigureFrame = memo(function FigureFrame(props: FigureFrameProps) {
  const { figure, shown, behind, busy, choices, change } = props;
  const { id, title, protocol, half, view: View } = figure;
  const runs = choices.runs.filter((run) => run.protocol === protocol).length;
  return (
    <FigureBox
      id={id}
      title={title}
      width={half === true ? 'half' : 'broad'}
      busy={busy}
      source={
        <>
          n = <a href={href(`/${choices.benchmark}/explore/`)}>{countOf(choices.cases, 'case')}</a> in all,{' '}
          {countOf(runs, 'run')}
          {choices.synthetic ? ', synthetic' : ''}
        </>
      }
    >
      {behind ? <Behind shown={shown} /> : null}
      {shown.data === null ? (
        <p className="about">The selected cases hold no data for this figure.</p>
      ) : (
        <View data={shown.data} scope={shown.scope} choices={choices} change={change} />
      )}
    </FigureBox>
  );
});

function opening(known: PrerenderedFigures, scope: FigureScope): ShownFigures {
  const shown = figuresIn(known).map((figure) => {
    const data: unknown = known.data[figure.id];
    return [figure.id, { scope, key: scopeKey(figure, scope), data, failure: null }] as const;
  });
  return { shown: new Map(shown), cases: known.choices.cases };
}

/** Shows a figure as its page opens with it, in a frame of somebody else's page. */
export function StillFigure({ known, id }: { readonly known: PrerenderedFigures; readonly id: string }) {
  const figure = figuresIn(known).find((one) => one.id === id);
  const { choices } = known;
  const shown = opening(known, scopeOf(choices, known.opening, UNTOUCHED)).shown.get(id);
  if (figure === undefined || shown === undefined) throw new Error(`no figure ${id}`);
  const still = { behind: false, busy: false, change: () => undefined };
  return (
    <InFrame value={true}>
      <FigureFrame {...{ figure, shown, choices, ...still }} />
    </InFrame>
  );
}

interface LiveFigures extends ShownFigures {
  readonly busy: boolean;
  /** Why nothing can be asked at all. */
  readonly failure: ClientFailure | null;
  readonly retry: () => void;
}

/** The figures for a scope: at first as prerendered (of `first`); what another scope changes is asked for, and cancels the question before. */
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

/** Links to the pages of a benchmark's figures; each says which figures its page has (`other-page.ts`). */
function PageTabs({ known: { page, pages, choices }, search }: PageTabsProps) {
  if (pages.length < 2) return null;
  return (
    <nav className="tables" aria-label="Pages of figures">
      <div>
        {pages.map((one) => (
          <a
            key={pageTab(one, pages)}
            href={`${href(figuresPath(choices.benchmark, pages, one))}${search}`}
            data-figures={figureIdsOf(one).join(' ')}
            aria-current={isSamePage(one, page) ? 'page' : undefined}
          >
            {pageTab(one, pages)}
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
          <p className="below-2">The figures below stay as they were; each that shows an earlier choice says so.</p>
        </Failed>
      )}
      <section className="protocol" aria-labelledby={`figures-${protocol}`}>
        <h2 id={`figures-${protocol}`}>{PROTOCOL_WORDS[protocol].title}</h2>
        <div className="figures flex wrap gap-4">
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

/** The figures of a benchmark's cases, hydrated at the first interaction. `address` names their data, which are loaded before this script. */
export const FiguresIsland = pageIsland(Figures);
