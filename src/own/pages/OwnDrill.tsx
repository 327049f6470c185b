import '../../ui/controls.css';
import '../../ui/document.css';
import '../../case/case.css';
import '../../explore/explore.css';
import '../../explore/facets.css';
import '../../compare/compare.css';
import '../../charts/drawing.css';
import {
  type MouseEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { CasePage } from '../../case/CaseIsland.tsx';
import { holdRelease } from '../../client/local-release.ts';
import { JudgeChooser } from '../../compare/Chooser.tsx';
import { Compared } from '../../compare/Compared.tsx';
import { chosenOf, nextWords, useCompareFields } from '../../compare/choice.ts';
import { Explorer } from '../../explore/Explorer.tsx';
import { NoteDialog } from '../../explore/NoteDialog.tsx';
import { showNote } from '../../explore/note-read.ts';
import { figuresSlug } from '../../figures/kit/case-figure.ts';
import { type PrerenderedFigures, rememberFigures } from '../../figures/page/case-figures.ts';
import { Figures } from '../../figures/page/FiguresIsland.tsx';
import { SelectField } from '../../ui/boxes.tsx';
import { IgnoredNotice } from '../../ui/IgnoredNotice.tsx';
import { Failed, useQuestion, Waiting } from '../../ui/loading.tsx';
import { useUrl } from '../../ui/use-url.ts';
import { type OwnResult, type OwnRun, ownRuns } from '../judge-files.ts';
import { type OwnComparison, type OwnSource, ownSource } from '../own-source.ts';
import type { OwnSession } from '../session.ts';
import type { OwnPlace } from '../use-own.ts';
import { type CaseOpinion, opinionOf, useResultsWork } from '../work-on-results.ts';

interface GatheredProps<T> {
  /** Must stay the same function while the question is the same. */
  readonly gather: () => Promise<T>;
  /** What goes on meanwhile, as a verb: `Gathering the cases`. */
  readonly doing: string;
  readonly children: (data: T) => ReactNode;
}

function Gathered<T>({ gather, doing, children }: GatheredProps<T>) {
  const question = useCallback(() => gather(), [gather]);
  const asked = useQuestion(question);
  if (asked.state === 'failed') return <Failed failure={asked.failure} retry={asked.retry} />;
  if (asked.state !== 'ready')
    return (
      <p className="state" role="status">
        <Waiting>{doing}…</Waiting>
      </p>
    );
  return children(asked.data);
}

/** Under which name the data of a page lie; new results get new names. */
const addresses = new WeakMap<PrerenderedFigures, string>();
let count = 0;

function addressOf(page: PrerenderedFigures): string {
  const known = addresses.get(page) ?? `own-figures-${++count}`;
  addresses.set(page, known);
  rememberFigures(known, page);
  return known;
}

/** Shows the figures of own cases. `slug`: the page in the address, '' for the first. */
function OwnFigures({ source, slug }: { readonly source: OwnSource; readonly slug: string }) {
  return (
    <Gathered gather={source.figures} doing="Working out the figures">
      {(pages) => {
        const page = pages.find((one) => figuresSlug(one.pages, one.page) === slug) ?? pages[0];
        if (page === undefined) return <p>These cases hold nothing that a figure is drawn from.</p>;
        const address = addressOf(page);
        return <Figures key={address} address={address} />;
      }}
    </Gathered>
  );
}

function Comparison({ choices, comparable, opening }: OwnComparison) {
  const fields = useCompareFields(choices, comparable);
  const [state, change] = useUrl(fields);
  const judges = state.judges.length === 0 ? opening : state.judges;
  const chosen = useMemo(() => judges.flatMap((text) => chosenOf(choices, text) ?? []), [judges, choices]);
  const [one, ...others] = chosen;
  const asked = useMemo(() => ({ ...state, judges }), [state, judges]);
  return (
    <>
      <p className="lede">
        Is one judge better than another, or may the difference be chance? The first is the baseline of the others.
      </p>
      <JudgeChooser choices={choices} chosen={chosen} change={(texts) => change({ judges: texts })} />
      <div className="results">
        {one === undefined || others.length === 0 ? (
          <p className="state">{one === undefined ? 'Choose two judges above.' : nextWords(one, choices)}</p>
        ) : (
          <Compared {...{ choices, chosen, comparable, change }} state={asked} isWhole isHere />
        )}
      </div>
      <IgnoredNotice fields={fields} />
    </>
  );
}

function OwnCompare({ source }: { readonly source: OwnSource }) {
  return (
    <Gathered gather={source.comparison} doing="Gathering the runs">
      {(found) => <Comparison {...found} />}
    </Gathered>
  );
}

function OwnCasesList({ source }: { readonly source: OwnSource }) {
  return (
    <Gathered gather={source.list} doing="Gathering the cases">
      {(known) => <Explorer {...known} />}
    </Gathered>
  );
}

const CHOICES = [
  ['agree', 'The label is right'],
  ['disagree', 'The judge is right'],
  ['', 'Not said'],
] as const;

function CaseOpinionFields({
  opinion,
  change,
}: {
  readonly opinion: CaseOpinion;
  readonly change: (opinion: CaseOpinion) => void;
}) {
  const name = useId();
  return (
    <fieldset className="case-opinion page-only gap-2 gap-x-4 items-center around-2 pad-2-3 border rounded">
      <legend>What do you say?</legend>
      {CHOICES.map(([says, words]) => (
        <label key={says}>
          <input
            type="radio"
            name={name}
            checked={opinion.says === says}
            onChange={() => change({ ...opinion, says })}
          />{' '}
          {words}
        </label>
      ))}
      <label>
        Note{' '}
        <input
          className="field"
          value={opinion.note}
          onChange={({ currentTarget }) => change({ ...opinion, note: currentTarget.value })}
        />
      </label>
    </fieldset>
  );
}

interface OwnCaseProps {
  readonly source: OwnSource;
  readonly instance: string;
  readonly runs: readonly OwnRun[];
}

function Opinion({ instance, runs }: Omit<OwnCaseProps, 'source'>) {
  const { opinions, say } = useResultsWork();
  const [chosen, choose] = useState(runs[0]?.label ?? '');
  return (
    <div className="opinions">
      {runs.length < 2 ? null : (
        <SelectField label="Run" value={chosen} options={runs.map(({ run, label }) => [label, run])} choose={choose} />
      )}
      <CaseOpinionFields
        key={`${chosen} ${instance}`}
        opinion={opinionOf(opinions, { label: chosen, instance })}
        change={(opinion) => say({ label: chosen, instance }, opinion)}
      />
    </div>
  );
}

function OwnCase({ source, ...asked }: OwnCaseProps) {
  return (
    <Gathered gather={source.facts} doing="Opening the case">
      {(facts) => (
        <>
          <CasePage facts={facts} />
          <Opinion {...asked} />
        </>
      )}
    </Gathered>
  );
}

/** Answers for the cases of a result, under the name that addresses have for them, as long as it is on the page; null before. */
function useSource(session: OwnSession, result: OwnResult, id: string): OwnSource | null {
  const [source, setSource] = useState<OwnSource | null>(null);
  useEffect(() => {
    const { benchmark } = result;
    if (benchmark === null) return;
    const own = ownSource(session, result, { benchmark, id });
    holdRelease(id, own.local);
    setSource(own);
    return () => {
      own.end();
      holdRelease(id, null);
    };
  }, [session, result, id]);
  return source;
}

/** A link to a place of the page is followed without its fragment, which holds the page's state here. */
function followInPlace(event: MouseEvent<HTMLDivElement>): void {
  const link = event.target instanceof Element ? event.target.closest('a[href^="#"]') : null;
  const to = link?.getAttribute('href') ?? '';
  if (to === '' || to.startsWith('#/')) return;
  event.preventDefault();
  const target = document.getElementById(decodeURIComponent(to.slice(1)));
  target?.scrollIntoView();
  // Whoever skips something by keyboard goes on from there.
  target?.focus({ preventScroll: true });
}

function Note({ words, back }: { readonly words: string; readonly back: string }) {
  const note = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    if (note.current !== null) showNote(note.current);
  }, []);
  return <NoteDialog ref={note} words={words} back={back} backTo="Back to where you stand" />;
}

/** Shows cases, behind the note that the benchmark's own pages have before the prompts which the release adds. */
function Noted({
  source,
  back,
  children,
}: {
  readonly source: OwnSource;
  readonly back: string;
  readonly children: ReactNode;
}) {
  return (
    <Gathered gather={source.note} doing="Opening the cases">
      {(words) => (
        <>
          {words === null ? null : <Note words={words} back={back} />}
          {children}
        </>
      )}
    </Gathered>
  );
}

interface OwnDrillProps {
  readonly session: OwnSession;
  readonly result: OwnResult;
  readonly id: string;
  readonly place: OwnPlace & { readonly search: string };
}

export function OwnDrill({ session, result, id, place: { page, search } }: OwnDrillProps) {
  const source = useSource(session, result, id);
  if (source === null) return null;
  const instance = new URLSearchParams(search).get('id') ?? '';
  const runs = ownRuns(result);
  const back = `${id.replace(/^[^#]*/, '')}/`;
  const drawn = page.startsWith('/figures/') ? (
    <OwnFigures source={source} slug={page.slice('/figures/'.length).replace(/\/$/, '')} />
  ) : page === '/compare/' ? (
    <OwnCompare source={source} />
  ) : (
    <Noted source={source} back={back}>
      {page === '/case/' && instance !== '' ? (
        <OwnCase {...{ source, runs, instance }} />
      ) : (
        <OwnCasesList source={source} />
      )}
    </Noted>
  );
  return <div onClickCapture={followInPlace}>{drawn}</div>;
}
