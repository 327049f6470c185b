import { abortable, turnstile } from '../client/shared.ts';
import type { ScoreAsk } from './protocol.ts';

/** Which runs and cases the tables in the engine belong to. */
export interface HeldFor {
  /** Whose runs were scored last. */
  scored: ScoreAsk | null;
  /** Whose cases are shown as a database. */
  shown: ScoreAsk | null;
}

/** The tables that a session has in the engine. All results share their names, so work on them takes turns. */
export interface HeldTables {
  /**
   * Does a piece of work in its turn; rejects with the signal's reason as soon as it is cancelled. Work that is still running ends before
   * the next begins.
   */
  readonly inTurn: <T>(work: (held: HeldFor) => Promise<T>, signal?: AbortSignal) => Promise<T>;
  /** The engine is gone, and with it all tables. */
  readonly forget: () => void;
}

export function heldTables(): HeldTables {
  const enter = turnstile();
  let held: HeldFor = { scored: null, shown: null };
  const turn = async <T>(work: (held: HeldFor) => Promise<T>, signal: AbortSignal | undefined): Promise<T> => {
    const leave = await enter();
    try {
      signal?.throwIfAborted();
      return await work(held);
    } finally {
      leave();
    }
  };
  return {
    inTurn: (work, signal) => abortable(turn(work, signal), signal),
    // Work that is still going on must not record tables that were lost with the engine.
    forget: () => {
      held = { scored: null, shown: null };
    },
  };
}
