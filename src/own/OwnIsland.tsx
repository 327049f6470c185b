import { lazy, Suspense, useCallback, useState } from 'react';
import { Failed } from '../ui/Failed.tsx';
import { Waiting } from '../ui/Waiting.tsx';
import { type CaseOpinions, NO_OPINIONS, type SayOpinion, withOpinion } from './case-opinions.ts';
import { DropZone } from './DropZone.tsx';
import { Kept } from './Kept.tsx';
import type { KeptRuns } from './kept.ts';
import { Problems } from './Problems.tsx';
import type { DroppedFile, FoundSet } from './protocol.ts';
import { type OwnState, type Unmapped, useOwn } from './use-own.ts';

const MappingEditor = lazy(async () => ({ default: (await import('./mapping/MappingEditor.tsx')).MappingEditor }));
const OwnPages = lazy(async () => ({ default: (await import('./pages/OwnPages.tsx')).OwnPages }));

/** What every set of files was taken for. */
function Found({ found }: { readonly found: readonly FoundSet[] }) {
  return (
    <ul className="taken-for">
      {found.map(({ format, about, reason, files, judges }) => (
        <li key={`${format} ${reason}`}>
          {files.length === 1 ? files[0] : `${files.length.toLocaleString('en')} files`}: read as <b>{format}</b>, since{' '}
          {reason}.{judges.length > 1 ? ` ${judges.length} judges: ${judges.join(', ')}.` : ''} <small>{about}</small>
        </li>
      ))}
    </ul>
  );
}

type Own = ReturnType<typeof useOwn>;

/** The editor of one table's mapping. */
function Mapping({
  unmapped,
  benchmarks,
  own,
}: {
  readonly unmapped: Unmapped;
  readonly benchmarks: readonly string[];
  readonly own: Own;
}) {
  const { set, preview } = unmapped;
  const { attempt, map } = own;
  const tried = useCallback((mapping: string) => attempt(set, mapping), [attempt, set]);
  return (
    <MappingEditor preview={preview} benchmarks={benchmarks} attempt={tried} use={(mapping) => map(set, mapping)} />
  );
}

interface ReadyProps {
  readonly state: Extract<OwnState, { phase: 'ready' }>;
  readonly own: Own;
  readonly opinions: CaseOpinions;
  readonly say: SayOpinion;
}

function Ready({ state, own, opinions, say }: ReadyProps) {
  const { found, told, results, runs, unmapped, benchmarks, session } = state;
  return (
    <>
      <Found found={found} />
      <button type="button" className="btn" onClick={own.cancel}>
        Start over
      </button>
      <Problems {...told} />
      {runs.length === 0 && unmapped.length === 0 ? (
        <p>Nothing in these files could be used; the list says why.</p>
      ) : null}
      <Suspense fallback={<p>Drawing…</p>}>
        {unmapped.map((one) => (
          <Mapping key={one.set} unmapped={one} benchmarks={benchmarks} own={own} />
        ))}
        <OwnPages {...{ session, results, opinions, say }} />
      </Suspense>
    </>
  );
}

const NOTHING = { runs: [], results: [] };

/** One's own results: files in, standing out, and all of it in this browser. */
export function OwnIsland() {
  const own = useOwn();
  const { state, take, show, cancel } = own;
  const [opinions, setOpinions] = useState(NO_OPINIONS);
  const say = useCallback<SayOpinion>((of, opinion) => setOpinions((all) => withOpinion(all, of, opinion)), []);
  const begin = useCallback(
    (files: readonly DroppedFile[]) => {
      // The page that looked into older files would look for their cases in the new ones.
      if (window.location.hash.startsWith('#/')) window.location.hash = '/';
      setOpinions(NO_OPINIONS);
      take(files);
    },
    [take],
  );
  const open = useCallback(
    (kept: KeptRuns) => {
      setOpinions(kept.opinions);
      show(kept.runs);
    },
    [show],
  );
  const { runs, results } = state.phase === 'ready' ? state : NOTHING;
  return (
    <div className="own">
      <DropZone take={begin} />
      {state.phase === 'working' ? (
        <div className="state" role="status">
          <p>
            <Waiting>{state.step}…</Waiting>
          </p>
          <button type="button" className="btn" onClick={cancel}>
            Cancel
          </button>
        </div>
      ) : null}
      {state.phase === 'failed' ? <Failed failure={state.failure} retry={state.again} /> : null}
      {state.phase === 'ready' ? <Ready {...{ state, own, opinions, say }} /> : null}
      <Kept runs={runs} title={results.map(({ title }) => title).join('; ')} opinions={opinions} show={open} />
    </div>
  );
}
