import { ClientFailure } from './failure.ts';
import { store } from './store.ts';

/** A file of which nothing has come for a while, although the server took the request. */
export interface Silent {
  readonly url: string;
  /** Gives up waiting: whoever asked for the file is told. */
  readonly stop: () => void;
  /** Asks for the file once more. */
  readonly again: () => void;
}

/** Files that are waited for in silence now. */
export const silent = store<readonly Silent[]>([]);

/** A silence is only told of once it has lasted this long, in ms. */
export const SILENCE = 10_000;

function notAwaited(url: string): ClientFailure {
  const why = `It sent nothing of ${new URL(url).pathname}, and you stopped waiting for it.`;
  return new ClientFailure(
    'unreachable',
    { what: 'The server did not answer.', why, todo: 'Try again in a while.' },
    { url },
  );
}

/** Tells of one request while it is silent; `heard` is called with each sign of life, `end` when it is over. */
function watch(entry: Silent): { readonly heard: () => void; readonly end: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = (): void => {
    clearTimeout(timer);
    if (silent.get().includes(entry)) silent.set(silent.get().filter((one) => one !== entry));
  };
  const heard = (): void => {
    end();
    timer = setTimeout(() => silent.set([...silent.get(), entry]), SILENCE);
  };
  heard();
  return { heard, end };
}

/**
 * The result of `work`, which fetches a file, gives up by the signal, and calls `heard` whenever something of it has come. While nothing comes
 * the file is among `silent`. Throws what the work throws, or ClientFailure where the visitor stopped waiting.
 */
export async function attended<T>(
  url: string,
  work: (signal: AbortSignal, heard: () => void) => Promise<T>,
): Promise<T> {
  const control = new AbortController();
  let isAgain = false;
  const again = (): void => {
    isAgain = true;
    control.abort();
  };
  const { heard, end } = watch({ url, stop: () => control.abort(), again });
  try {
    return await work(control.signal, heard);
  } catch (error) {
    if (!control.signal.aborted) throw error;
    if (!isAgain) throw notAwaited(url);
  } finally {
    end();
  }
  return attended(url, work);
}
