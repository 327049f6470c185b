import { useCallback, useEffect, useRef, useState } from 'react';
import { type ClientFailure, type FailureWords, failureOf } from '../client/failure.ts';

/** Asks something; the signal cancels it. */
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
