/** What to tell a visitor, in one plain sentence each. */
export interface FailureNotice {
  readonly what: string;
  readonly why: string;
  readonly todo: string;
}

export type FailureKind =
  /** The browser lacks WebAssembly, workers or decompression. */
  | 'unsupported'
  | 'engine-unavailable'
  | 'engine-crashed'
  | 'out-of-memory'
  | 'not-found'
  | 'server-error'
  | 'unreachable'
  | 'offline'
  | 'truncated'
  /** A file has other bytes, or another form, than the release promises. */
  | 'damaged'
  /** Page and data are of different releases, or of different versions of the release's form. */
  | 'stale-release'
  | 'unknown-id'
  /** The benchmark publishes no instance-level data. */
  | 'no-instances'
  | 'query-failed'
  /** None of the kinds above. Most often a script did not come, or we made a mistake. */
  | 'unexpected';

export type WayOn = 'retry' | 'reload' | 'none';

const WAYS_ON: Readonly<Record<FailureKind, WayOn>> = {
  unsupported: 'none',
  'engine-unavailable': 'retry',
  'engine-crashed': 'retry',
  'out-of-memory': 'retry',
  'not-found': 'retry',
  'server-error': 'retry',
  unreachable: 'retry',
  offline: 'retry',
  truncated: 'retry',
  damaged: 'retry',
  'stale-release': 'reload',
  'unknown-id': 'none',
  'no-instances': 'none',
  'query-failed': 'none',
  unexpected: 'retry',
};

export interface FailureSource {
  readonly url?: string;
  readonly sql?: string;
  readonly cause?: unknown;
}

export interface FailureParts extends FailureNotice {
  readonly kind: FailureKind;
  readonly url: string | undefined;
}

/** Browsers' messages often end without a full stop, and another sentence follows. */
const sentence = (why: string): string => why.replace(/[^.!?]$/, '$&.');

/** Everything that this layer throws, but the `AbortError` of a request that was given up. `retry`: the same call may succeed, since no failure is remembered. */
export class ClientFailure extends Error implements FailureNotice {
  override readonly name = 'ClientFailure';
  readonly kind: FailureKind;
  readonly what: string;
  readonly why: string;
  readonly todo: string;
  readonly wayOn: WayOn;
  readonly url: string | undefined;

  constructor(kind: FailureKind, notice: FailureNotice, source: FailureSource = {}) {
    const of = source.sql === undefined ? '' : `\n${source.sql}`;
    const why = sentence(notice.why);
    super(`${notice.what} ${why} ${notice.todo}${of}`, { cause: source.cause });
    this.kind = kind;
    this.what = notice.what;
    this.why = why;
    this.todo = notice.todo;
    this.wayOn = WAYS_ON[kind];
    this.url = source.url;
  }

  get parts(): FailureParts {
    const { kind, what, why, todo, url } = this;
    return { kind, what, why, todo, url };
  }

  static of({ kind, url, ...notice }: FailureParts): ClientFailure {
    return new ClientFailure(kind, notice, url === undefined ? {} : { url });
  }
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The words for an unforeseen failure; its reason comes from what was thrown. */
export type FailureWords = Pick<FailureNotice, 'what' | 'todo'>;

export function failureOf(error: unknown, words: FailureWords): ClientFailure {
  if (error instanceof ClientFailure) return error;
  return new ClientFailure('unexpected', { ...words, why: reasonOf(error) }, { cause: error });
}

export const failureText = ({ what, why, todo }: FailureNotice): string => `${what} ${why} ${todo}`;

export function damaged(url: string, why: string, cause?: unknown): ClientFailure {
  const todo = 'Try again; if it stays so, the copy on this server is broken: tell whoever runs the site.';
  return new ClientFailure('damaged', { what: 'A data file is damaged.', why, todo }, { url, cause });
}

export function truncated(url: string, why: string, cause?: unknown): ClientFailure {
  const todo = 'Try again; the connection may have been cut.';
  return new ClientFailure('truncated', { what: 'A data file arrived only in part.', why, todo }, { url, cause });
}

export function staleRelease(why: string): ClientFailure {
  const todo = 'Reload the page to go on with the new release; your filters are in its address and stay.';
  return new ClientFailure('stale-release', {
    what: 'The data has been updated since this page was opened.',
    why,
    todo,
  });
}

export function unsupported(feature: string): ClientFailure {
  return new ClientFailure('unsupported', {
    what: 'This browser cannot run the query engine.',
    why: `It has no ${feature}, or a setting switches it off.`,
    todo: 'Everything that is printed on the page still holds; use a current browser for the interactive parts.',
  });
}
