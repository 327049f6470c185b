import { type ComponentProps, type KeyboardEvent, useCallback, useEffect, useMemo, useState } from 'react';
import { valueOfSearch } from '../schema/value-link.ts';
import { showAsked } from '../ui/asked.ts';
import { ListBox, useBox } from '../ui/boxes.tsx';
import { pageIsland, useHydrated } from '../ui/island.tsx';
import { Button, useCopyLink } from '../ui/layout.tsx';
import { Failed, PagePart, useQuestion, Waiting } from '../ui/loading.tsx';
import { useUrl } from '../ui/use-url.ts';
import { askSql, type SqlAnswer, type SqlQuestion } from './ask-sql.ts';
import { SqlResult } from './SqlResult.tsx';
import { askedStatement, type SqlState, sqlExamples, sqlFields } from './state.ts';

/** What the page is served with. */
export interface SqlPageData {
  /** `split`: the first part of each. */
  readonly benchmarks: readonly { readonly id: string; readonly name: string; readonly split: string }[];
  /** The answer to the first example, made when the site was built. */
  readonly first: SqlAnswer;
}

const WITHOUT_VALUE = { value: '', run: '', rows: 'read', release: '', shown: '' } as const;

/** Asks the address's statement, until it is stopped. */
function useSqlAnswer({ on, q }: SqlState) {
  const [stopped, setStopped] = useState('');
  const name = `${on} ${q}`;
  const isStopped = name === stopped;
  const asked = useMemo(
    () => (q === '' || isStopped ? null : (signal: AbortSignal) => askSql({ on, sql: q }, signal)),
    [on, q, isStopped],
  );
  return { answer: useQuestion(asked), isStopped, stop: () => setStopped(name), again: () => setStopped('') };
}

// The metrics, of which statements are made, come where a value is asked for.
const loadValue = () => import('./ProofCard.tsx');

type EditorProps = ComponentProps<'textarea'> & { readonly sql: string; readonly run: () => void };

/** Its text is what stands in it, so that a statement that was pasted before the page was hydrated stays: React would write the served one over it. */
function Editor({ sql, run, ...more }: EditorProps) {
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) run();
  };
  return (
    <textarea
      {...more}
      className="field sql-editor w-full"
      aria-label="Statement"
      aria-keyshortcuts="Control+Enter"
      spellCheck={false}
      defaultValue={import.meta.env.SSR ? sql : undefined}
      onKeyDown={onKey}
    />
  );
}

function SqlPage({ data }: { readonly data: string }) {
  const { benchmarks, first } = useMemo(() => JSON.parse(data) as SqlPageData, [data]);
  const fields = useMemo(() => sqlFields(benchmarks.map(({ id }) => id)), [benchmarks]);
  const [address, change] = useUrl(fields);
  const state = { ...address, q: askedStatement(address) };
  const isAlive = useHydrated();
  const { value, run: row, release, shown } = state;
  const link = useMemo(
    () => valueOfSearch(new URLSearchParams({ value, run: row, release, shown })),
    [value, row, release, shown],
  );
  const [proved, setProved] = useState('');
  const { answer, isStopped, stop, again } = useSqlAnswer(state);
  const [typed, setTyped] = useState<string | null>(null);
  const on = link !== null && state.q === '' ? link.benchmark : state.on;
  const examples = sqlExamples(benchmarks.find(({ id }) => id === on)?.split ?? '');
  const sql = typed ?? (state.q || (link === null ? examples[0].sql : proved));
  const box = useBox<HTMLTextAreaElement>(sql, setTyped);
  // A click that was made before the page was hydrated comes before what was typed then is read.
  const run = (): void => ask({ on, sql: box.current?.value ?? sql });
  const ask = (to: SqlQuestion): void => {
    setTyped(null);
    again();
    const isProof = to.sql === proved;
    if (to.sql === state.q && to.on === state.on) answer.retry();
    else change({ on: to.on, q: to.sql, ...(isProof ? {} : WITHOUT_VALUE) }, 'push');
  };
  const choose = useCallback((to: string) => change({ on: to, ...WITHOUT_VALUE }), [change]);
  const isTold = isAlive && link === null && (state.q === '' || answer.state === 'ready' || answer.state === 'failed');
  useEffect(() => {
    if (isTold) showAsked();
  }, [isTold]);
  const copied = useCopyLink('Link to this statement');
  const isAsked = isAlive && state.q !== '';
  const isRunning = answer.state === 'loading';
  return (
    <>
      {link === null ? null : (
        <PagePart load={loadValue} waiting={<p className="state">Looking for the value…</p>}>
          {({ ValuePart }) => <ValuePart key={JSON.stringify(link)} link={link} onSql={setProved} onTold={showAsked} />}
        </PagePart>
      )}
      <div className="bar">
        <label>
          Tables of{' '}
          <ListBox
            className="field"
            value={on}
            options={benchmarks.map(({ id, name }) => ({ value: id, label: name }))}
            choose={choose}
          />
        </label>
        {examples.map((one) => (
          <Button key={one.label} look="quiet" onClick={() => ask({ on, sql: one.sql })}>
            {one.label}
          </Button>
        ))}
      </div>
      <Editor
        ref={box}
        sql={sql}
        rows={link === null ? 10 : 18}
        onInput={(event) => setTyped(event.currentTarget.value)}
        run={run}
      />
      <div className="bar">
        <Button look="primary" onClick={run}>
          Run
        </Button>
        {isRunning ? <Button onClick={stop}>Cancel</Button> : null}
        <Button onClick={copied.copy}>{copied.copied ? 'Link copied' : 'Copy link'}</Button>
        {copied.byHand}
        <span className="small state" role="status">
          {isRunning ? <Waiting>Running…</Waiting> : isStopped ? 'Cancelled.' : ''}
        </span>
      </div>
      {answer.state === 'failed' && isAsked ? <Failed failure={answer.failure} retry={answer.retry} /> : null}
      {isAsked && answer.state === 'ready' ? <SqlResult answer={answer.data} on={state.on} note="" /> : null}
      {!isAsked && link === null && on === benchmarks[0]?.id ? (
        <SqlResult answer={first} on={on} note="Answered when the site was built; Run asks again in this page." />
      ) : null}
    </>
  );
}

export const SqlIsland = pageIsland(SqlPage);
