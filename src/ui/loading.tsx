import { type ReactNode, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { type Arriving, silent, underWay } from '../client/awaited.ts';
import { SILENCE } from '../client/directives/island.ts';
import { type ClientFailure, type FailureWords, failureOf } from '../client/failure.ts';
import { engineState } from '../client/shared.ts';
import { href } from './href.ts';
import { Button } from './layout.tsx';
import { Text } from './Text.tsx';

export type Question<T> = (signal: AbortSignal) => Promise<T>;

/**
 * The state of a question: not asked, loading, failed, or answered. `last` is the latest answer, which may stay on the page until the next
 * is there.
 */
export type AskedQuestion<T> = { readonly last: T | null; readonly retry: () => void } & (
  | { readonly state: 'idle' | 'loading' }
  | { readonly state: 'failed'; readonly failure: ClientFailure }
  | { readonly state: 'ready'; readonly data: T }
);

interface Asking<T> {
  /** Null before the first question. */
  readonly question: Question<T> | null;
  readonly attempt: number;
  /** Null while the answer is on its way. */
  readonly outcome: { readonly data: T } | { readonly failure: ClientFailure } | null;
  readonly last: T | null;
}

/** The words for failures of unknown cause; in most of them a script of the page was not loaded. */
const NOT_LOADED: FailureWords = {
  what: 'A part of this page could not be loaded.',
  todo: 'Try again, or reload the page.',
};

/**
 * Asks whenever the question is a new function, and cancels the one before; null asks nothing, and an answered question is not asked again.
 * `retry` asks once more. `words` describe failures that are not of the client layer. While prerendered, all is idle.
 */
export function useQuestion<T>(question: Question<T> | null, words: FailureWords = NOT_LOADED): AskedQuestion<T> {
  const [asking, setAsking] = useState<Asking<T>>({ question: null, attempt: 0, outcome: null, last: null });
  const [attempt, setAttempt] = useState(0);
  const retry = useCallback(() => setAttempt((n) => n + 1), []);
  const answered = useRef<Pick<Asking<T>, 'question' | 'attempt'> | null>(null);
  const drawn = useRef(asking);
  drawn.current = asking;
  useEffect(() => {
    const known = answered.current;
    if (question === null || (known?.question === question && known.attempt === attempt)) return;
    answered.current = null;
    const control = new AbortController();
    // While another question is loading, this one already counts as loading: another render would delay the answer.
    const { question: other, outcome } = drawn.current;
    if (other === null || outcome !== null) setAsking(({ last }) => ({ question, attempt, outcome: null, last }));
    question(control.signal).then(
      (data) => {
        if (control.signal.aborted) return;
        answered.current = { question, attempt };
        setAsking({ question, attempt, outcome: { data }, last: data });
      },
      (error: unknown) => {
        if (control.signal.aborted) return;
        const failure = failureOf(error, words);
        setAsking(({ last }) => ({ question, attempt, outcome: { failure }, last }));
      },
    );
    return () => control.abort();
  }, [question, attempt, words]);
  const { outcome, last } = asking;
  const isCurrent = asking.question === question && asking.attempt === attempt;
  if (question === null || asking.question === null) return { state: 'idle', last, retry };
  if (outcome === null || !isCurrent) return { state: 'loading', last, retry };
  if ('failure' in outcome) return { state: 'failed', failure: outcome.failure, last, retry };
  return { state: 'ready', data: outcome.data, last, retry };
}

export const useEngineState = () => useSyncExternalStore(engineState.subscribe, engineState.get, engineState.get);

/** Server snapshots must be the same each time. */
const NONE: ReturnType<typeof underWay.get> = new Map();

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);

/** Says how much of a file has come: nothing of the engine does where an earlier visit left it. */
const arrivingWords = ({ what, bytes, of }: Arriving): string =>
  bytes === 0 ? what : `${what} ${megabytes(bytes)} ${of === 0 ? '' : `of ${megabytes(of)} `}MB`;

/** Says how much of the query engine and of the answers has come; once all are there, `children`. */
export function Waiting({ children }: { readonly children: ReactNode }) {
  const files = useSyncExternalStore(underWay.subscribe, underWay.get, () => NONE);
  if (files.size === 0) return children;
  return <>Loading {[...files.values()].map(arrivingWords).join(' · ')}…</>;
}

const NOTHING: ReturnType<typeof silent.get> = [];

interface SilenceNoteProps {
  readonly what: string;
  readonly stop: () => void;
  readonly again: () => void;
}

function SilenceNote({ what, stop, again }: SilenceNoteProps) {
  return (
    <p className="silence" role="status">
      The server has sent nothing for ten seconds. Still waiting for {what}.{' '}
      <Button look="quiet" onClick={stop}>
        Stop waiting
      </Button>{' '}
      <Button look="quiet" onClick={again}>
        Ask again
      </Button>
    </p>
  );
}

/** Names the requested files of which the server sends nothing; nothing while all arrive. */
export function Silence() {
  const files = useSyncExternalStore(silent.subscribe, silent.get, () => NOTHING);
  if (files.length === 0) return null;
  const each = (way: 'stop' | 'again') => (): void => {
    for (const file of files) file[way]();
  };
  const names = files.map(({ url }) => decodeURI(new URL(url).pathname));
  return <SilenceNote what={names.join(' and ')} stop={each('stop')} again={each('again')} />;
}

interface FailedProps {
  readonly failure: ClientFailure;
  readonly retry: () => void;
  /** Names the part of the page that failed, where the failure itself does not. */
  readonly lead?: string;
  /** What still works although this part failed. */
  readonly children?: ReactNode;
  /** Links to other pages; where no button helps there is one by default. */
  readonly ways?: ReactNode;
  /** `page`: there is nothing else to see. */
  readonly place?: 'part' | 'page';
  readonly className?: string;
}

function Words({ failure, place, lead }: Required<Pick<FailedProps, 'failure' | 'place' | 'lead'>>) {
  const { what, why, todo } = failure;
  if (place === 'part') {
    return (
      <p>
        {lead}{' '}
        <strong>
          <Text text={what} />
        </strong>{' '}
        <Text text={why} /> {todo}
      </p>
    );
  }
  return (
    <>
      <h2>
        <Text text={what} />
      </h2>
      <p>
        <Text text={why} />
      </p>
      <p>{todo}</p>
    </>
  );
}

const DATA_FILES = (
  <a className="btn" href={href('/data/')}>
    Data files
  </a>
);

/** Shows what went wrong, why, what to do about it, and the one button that does it. */
export function Failed({
  failure,
  retry,
  children,
  ways,
  lead = '',
  place = 'part',
  className = 'state bad',
}: FailedProps) {
  const { wayOn } = failure;
  return (
    <div className={className} role="alert">
      <Words failure={failure} place={place} lead={lead} />
      {children}
      <p className="ways">
        {wayOn === 'none' ? null : (
          <Button look="on" onClick={() => (wayOn === 'reload' ? window.location.reload() : retry())}>
            {wayOn === 'reload' ? 'Reload the page' : 'Try again'}
          </Button>
        )}
        {ways ?? (wayOn === 'none' ? DATA_FILES : null)}
      </p>
    </div>
  );
}

interface PartProps<M> {
  /** Fetches the module that draws the part: the same function each time. */
  readonly load: () => Promise<M>;
  /** What stands there until it has come. */
  readonly waiting?: ReactNode;
  readonly children: (module: M) => ReactNode;
}

/** Says whether a wait has lasted so long that the visitor should be told. */
function useSilence(isWaiting: boolean): boolean {
  const [isSilent, setIsSilent] = useState(false);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setIsSilent(true), SILENCE);
    return () => {
      clearTimeout(timer);
      setIsSilent(false);
    };
  }, [isWaiting]);
  return isSilent;
}

const reload = (): void => window.location.reload();

interface Coming<M> {
  /** Null until it has come. */
  readonly module: M | null;
  readonly isMissing: boolean;
  /** The message about the wait or the failure; null while all is well. */
  readonly notice: ReactNode;
}

/**
 * Loads the code of a part of the page on demand; null loads none. It reports a silent server, with buttons to stop waiting and to try
 * again, and code that cannot be loaded. Trying again reloads the page, since browsers request a module only once.
 */
export function usePart<M extends object>(load: (() => Promise<M>) | null): Coming<M> {
  const [stopped, setStopped] = useState(false);
  const part = useQuestion(load);
  const isSilent = useSilence(part.state === 'loading' && !stopped);
  // Browsers report no failure for an empty one.
  const module = part.last === null || Object.keys(part.last).length === 0 ? null : part.last;
  const isMissing = module === null && (part.state === 'failed' || part.state === 'ready' || stopped);
  if (module !== null) return { module, isMissing, notice: null };
  const notice = isMissing ? (
    <p className="small" role="alert">
      {stopped ? 'You stopped waiting for a part of this page.' : 'A part of this page could not be loaded.'}{' '}
      <Button onClick={reload}>Reload the page</Button>
    </p>
  ) : isSilent ? (
    <SilenceNote what="a part of this page" stop={() => setStopped(true)} again={reload} />
  ) : null;
  return { module: null, isMissing, notice };
}

/** Shows a part of the page once its code is loaded, and until then the reason for a delay. */
export function PagePart<M extends object>({ load, waiting = null, children }: PartProps<M>) {
  const { module, isMissing, notice } = usePart(load);
  if (module !== null) return children(module);
  return (
    <>
      {isMissing ? null : waiting}
      {notice}
    </>
  );
}
