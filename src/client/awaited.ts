import { SILENCE } from './directives/island.ts';
import { ClientFailure } from './failure.ts';
import { store } from './shared.ts';

/** A file of which nothing has come for a while, although the server took the request. */
export interface Silent {
  readonly url: string;
  readonly stop: () => void;
  readonly again: () => void;
}

/** Files that are waited for in silence now. */
export const silent = store<readonly Silent[]>([]);

/** How many bytes of a file have come as they lie, of how many; 0 where the server does not say. */
export interface Came {
  readonly bytes: number;
  readonly of: number;
}

/** What has come of a file that visitors are told of; `what`: what it is called. */
export type Arriving = Came & { readonly what: string };

/** Those under way, by address. */
export const underWay = store<ReadonlyMap<string, Arriving>>(new Map());

function noteArriving(url: string, what: string, came: Came | null): void {
  if (what === '') return;
  const all = new Map(underWay.get());
  if (came === null) all.delete(url);
  else all.set(url, { what, ...came });
  underWay.set(all);
}

function notAwaited(url: string): ClientFailure {
  const why = `It sent nothing of ${new URL(url).pathname}, and you stopped waiting for it.`;
  return new ClientFailure(
    'unreachable',
    { what: 'The server did not answer.', why, todo: 'Try again in a while.' },
    { url },
  );
}

/** Callbacks between a request and whoever tells the visitor about it. */
export interface Attention {
  /** Says that the visitor gave up waiting, or that the file is asked for again. */
  readonly signal: AbortSignal;
  /** Call it whenever bytes of the file have arrived. */
  readonly heard: (came?: Came) => void;
  /** Call it when all bytes have arrived: whatever takes long after that is not the server's silence. */
  readonly whole: () => void;
}

function watch(entry: Silent, what: string): Pick<Attention, 'heard' | 'whole'> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const whole = (): void => {
    clearTimeout(timer);
    if (silent.get().includes(entry)) silent.set(silent.get().filter((one) => one !== entry));
  };
  const heard = (came?: Came): void => {
    whole();
    if (came !== undefined) noteArriving(entry.url, what, came);
    timer = setTimeout(() => silent.set([...silent.get(), entry]), SILENCE);
  };
  heard({ bytes: 0, of: 0 });
  return { heard, whole };
}

/** While nothing comes of what `work` fetches, it is among `silent`, and until the work is done among `underWay` if it is called something. Throws as the work, or ClientFailure where the visitor stopped. */
export async function attended<T>(url: string, work: (attention: Attention) => Promise<T>, what = ''): Promise<T> {
  const control = new AbortController();
  let isAgain = false;
  const again = (): void => {
    isAgain = true;
    control.abort();
  };
  const { heard, whole } = watch({ url, stop: () => control.abort(), again }, what);
  try {
    return await work({ signal: control.signal, heard, whole });
  } catch (error) {
    if (!control.signal.aborted) throw error;
    if (!isAgain) throw notAwaited(url);
  } finally {
    whole();
    noteArriving(url, what, null);
  }
  return attended(url, work, what);
}
