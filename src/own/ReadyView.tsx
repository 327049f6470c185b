import { type ReactNode, useCallback } from 'react';
import { numberWords } from '../ui/number-words.ts';
import { PagePart } from '../ui/Part.tsx';
import { Problems } from './Problems.tsx';
import type { OwnPlace } from './place.ts';
import type { FoundSet } from './protocol.ts';
import type { OwnState, Unmapped, useOwn } from './use-own.ts';

const loadMappingEditor = () => import('./mapping/MappingEditor.tsx');
const loadOwnPages = () => import('./pages/OwnPages.tsx');

interface FoundProps {
  readonly found: readonly FoundSet[];
  /** Reads a set as a table, or again as what it looks like. */
  readonly readAgain: (set: number) => void;
}

/** Shows what every set of files was taken for, and how to say that it is something else. */
function Found({ found, readAgain }: FoundProps) {
  return (
    <ul className="taken-for">
      {found.map(({ format, about, reason, files, judges, unmapped, said }, set) => (
        <li key={`${format} ${reason}`}>
          {files.length === 1 ? files[0] : `${numberWords(files.length)} files`}: read as <b>{format}</b> because{' '}
          {reason}.{judges.length > 1 ? ` ${judges.length} judges: ${judges.join(', ')}.` : ''}{' '}
          {reason.includes(about) ? null : <small>{about}</small>}{' '}
          {unmapped && !said ? null : (
            <button type="button" className="btn page-only" onClick={() => readAgain(set)}>
              {said ? 'Read it as what it looks like' : 'Read it as a table instead'}
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

type Own = ReturnType<typeof useOwn>;

/** Shows the editor of one table's mapping. */
function Mapping({
  unmapped: { set, preview },
  benchmarks,
  own: { attempt, map },
}: {
  readonly unmapped: Unmapped;
  readonly benchmarks: readonly string[];
  readonly own: Own;
}) {
  const tried = useCallback((mapping: string) => attempt(set, mapping), [attempt, set]);
  return (
    <PagePart load={loadMappingEditor} waiting={<p role="status">Loading the editor…</p>}>
      {({ MappingEditor }) => (
        <MappingEditor preview={preview} benchmarks={benchmarks} attempt={tried} use={(mapping) => map(set, mapping)} />
      )}
    </PagePart>
  );
}

interface ReadyViewProps {
  readonly state: Extract<OwnState, { phase: 'ready' }>;
  readonly own: Own;
  readonly place: OwnPlace & { readonly search: string };
  /** What the results are called in addresses. */
  readonly set: string;
  readonly isKept: boolean;
  readonly keep: () => void;
  readonly startOver: () => void;
  /** Shown before the results. */
  readonly children: ReactNode;
}

/** Shows what came of the files: what they were taken for, what is wrong in them, and their results. */
export function ReadyView(props: ReadyViewProps) {
  const { state, own, place, set, isKept, keep, startOver, children } = props;
  const { found, told, results, runs, unmapped, benchmarks, session } = state;
  return (
    <>
      <div className="set">
        {runs.length === 0 ? null : (
          <button type="button" className="btn" onClick={isKept ? undefined : keep} aria-disabled={isKept}>
            {isKept ? 'Kept in this browser' : 'Keep in this browser'}
          </button>
        )}
        <button type="button" className="btn" onClick={startOver}>
          Start over
        </button>
      </div>
      {children}
      {place.page === '/' || results.length === 0 ? (
        <>
          <Found found={found} readAgain={own.readAgain} />
          <Problems {...told} />
        </>
      ) : null}
      {runs.length === 0 && unmapped.length === 0 ? (
        <p>Nothing in these files could be used; the list says why.</p>
      ) : null}
      {unmapped.map((one) => (
        <Mapping key={one.set} unmapped={one} benchmarks={benchmarks} own={own} />
      ))}
      {results.length === 0 ? null : (
        <PagePart load={loadOwnPages} waiting={<p role="status">Drawing…</p>}>
          {({ OwnPages }) => <OwnPages {...{ session, results, place, set }} />}
        </PagePart>
      )}
    </>
  );
}
