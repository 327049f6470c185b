import type { ClientFailure, FailureNotice } from './failure.ts';

/** A value with listeners; each is called when the value changes. */
interface Store<T> {
  readonly get: () => T;
  readonly set: (value: T) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

export function store<T>(initial: T): Store<T> {
  let current = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    set: (value) => {
      current = value;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

type EngineState =
  | { readonly phase: 'idle' | 'loading' }
  /** `notice`: what a visitor may want to know although everything works. */
  | { readonly phase: 'ready'; readonly notice: FailureNotice | null }
  | { readonly phase: 'failed'; readonly failure: ClientFailure };

/** For the engine itself, which alone changes it. */
export const engineStore = store<EngineState>({ phase: 'idle' });

export const engineState = { get: engineStore.get, subscribe: engineStore.subscribe };

/** One promise for all who need the same thing; a failure is not remembered, so that the next call tries again. */
export interface SharedPromise<T> {
  readonly get: () => Promise<T>;
  readonly forget: () => void;
}

/** Makes a promise that all callers share; after a failure the next caller tries again. */
export function shared<T>(load: () => Promise<T>): SharedPromise<T> {
  let current: Promise<T> | undefined;
  const forget = (): void => {
    current = undefined;
  };
  const get = (): Promise<T> => {
    if (current !== undefined) return current;
    const mine = load();
    current = mine;
    mine.catch(() => {
      if (current === mine) forget();
    });
    return mine;
  };
  return { get, forget };
}

/** Shares what is opened when it is first asked for, shared, and closed by `end`, also where it is still being opened. */
export function sharedOpening<T extends { readonly close: () => Promise<void> }>(
  open: () => Promise<T>,
): SharedPromise<T> & { readonly end: () => void } {
  let opening: Promise<T> | undefined;
  const { get, forget } = shared(() => {
    opening = open();
    return opening;
  });
  const end = (): void => {
    const last = opening;
    opening = undefined;
    forget();
    // Nothing to close if it never opened, or is gone already.
    void last?.then((one) => one.close()).catch(() => undefined);
  };
  return { get, forget, end };
}

/** Keeps a shared promise by key, for the `capacity` keys asked for last. */
export function sharedByKey<T>(capacity: number): (key: string, load: () => Promise<T>) => Promise<T> {
  const kept = recent<SharedPromise<T>>(capacity);
  return (key, load) => {
    const entry = kept.get(key) ?? shared(load);
    kept.set(key, entry);
    return entry.get();
  };
}

/** Gives up waiting (not the work, which others may share) when the signal says so; rejects with the signal's reason. */
export function abortable<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/** Lets one caller through at a time, first come first served; each must call the function that it gets to let the next in. */
export function turnstile(): () => Promise<() => void> {
  let last = Promise.resolve();
  return async () => {
    const before = last;
    let leave = (): void => undefined;
    last = new Promise((resolve) => {
      leave = resolve;
    });
    await before;
    return leave;
  };
}

/** The last things used, by key, at most `capacity` of them. */
export interface Recent<V> {
  /** The value, which thereby becomes the most recent. */
  readonly get: (key: string) => V | undefined;
  readonly set: (key: string, value: V) => void;
  readonly clear: () => void;
}

/** Makes a store of the values used last, at most `capacity`; the one unused for longest goes first. */
export function recent<V>(capacity: number): Recent<V> {
  const kept = new Map<string, V>();
  const set = (key: string, value: V): void => {
    kept.delete(key);
    kept.set(key, value);
    const [oldest] = kept.keys();
    if (kept.size > capacity && oldest !== undefined) kept.delete(oldest);
  };
  return {
    get: (key) => {
      const value = kept.get(key);
      if (value !== undefined) set(key, value);
      return value;
    },
    set,
    clear: () => kept.clear(),
  };
}
