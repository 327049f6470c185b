import { type Connection, openConnection } from '../client/connection.ts';
import { startEngine } from '../client/engine.ts';
import { onWorkerError } from '../client/engine-failure.ts';
import { ClientFailure, reasonOf } from '../client/failure.ts';
import { abortable, engineState, sharedOpening } from '../client/shared.ts';
import type { AskMessage, EngineAnswer, EngineAsk, FromWorker, JobAnswer, JobAsk, JobName } from './own.worker.ts';
import OwnWorker from './own.worker.ts?worker&inline';

export interface OwnSession {
  /** A job that is given up rejects with the signal's reason, and ends at the next thing that it asks of the engine. */
  readonly ask: <J extends JobName>(job: J, ask: JobAsk<J>, signal?: AbortSignal) => Promise<JobAnswer<J>>;
  readonly count: () => number;
  readonly end: () => void;
}

const broken = (why: string): ClientFailure =>
  new ClientFailure('unexpected', {
    what: 'Your files could not be worked on to the end.',
    why,
    todo: 'Nothing left this browser. Try again, or drop fewer files.',
  });

interface OpenJob extends PromiseWithResolvers<unknown> {
  readonly signal: AbortSignal;
}

type RowsAnswer = { readonly rows: Uint8Array } | { readonly error: string };

async function answerOf(session: Connection, request: EngineAsk, signal: AbortSignal): Promise<RowsAnswer> {
  try {
    if ('cancellable' in request) {
      await session.query(request.cancellable, [], { signal });
      return { rows: new Uint8Array() };
    }
    if ('sql' in request) return { rows: await session.stream(request.sql, request.params) };
    await session.insert(request.table, request.stream);
    return { rows: new Uint8Array() };
  } catch (error) {
    return { error: error instanceof ClientFailure ? `${error.what} ${error.why}` : reasonOf(error) };
  }
}

/** Starts the worker; `hear` is called with what it is doing. */
export function startSession(hear: (step: string) => void): OwnSession {
  const worker = new OwnWorker();
  const waiting = new Map<number, OpenJob>();
  let [asked, results] = [0, 0];
  const ended = new AbortController();
  const opened = sharedOpening(async () => openConnection(await startEngine()));
  // Whoever asks after a crash gets a connection to the engine that starts then.
  const forget = engineState.subscribe(() => {
    if (engineState.get().phase !== 'failed') return;
    opened.forget();
    worker.postMessage('engine lost');
  });
  const fail = (failure: unknown): void => {
    for (const { reject } of waiting.values()) reject(failure);
    waiting.clear();
  };
  worker.onmessage = async ({ data }: MessageEvent<FromWorker>) => {
    if ('step' in data) hear(data.step);
    else if ('request' in data) {
      // Whoever has given up has nothing that waits.
      const signal = waiting.get(data.of)?.signal ?? ended.signal;
      const answer = await opened.get().then(
        (session) => (signal.aborted ? { error: 'given up' } : answerOf(session, data.request, signal)),
        (error: unknown): RowsAnswer => {
          fail(error);
          return { error: reasonOf(error) };
        },
      );
      const moved = 'rows' in answer ? [answer.rows.buffer] : [];
      worker.postMessage({ engine: data.engine, ...answer } satisfies EngineAnswer, moved);
    } else {
      const one = waiting.get(data.id);
      waiting.delete(data.id);
      if ('answer' in data) one?.resolve(data.answer);
      else one?.reject(broken(data.error));
    }
  };
  onWorkerError(worker, ({ why }) => fail(broken(why)));
  return {
    count: () => ++results,
    ask: (job, ask, signal) => {
      const id = ++asked;
      const answer = Promise.withResolvers<unknown>();
      waiting.set(id, {
        ...answer,
        signal: signal === undefined ? ended.signal : AbortSignal.any([ended.signal, signal]),
      });
      worker.postMessage({ id, job, ask } satisfies AskMessage);
      // Scoring follows the import, so the engine starts meanwhile; whoever asks for it gets its failure.
      if (job === 'import') opened.get().catch(() => undefined);
      // The worker answers each job in its own form.
      return abortable(answer.promise, signal) as Promise<never>;
    },
    end: () => {
      ended.abort(new DOMException('given up', 'AbortError'));
      worker.terminate();
      forget();
      fail(new DOMException('given up', 'AbortError'));
      opened.end();
    },
  };
}
