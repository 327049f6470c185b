import { NuqsAdapter } from 'nuqs/adapters/react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { caseAddressFields } from '../explore/case-address.ts';
import type { Case } from '../schema/shard.ts';
import { Notice } from '../ui/Notice.tsx';
import { cleanAddress, useUrl } from '../ui/use-url.ts';
import { CaseHead } from './CaseHead.tsx';
import { CaseView } from './CaseView.tsx';
import { Crumbs } from './Crumbs.tsx';
import { Empty, Failed, Waiting } from './Failed.tsx';
import type { CaseFacts } from './facts.ts';
import { headingOf } from './heading.ts';
import { conditionsOf, partsOf, repeatsOf, runsOf } from './parts.ts';
import { type CaseFields, caseFields } from './state.ts';
import { type Loading, useCase } from './use-case.ts';
import { useStepping } from './use-stepping.ts';

/** The parameters that make sense for a case. */
function fieldsOf(data: Case, facts: CaseFacts): CaseFields {
  return caseFields({
    runs: runsOf(data),
    parts: partsOf(data, facts).map(({ key }) => key),
    conditions: conditionsOf(data),
    repeats: repeatsOf(data),
  });
}

/** Which case of which list: all that is known of the address before the case is there. */
const { id, list } = caseAddressFields([]);
const ASKED = { id, list };

/** The case on the page: while the next one is on its way, the one before. */
function shownCase(loading: Loading): Case | null {
  if (loading.state === 'ready') return loading.data;
  return loading.state === 'loading' ? loading.old : null;
}

interface ShownProps {
  readonly data: Case;
  readonly facts: CaseFacts;
  readonly busy: boolean;
  /** Whether the case was stepped to, so that nobody asked for the parameters in the address on this very case. */
  readonly stepped: boolean;
}

/** A case with the state that is its own; mounted anew for each case, since each has other parameters. */
function Shown({ data, facts, busy, stepped }: ShownProps) {
  const fields = useMemo(() => fieldsOf(data, facts), [data, facts]);
  const [state, change] = useUrl(fields);
  useEffect(() => {
    if (stepped) cleanAddress(fields);
    document.title = `${headingOf(data).text} · ${facts.name} · Judgeboard`;
  }, [data, facts, fields, stepped]);
  return (
    <div aria-busy={busy} className="case-body">
      <CaseView data={data} facts={facts} state={state} change={change} />
      {stepped ? null : <Notice fields={fields} />}
    </div>
  );
}

function Page({ facts }: { readonly facts: CaseFacts }) {
  const [{ id, list }, ask] = useUrl(ASKED);
  const [loading, retry] = useCase(facts.benchmark, id);
  const [stepped, setStepped] = useState(false);
  const data = shownCase(loading);
  const busy = loading.state === 'loading';
  const go = useCallback(
    (to: string): void => {
      setStepped(true);
      ask({ id: to });
    },
    [ask],
  );
  const shown = loading.state === 'failed' || loading.state === 'empty' ? 'none' : loading.state;
  const stepping = useStepping({ benchmark: facts.benchmark, list, id, shown }, go);
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
      {busy && data === null ? <Waiting /> : null}
      {data === null ? null : <Shown key={data.instance} data={data} facts={facts} busy={busy} stepped={stepped} />}
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
