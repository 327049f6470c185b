import {
  type ChangeEvent,
  type DragEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { toldTogether } from '../schema/problem.ts';
import { guarded } from '../ui/island.tsx';
import { Button } from '../ui/layout.tsx';
import { Failed, PagePart, Silence, usePart, Waiting } from '../ui/loading.tsx';
import { numberWords } from '../ui/number-words.ts';
import { type KeptRuns, KeptRunsView, keepOpinions, keepRuns, useKeptRuns } from './KeptRunsView.tsx';
import type { DroppedFile, FoundSet } from './own.worker.ts';
import { Problems } from './Problems.tsx';
import { fileOfText, filesOfDrop, filesOfPicker } from './storage.ts';
import {
  goToPlace,
  newSet,
  type OwnPlace,
  type OwnState,
  pathOf,
  type Unmapped,
  usedRuns,
  useOwn,
  useOwnPlace,
} from './use-own.ts';
import {
  type CaseOpinions,
  NO_OPINIONS,
  ResultsWork,
  type SayOpinion,
  useFileSaving,
  withOpinion,
} from './work-on-results.ts';

function DropZone({ take }: { readonly take: (files: readonly DroppedFile[]) => void }) {
  const [over, setOver] = useState(false);
  const [text, setText] = useState('');
  const id = useId();
  const pickers = useRef<HTMLDivElement>(null);
  const receive = useCallback(
    (input: HTMLInputElement) => {
      take(filesOfPicker(input.files ?? []));
      // The same files may be chosen again.
      input.value = '';
    },
    [take],
  );
  useEffect(() => {
    // Files may have been chosen before this script was there to hear of it.
    for (const input of pickers.current?.querySelectorAll('input') ?? []) if (input.files?.length) receive(input);
  }, [receive]);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void filesOfDrop(event.dataTransfer).then(take);
  };
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => receive(currentTarget);
  return (
    // Whoever cannot drag has the two buttons and the box for text.
    <section
      className={over ? 'drop-zone over' : 'drop-zone'}
      aria-label="Your files"
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <p>Drop files, a folder or an archive here (zip, tar, gz).</p>
      <div className="set" ref={pickers}>
        <label className="btn relative">
          Choose files
          <input type="file" multiple onChange={choose} />
        </label>
        <label className="btn relative">
          Choose a folder
          <input type="file" {...{ webkitdirectory: '' }} onChange={choose} />
        </label>
      </div>
      <details>
        <summary>Paste text</summary>
        <label className="relative" htmlFor={id}>
          Rows of JSON Lines or CSV
        </label>
        <textarea id={id} rows={6} value={text} onChange={({ currentTarget }) => setText(currentTarget.value)} />
        <Button disabled={text.trim() === ''} onClick={() => take([fileOfText(text)])}>
          Use this text
        </Button>
      </details>
    </section>
  );
}

const loadMappingEditor = () => import('./mapping/MappingEditor.tsx');
const loadOwnPages = () => import('./pages/OwnPages.tsx');

interface FoundProps {
  readonly found: readonly FoundSet[];
  /** Reads a set in another way; null: as what it looks like. */
  readonly readAgain: (set: number, reading: string | null) => void;
}

function FoundWords({ format, reason, unmapped, chosen, asks }: FoundSet) {
  if (asks)
    return (
      <>
        looks like {format}, because {reason}. Which task is it of?
      </>
    );
  if (unmapped && chosen === undefined) return 'a table; what its columns mean is said below.';
  return (
    <>
      read as <b>{format}</b> because {reason}.
    </>
  );
}

function Found({ found, readAgain }: FoundProps) {
  return (
    <ul className="taken-for">
      {found.map((one, set) => (
        <li key={`${one.format} ${one.reason}`}>
          {one.files.length === 1 ? one.files[0] : `${numberWords(one.files.length)} files`}: <FoundWords {...one} />
          {one.judges.length > 1 ? ` ${one.judges.length} judges: ${one.judges.join(', ')}.` : ''}{' '}
          {one.unmapped || one.reason.includes(one.about) ? null : <small>{one.about}</small>}{' '}
          <span className="set page-only">
            {one.chosen === undefined ? null : (
              <Button onClick={() => readAgain(set, null)}>Read it as what it looks like</Button>
            )}
            {one.readings
              .filter(({ id }) => id !== one.chosen && !(one.unmapped && one.chosen === undefined))
              .map(({ id, label }) => (
                <Button key={id} onClick={() => readAgain(set, id)}>
                  {label}
                </Button>
              ))}
          </span>
        </li>
      ))}
    </ul>
  );
}

type Own = ReturnType<typeof useOwn>;

function Mapping({
  unmapped: { set, preview: first, mapped },
  benchmarks,
  own: { attempt, look, map },
}: {
  readonly unmapped: Unmapped;
  readonly benchmarks: readonly string[];
  readonly own: Own;
}) {
  const [preview, setPreview] = useState(first);
  const tried = useCallback((mapping: string, signal: AbortSignal) => attempt(set, mapping, signal), [attempt, set]);
  const goTo = async (path: string): Promise<void> => setPreview((await look(set, path)) ?? preview);
  const editor = (
    <PagePart load={loadMappingEditor} waiting={<p role="status">Loading the editor…</p>}>
      {({ MappingEditor }) => (
        <MappingEditor
          key={preview.path}
          {...{ preview, benchmarks, goTo }}
          attempt={tried}
          use={(mapping) => map(set, mapping)}
        />
      )}
    </PagePart>
  );
  if (mapped === undefined) return editor;
  return (
    // What was used is folded away, and can be changed.
    <details>
      <summary>What the columns of {preview.file} mean: change it</summary>
      {editor}
    </details>
  );
}

interface ReadyViewProps {
  readonly state: Extract<OwnState, { phase: 'ready' }>;
  readonly own: Own;
  readonly place: OwnPlace & { readonly search: string };
  readonly set: string;
  readonly isKept: boolean;
  readonly keep: () => void;
  readonly startOver: () => void;
  readonly children: ReactNode;
}

function ReadyView(props: ReadyViewProps) {
  const { state, own, place, set, isKept, keep, startOver, children } = props;
  const { found, results, unmapped, benchmarks, session } = state;
  const runs = usedRuns(state);
  const told = toldTogether([state.told, ...unmapped.flatMap(({ mapped }) => mapped?.told ?? [])]);
  const isHome = place.page === '/' || results.length === 0;
  return (
    <>
      <div className="set">
        {runs.length === 0 ? null : (
          <Button onClick={isKept ? undefined : keep} aria-disabled={isKept}>
            {isKept ? 'Kept in this browser' : 'Keep in this browser'}
          </Button>
        )}
        <Button onClick={startOver}>Start over</Button>
      </div>
      {children}
      {isHome ? (
        <>
          <Found found={found} readAgain={own.readAgain} />
          <Problems {...told} />
        </>
      ) : null}
      {runs.length === 0 && unmapped.length === 0 && !found.some(({ asks }) => asks) ? (
        <p>Nothing in these files could be used; the list says why.</p>
      ) : null}
      {isHome
        ? unmapped.map((one) => <Mapping key={one.set} unmapped={one} benchmarks={benchmarks} own={own} />)
        : null}
      {results.length === 0 ? null : (
        <PagePart load={loadOwnPages} waiting={<p role="status">Drawing…</p>}>
          {({ OwnPages }) => <OwnPages {...{ session, results, place, set }} />}
        </PagePart>
      )}
    </>
  );
}

/** The results' name in addresses, '' without any. Files dropped at an address whose results are missing take its name, and lead back to the same view. */
function useSet(hasResults: boolean) {
  const place = useOwnPlace();
  const [set, setSet] = useState('');
  const addressed = useRef('');
  addressed.current = place.set;
  const begin = useCallback((name: string | null, isFree: boolean) => {
    const own = name ?? ((isFree && addressed.current) || newSet());
    setSet(own);
    if (own !== addressed.current) goToPlace({ set: own, result: 0, page: '/' }, 'replace');
  }, []);
  const forget = useCallback(() => {
    setSet('');
    goToPlace({ set: '', result: 0, page: '/' }, 'replace');
  }, []);
  useEffect(() => {
    if (!hasResults) return;
    if (set === '') begin(null, true);
    else if (place.set === '') goToPlace({ set, result: 1, page: '/' }, 'replace');
  }, [hasResults, set, place.set, begin]);
  return { place, set, begin, forget };
}

const releaseHere = (): string => document.querySelector<HTMLMetaElement>('meta[name=release]')?.content ?? '';

function useOpinions(kept: ReturnType<typeof useKeptRuns>, set: string) {
  const [opinions, setOpinions] = useState(NO_OPINIONS);
  const opened = useRef(opinions);
  const begin = useCallback((all: CaseOpinions) => {
    opened.current = all;
    setOpinions(all);
  }, []);
  const say = useCallback<SayOpinion>((of, opinion) => setOpinions((all) => withOpinion(all, of, opinion)), []);
  const { list, change } = kept;
  const isKept = list?.some(({ name }) => name === set) ?? false;
  useEffect(() => {
    if (!isKept || opinions === opened.current) return;
    opened.current = opinions;
    void change(() => keepOpinions({ name: set, opinions }));
  }, [isKept, opinions, set, change]);
  return { opinions, begin, say, isKept };
}

function Elsewhere({ isKept, back }: { readonly isKept: boolean; readonly back: string | null }) {
  return (
    <p className="state" role="status">
      {back === null
        ? 'The results of this address are not kept in this browser. Drop the same files again to come back to this view.'
        : `The results of this address are not on the page${isKept ? '; they are kept and can be opened below' : ''}.`}{' '}
      {back === null ? null : <a href={back}>Back to the results on the page</a>}
    </p>
  );
}

function KeptNote({ kept }: { readonly kept: KeptRuns | undefined }) {
  const here = releaseHere();
  if (kept === undefined || kept.release === '' || kept.release === here) return null;
  return (
    <p role="status">
      These were kept with release {kept.release} of this site and are scored again with {here}: values and ranks may
      differ from those of then.
    </p>
  );
}

const loadSession = () => import('./session.ts');

function Working({ step, cancel }: { readonly step: string; readonly cancel: () => void }) {
  const { notice } = usePart(loadSession);
  return (
    <>
      <div className="state" role="status">
        <p className="below-3">
          <Waiting>{step}…</Waiting>
        </p>
        <Button onClick={cancel}>Cancel</Button>
      </div>
      {notice}
    </>
  );
}

function Saving({ making, told }: Pick<ReturnType<typeof useFileSaving>, 'making' | 'told'>) {
  return (
    <p className="saving" role="status">
      {making.length === 0 ? told : <Waiting>Making {making.join(', ')}…</Waiting>}
    </p>
  );
}

function OwnResults() {
  const saving = useFileSaving();
  const own = useOwn(saving.saved);
  const { state, take, show, cancel } = own;
  const isReady = state.phase === 'ready';
  const { place, set, begin, forget } = useSet(isReady && state.results.length > 0);
  const kept = useKeptRuns();
  const { opinions, begin: beginOpinions, say, isKept } = useOpinions(kept, set);
  const isFree = state.phase === 'empty';
  const drop = useCallback(
    (files: readonly DroppedFile[]) => {
      if (files.length === 0) return;
      begin(null, isFree);
      beginOpinions(NO_OPINIONS);
      take(files);
    },
    [begin, beginOpinions, take, isFree],
  );
  const open = useCallback(
    (one: KeptRuns) => {
      begin(one.name, false);
      beginOpinions(one.opinions);
      show(one.runs);
    },
    [begin, beginOpinions, show],
  );
  const { list } = kept;
  const named = list?.find(({ name }) => name === place.set);
  useEffect(() => {
    if (isFree && named !== undefined) open(named);
  }, [isFree, named, open]);
  const startOver = () => {
    forget();
    cancel();
    // The button that was pressed goes; whoever has no mouse begins where files are chosen.
    document.querySelector<HTMLElement>('.drop-zone input')?.focus();
  };
  const keep = () => {
    if (!isReady) return;
    const { results } = state;
    const runs = usedRuns(state);
    const title = results.map((one) => one.title).join('; ');
    void kept.change(() => keepRuns({ name: set, title, runs, opinions, release: releaseHere() }));
  };
  const { save } = saving;
  const work = useMemo(() => ({ opinions, say, save }), [opinions, say, save]);
  const isElsewhere = place.set !== '' && place.set !== set && list !== null && (isReady || named === undefined);
  return (
    <div className="own">
      <DropZone take={drop} />
      {state.phase === 'working' ? <Working step={state.step} cancel={startOver} /> : null}
      {state.phase === 'failed' ? <Failed failure={state.failure} retry={state.again} /> : null}
      {isElsewhere && (isReady || isFree) ? (
        <Elsewhere isKept={named !== undefined} back={isReady ? `#${pathOf({ set, result: 1, page: '/' })}` : null} />
      ) : null}
      {isReady ? (
        <ResultsWork value={work}>
          <ReadyView {...{ state, own, place, set, isKept, keep, startOver }}>
            <KeptNote kept={list?.find(({ name }) => name === set)} />
          </ReadyView>
        </ResultsWork>
      ) : null}
      <KeptRunsView kept={kept} open={set} show={open} />
      <Saving {...saving} />
      <Silence />
    </div>
  );
}

export const OwnIsland = guarded(OwnResults);
