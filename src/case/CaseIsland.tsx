import { useCallback, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import type { ListPlace } from '../cases/columns/list.ts';
import type { ClientFailure, FailureWords } from '../client/failure.ts';
import { loadCase } from '../client/packs.ts';
import { caseAddressFields } from '../explore/case-address.ts';
import { travelling } from '../explore/travelling.ts';
import type { Case } from '../schema/stored-case.ts';
import { href } from '../ui/href.ts';
import { IgnoredNotice } from '../ui/IgnoredNotice.tsx';
import { guarded, UNEXPECTED, useHydrated } from '../ui/island.tsx';
import { Button, useCopyLink } from '../ui/layout.tsx';
import { type AskedQuestion, Failed, PagePart, Silence, useQuestion } from '../ui/loading.tsx';
import { numberWords } from '../ui/number-words.ts';
import { cleanAddress, useUrl } from '../ui/use-url.ts';
import { Icon } from './AnswerMark.tsx';
import { CaseView } from './CaseView.tsx';
import type { CaseFacts } from './facts.ts';
import { casePartsOf, conditionsOf, headingOf, ofJudges, repeatsOf, runsOfCase } from './parts.ts';
import { type CaseFields, caseFields } from './state.ts';
import { usePlace, useStepping } from './use-stepping.ts';

function CopyLink() {
  const { copied, copy, byHand } = useCopyLink('Link to this view');
  return (
    <>
      <Button look="js" onClick={copy}>
        {copied ? 'Link copied' : 'Copy link'}
      </Button>
      <span className="hidden" role="status">
        {copied ? 'Link copied' : ''}
      </span>
      {byHand}
    </>
  );
}

interface CrumbsProps {
  readonly facts: CaseFacts;
  readonly list: string;
  /** Null where no case is on the page. */
  readonly place: AskedQuestion<ListPlace> | null;
  readonly step: (by: -1 | 1) => void;
}

function Place({ asked }: { readonly asked: AskedQuestion<ListPlace> }) {
  if (asked.state === 'ready') {
    const { place, total } = asked.data;
    return (
      <span className="num">
        {place === null ? 'not in this list' : `${numberWords(place)} of ${numberWords(total)}`}
      </span>
    );
  }
  if (asked.state === 'failed') {
    return (
      <span role="alert">
        {asked.failure.what}{' '}
        <Button look="quiet" onClick={asked.retry}>
          Try again
        </Button>
      </span>
    );
  }
  return <span aria-busy="true">finding its place…</span>;
}

function listName(benchmark: string, list: string): string {
  if (list.length < 2) return 'Cases';
  const words = travelling(benchmark, list)?.words;
  return words === undefined ? 'Filtered cases' : words === '' ? 'Cases' : `Cases: ${words}`;
}

function CaseCrumbs({ facts, list, place, step }: CrumbsProps) {
  const neighbours = place?.state === 'ready' ? place.data : null;
  const name = useMemo(() => listName(facts.benchmark, list), [facts.benchmark, list]);
  return (
    <nav className="crumbs items-center small" aria-label="Place of this case">
      <a href={href(`/${facts.benchmark}/`)}>{facts.name}</a>
      <span aria-hidden="true">›</span>
      <a href={href(`/${facts.benchmark}/explore/${list.length > 1 ? list : ''}`)}>{name}</a>
      {place === null || list === '' ? null : (
        <>
          <span aria-hidden="true">›</span>
          <Place asked={place} />
        </>
      )}
      <span className="spacer" />
      {list === '' ? null : (
        <>
          <Button
            look="quiet"
            aria-disabled={!neighbours?.previous}
            aria-keyshortcuts="ArrowLeft"
            onClick={() => step(-1)}
          >
            <Icon shape="back" /> Previous
          </Button>
          <Button look="quiet" aria-disabled={!neighbours?.next} aria-keyshortcuts="ArrowRight" onClick={() => step(1)}>
            Next <Icon shape="forward" />
          </Button>
        </>
      )}
      <CopyLink />
    </nav>
  );
}

function WaysOn({ facts }: { readonly facts: CaseFacts }) {
  return (
    <>
      <a className="btn" href={href(`/${facts.benchmark}/explore/`)}>
        All cases of {facts.name}
      </a>
      <a className="btn quiet" href={href(`/${facts.benchmark}/`)}>
        Leaderboard
      </a>
    </>
  );
}

interface CaseFailedProps {
  readonly failure: ClientFailure;
  readonly facts: CaseFacts;
  readonly retry: () => void;
}

function CaseFailed({ failure, facts, retry }: CaseFailedProps) {
  const { elsewhere } = facts;
  const shown =
    elsewhere === null ? null : (
      <a className="btn" href={href(`/${elsewhere.id}/explore/`)}>
        Cases of {elsewhere.name}
      </a>
    );
  return (
    <Failed
      failure={failure}
      retry={retry}
      place="page"
      className="case-state failed-case breaks max-w-line border-strong rounded surface"
      ways={failure.kind === 'no-instances' ? shown : <WaysOn facts={facts} />}
    />
  );
}

function NoCase({ facts }: { readonly facts: CaseFacts }) {
  return (
    <div className="case-state empty-case breaks max-w-line border-strong rounded surface">
      <h2>Which case?</h2>
      <p>The address names none. Choose one among all cases, or give its id.</p>
      <form className="ways" method="get">
        <input
          className="field"
          name="id"
          aria-label="Id of a case"
          placeholder="Id of a case"
          required
          autoComplete="off"
          spellCheck={false}
        />
        <button type="submit" className="btn on">
          Open
        </button>
        <WaysOn facts={facts} />
      </form>
    </div>
  );
}

function CaseWaiting() {
  return (
    <div className="case waiting js" aria-busy="true">
      <p className="small loading m-0" role="status">
        Loading the case…
      </p>
      <div className="card blank" />
      <div className="card blank" />
    </div>
  );
}

function fieldsOf(data: Case, facts: CaseFacts): CaseFields {
  return caseFields({
    runs: runsOfCase(data),
    // A list names a criterion, of which the first part is meant.
    parts: casePartsOf(data, facts).flatMap(({ key, criterion }) => [key, criterion ?? key]),
    conditions: conditionsOf(data),
    repeats: repeatsOf(data),
  });
}

/** The fields that say which case of which list is shown: all of the address that can be read before the case is there. */
const { id, list, vote } = caseAddressFields([]);
const ASKED = { id, list, vote };

const NOT_SHOWN: FailureWords = {
  what: 'The case could not be shown.',
  todo: UNEXPECTED,
};

function useCase(facts: CaseFacts, id: string): AskedQuestion<Case> {
  const question = useCallback(
    async (signal: AbortSignal) => ofJudges(await loadCase(facts.benchmark, id, { signal }), facts),
    [facts, id],
  );
  return useQuestion(id === '' ? null : question, NOT_SHOWN);
}

interface ShownProps {
  readonly data: Case;
  readonly facts: CaseFacts;
  readonly busy: boolean;
  /** Whether the case was stepped to: then the parameters in the address were chosen on another case. */
  readonly stepped: boolean;
  readonly step: (by: -1 | 1) => void;
}

const loadVote = () => import('./BlindVote.tsx');

/** Shows a case with its own state; mounted again for each case, since each has other parameters. */
function Shown({ data, facts, busy, stepped, step }: ShownProps) {
  const fields = useMemo(() => fieldsOf(data, facts), [data, facts]);
  const [state, change] = useUrl(fields);
  const isBlind = state.vote === 'blind';
  useEffect(() => {
    if (stepped) cleanAddress(fields);
    const title = isBlind ? 'Blind vote' : headingOf(data).text;
    document.title = `${title} · ${facts.name} · Judgeboard`;
  }, [data, facts, fields, stepped, isBlind]);
  return (
    <div aria-busy={busy} className="case-body renewed breaks">
      {isBlind ? (
        <PagePart load={loadVote}>
          {({ BlindVote }) => <BlindVote {...{ data, facts, state, change, step }} />}
        </PagePart>
      ) : (
        <CaseView data={data} facts={facts} state={state} change={change} />
      )}
      {stepped ? null : <IgnoredNotice fields={fields} />}
    </div>
  );
}

/** Removes what the page's own script drew of a case that does not come after all. */
function useFirstLookGone(isGone: boolean): void {
  useLayoutEffect(() => {
    if (isGone) document.querySelector('.first-look')?.replaceChildren();
  }, [isGone]);
}

/** Moves the focus to the new case's heading, since the focused element went with the case before; keys and screen readers continue from there. */
function useKeptFocus(id: string, stepped: boolean): void {
  useEffect(() => {
    const heading = document.querySelector<HTMLElement>('.case-head h1');
    // The focus is lost where it is on the body, or on what holds the heading.
    if (id !== '' && stepped && document.activeElement?.contains(heading)) heading?.focus();
  }, [id, stepped]);
}

export function CasePage({ facts }: { readonly facts: CaseFacts }) {
  const [{ id, list, vote }, ask] = useUrl(ASKED);
  const asked = useCase(facts, id);
  const [stepped, setStepped] = useState(false);
  const isNone = useHydrated() && id === '';
  const isFailed = asked.state === 'failed';
  // While the next case is on its way, the one before stays.
  const data = isNone || isFailed ? null : asked.last;
  const busy = asked.state !== 'ready';
  const go = useCallback(
    (to: string): void => {
      setStepped(true);
      ask({ id: to });
    },
    [ask],
  );
  const shown = asked.state === 'ready' ? asked.data.instance : id;
  const { benchmark, losses } = facts;
  const place = usePlace({
    ...{ benchmark, losses, list, id: shown, isVote: vote === 'blind' },
    ...{ isShown: asked.state === 'ready', isFailed },
  });
  const step = useStepping(place, go);
  useKeptFocus(id, stepped);
  useFirstLookGone(isNone || isFailed);
  return (
    <>
      <CaseCrumbs
        facts={facts}
        list={list}
        place={isNone || (isFailed && place.state !== 'ready') ? null : place}
        step={step}
      />
      <Silence />
      {data === null ? (
        <div className="head case-head">
          <h1>{id === '' ? `Cases of ${facts.name}` : `Case of ${facts.name}`}</h1>
        </div>
      ) : null}
      {isNone ? <NoCase facts={facts} /> : null}
      {isFailed ? <CaseFailed failure={asked.failure} facts={facts} retry={asked.retry} /> : null}
      {isNone || isFailed || data !== null ? null : <CaseWaiting />}
      {data === null ? null : (
        <Shown key={data.instance} data={data} facts={facts} busy={busy} stepped={stepped} step={step} />
      )}
    </>
  );
}

function AliveCase({ facts }: { readonly facts: string }) {
  const known = useMemo(() => JSON.parse(facts) as CaseFacts, [facts]);
  return <CasePage facts={known} />;
}

/** Shows the page of one case. `facts` is the JSON of `CaseFacts`. */
export const CaseIsland = guarded(AliveCase);
