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
  readonly heard: () => void;
  /** Call it when all bytes have arrived: whatever takes long after that is not the server's silence. */
  readonly whole: () => void;
}

function watch(entry: Silent): Pick<Attention, 'heard' | 'whole'> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const whole = (): void => {
    clearTimeout(timer);
    if (silent.get().includes(entry)) silent.set(silent.get().filter((one) => one !== entry));
  };
  const heard = (): void => {
    whole();
    timer = setTimeout(() => silent.set([...silent.get(), entry]), SILENCE);
  };
  heard();
  return { heard, whole };
}

/** While nothing comes of what `work` fetches, it is among `silent`: this alone knows of silence. Throws as the work, or ClientFailure where the visitor stopped. */
export async function attended<T>(url: string, work: (attention: Attention) => Promise<T>): Promise<T> {
  const control = new AbortController();
  let isAgain = false;
  const again = (): void => {
    isAgain = true;
    control.abort();
  };
  const { heard, whole } = watch({ url, stop: () => control.abort(), again });
  try {
    return await work({ signal: control.signal, heard, whole });
  } catch (error) {
    if (!control.signal.aborted) throw error;
    if (!isAgain) throw notAwaited(url);
  } finally {
    whole();
  }
  return attended(url, work);
}
