import { useCallback, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { conflictCount } from '../cases/gold.ts';
import { wordsOfId } from '../cases/labels.ts';
import { loadCase } from '../client/case.ts';
import type { FailureWords } from '../client/failure.ts';
import { caseAddressFields } from '../explore/case-address.ts';
import type { Case } from '../schema/shard.ts';
import { guarded } from '../ui/guarded.tsx';
import { IgnoredNotice } from '../ui/IgnoredNotice.tsx';
import { countOf } from '../ui/number-words.ts';
import { Silence } from '../ui/Silence.tsx';
import { useAlive } from '../ui/use-alive.ts';
import { type AskedQuestion, useQuestion } from '../ui/use-question.ts';
import { cleanAddress, useUrl } from '../ui/use-url.ts';
import { CaseFailed, CaseWaiting, NoCase } from './CaseStates.tsx';
import { CaseView } from './CaseView.tsx';
import { CaseCrumbs } from './Crumbs.tsx';
import type { CaseFacts } from './facts.ts';
import { headFacts, headingOf } from './heading.ts';
import { Icon } from './Icons.tsx';
import { casePartsOf, conditionsOf, ofJudges, repeatsOf, runsOfCase } from './parts.ts';
import { type CaseFields, caseFields } from './state.ts';
import { usePlace, useStepping } from './use-stepping.ts';

/** Says what the case is about, and what kind of case it is. */
function CaseHead({ data, facts }: { readonly data: Case; readonly facts: CaseFacts }) {
  const conflicts = conflictCount(data.gold);
  return (
    <div className="head case-head">
      <h1 dir="auto" tabIndex={-1}>
        {headingOf(data).text}
      </h1>
      <div className="facts">
        {facts.synthetic ? <span className="pill warn">synthetic demonstration</span> : null}
        {headFacts(data, facts).map(({ name, words }) => (
          <span key={name} title={name === '' ? undefined : wordsOfId(name)}>
            {words}
          </span>
        ))}
        {conflicts > 0 ? (
          <span className="conflict">
            <Icon shape="conflict" /> {countOf(conflicts, 'criterion conflict')}
          </span>
        ) : null}
        <code className="case-id">{data.instance}</code>
      </div>
    </div>
  );
}

/** The parameters that make sense for a case. */
function fieldsOf(data: Case, facts: CaseFacts): CaseFields {
  return caseFields({
    runs: runsOfCase(data),
    parts: casePartsOf(data, facts).map(({ key }) => key),
    conditions: conditionsOf(data),
    repeats: repeatsOf(data),
  });
}

/** The fields that say which case of which list is shown: all of the address that can be read before the case is there. */
const { id, list } = caseAddressFields([]);
const ASKED = { id, list };

const NOT_SHOWN: FailureWords = {
  what: 'The case could not be shown.',
  todo: 'Reload the page; if it stays so, it is a mistake of this site.',
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
}

/** Shows a case with its own state; mounted anew for each case, since each has other parameters. */
function Shown({ data, facts, busy, stepped }: ShownProps) {
  const fields = useMemo(() => fieldsOf(data, facts), [data, facts]);
  const [state, change] = useUrl(fields);
  useEffect(() => {
    if (stepped) cleanAddress(fields);
    document.title = `${headingOf(data).text} · ${facts.name} · Judgeboard`;
  }, [data, facts, fields, stepped]);
  return (
    <div aria-busy={busy} className="case-body renewed">
      <CaseView data={data} facts={facts} state={state} change={change} />
      {stepped ? null : <IgnoredNotice fields={fields} />}
    </div>
  );
}

/** Removes what the page's own script drew of the case, in the same frame in which the island's view appears. */
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

/** Shows the page of one case: its own address says which one and how it is looked at. */
export function CasePage({ facts }: { readonly facts: CaseFacts }) {
  const [{ id, list }, ask] = useUrl(ASKED);
  const asked = useCase(facts, id);
  const [stepped, setStepped] = useState(false);
  const isNone = useAlive() && id === '';
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
  const place = usePlace({ benchmark, losses, list, id: shown, isShown: asked.state === 'ready', isFailed });
  const step = useStepping(place, go);
  useKeptFocus(id, stepped);
  useFirstLookGone(data !== null || isNone || isFailed);
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
      ) : (
        <CaseHead data={data} facts={facts} />
      )}
      {isNone ? <NoCase facts={facts} /> : null}
      {isFailed ? <CaseFailed failure={asked.failure} facts={facts} retry={asked.retry} /> : null}
      {isNone || isFailed || data !== null ? null : <CaseWaiting />}
      {data === null ? null : <Shown key={data.instance} data={data} facts={facts} busy={busy} stepped={stepped} />}
    </>
  );
}

function AliveCase({ facts }: { readonly facts: string }) {
  const known = useMemo(() => JSON.parse(facts) as CaseFacts, [facts]);
  return <CasePage facts={known} />;
}

/** Shows the page of one case. `facts` is the JSON of `CaseFacts`. */
export const CaseIsland = guarded(AliveCase);
