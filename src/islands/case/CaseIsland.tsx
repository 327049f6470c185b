import { NuqsAdapter } from 'nuqs/adapters/react';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import type { CaseFacts } from '../../components/case/facts.ts';
import { headingOf } from '../../components/case/heading.ts';
import { conditionsOf, partsOf, repeatsOf, runsOf } from '../../components/case/parts.ts';
import type { Case } from '../../schema/shard.ts';
import { type CaseFields, caseFields } from '../../url-state/case.ts';
import { cleanSearch } from '../../url-state/field.ts';
import { Notice } from '../board/Notice.tsx';
import { useIgnored } from '../board/use-ignored.ts';
import { CaseHead } from './CaseHead.tsx';
import { CaseView } from './CaseView.tsx';
import { Crumbs } from './Crumbs.tsx';
import { Empty, Failed, Waiting } from './Failed.tsx';
import { type Loading, useCase } from './use-case.ts';
import { useCaseState } from './use-case-state.ts';
import { useStepping } from './use-stepping.ts';

const NO_CHOICES = { runs: [], parts: [], conditions: [], repeats: [] };

/** The parameters that make sense for a case; before there is one, only its id and its list. */
function fieldsOf(data: Case | null, facts: CaseFacts): CaseFields {
  if (data === null) return caseFields(NO_CHOICES);
  return caseFields({
    runs: runsOf(data),
    parts: partsOf(data, facts).map(({ key }) => key),
    conditions: conditionsOf(data),
    repeats: repeatsOf(data),
  });
}

/** The case on the page: while the next one is on its way, the one before. */
function shownCase(loading: Loading): Case | null {
  if (loading.state === 'ready') return loading.data;
  return loading.state === 'loading' ? loading.old : null;
}

function cleanAddress(fields: CaseFields): void {
  const { pathname, search } = window.location;
  window.history.replaceState(window.history.state, '', pathname + cleanSearch(search, fields));
}

/** Names the case in the window's title. */
function useTitle(data: Case | null, facts: CaseFacts): void {
  useEffect(() => {
    if (data !== null) document.title = `${headingOf(data).text} · ${facts.name} · Judgeboard`;
  }, [data, facts]);
}

function Page({ facts }: { readonly facts: CaseFacts }) {
  const bare = useMemo(() => fieldsOf(null, facts), [facts]);
  const [{ id, list }, changeBare] = useCaseState(bare);
  const [loading, retry] = useCase(facts.benchmark, id);
  const data = shownCase(loading);
  const fields = useMemo(() => fieldsOf(data, facts), [data, facts]);
  const [state, change] = useCaseState(fields);
  const ignored = useIgnored(fields);
  const stepped = useRef(false);
  const go = useCallback(
    (to: string): void => {
      stepped.current = true;
      changeBare({ id: to });
    },
    [changeBare],
  );
  const stepping = useStepping({ benchmark: facts.benchmark, list, id, ready: loading.state === 'ready' }, go);
  useTitle(data, facts);
  useEffect(() => {
    // The next case may lack a criterion or a judge of the one before: nobody asked for it there.
    if (loading.state === 'ready' && stepped.current) cleanAddress(fields);
  }, [loading.state, fields]);
  return (
    <>
      <Crumbs facts={facts} list={list} stepping={stepping} />
      {data === null ? (
        <div className="head case-head">
          <h1>{id === '' ? `Cases of ${facts.name}` : `Case of ${facts.name}`}</h1>
        </div>
      ) : (
        <CaseHead data={data} facts={facts} />
      )}
      {loading.state === 'empty' ? <Empty facts={facts} /> : null}
      {loading.state === 'failed' ? <Failed failure={loading.failure} facts={facts} retry={retry} /> : null}
      {loading.state === 'loading' && data === null ? <Waiting /> : null}
      {data === null ? null : (
        <div aria-busy={loading.state === 'loading'} className="case-body">
          <CaseView data={data} facts={facts} state={state} change={change} />
          <Notice ignored={stepped.current ? [] : ignored} onClean={() => cleanAddress(fields)} />
        </div>
      )}
    </>
  );
}

/** The page of one case: its own address says which one and how it is looked at. `facts`: JSON of `CaseFacts`. */
export function CaseIsland({ facts }: { readonly facts: string }) {
  const known = useMemo(() => JSON.parse(facts) as CaseFacts, [facts]);
  return (
    <NuqsAdapter>
      <Page facts={known} />
    </NuqsAdapter>
  );
}
