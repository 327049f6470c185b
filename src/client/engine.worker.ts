import type { Came } from './awaited.ts';
import { engineBody, keepEngine, keptEngine, storageBlocked } from './engine-cache.ts';
import { engineCrashed } from './engine-failure.ts';
import { ClientFailure, damaged, type FailureParts, reasonOf } from './failure.ts';
import { joinedBytes, request, verify } from './fetch.ts';

/** The page's first message; all later ones are DuckDB's own. */
export interface EngineJob {
  readonly script: string;
  readonly url: string;
  readonly expected: { readonly inflated: number; readonly sha256: string };
  /** The file is fetched anew, and not taken from a copy that the browser has. */
  readonly anew: boolean;
  readonly port: MessagePort;
}

export type EngineNews =
  | { readonly listening: true }
  | { readonly heard: Came }
  /** The engine's bytes are the pinned ones; `blocked`: why they will not be kept (null: they will). */
  | { readonly verified: { readonly blocked: string | null } }
  | { readonly failure: FailureParts };

type Tell = (news: EngineNews) => void;

function failing(tell: Tell): (error: unknown) => void {
  return (error) => {
    if (!(error instanceof ClientFailure)) throw error;
    tell({ failure: error.parts });
  };
}

/** Checks, when all bytes have gone on to be compiled, that they are the pinned ones. */
async function finish({ url, expected }: EngineJob, bytes: Uint8Array<ArrayBuffer>, tell: Tell): Promise<void> {
  await verify(bytes, url, expected);
  tell({ verified: { blocked: storageBlocked() } });
  await keepEngine(url, new Blob([bytes]));
}

/** Gives the engine as it comes from the server, passed on as it is inflated; after a failure nothing more comes. */
async function fetched(job: EngineJob, tell: Tell): Promise<Response> {
  const { url, expected, anew } = job;
  const response = await request(url, { cache: anew ? 'reload' : 'force-cache' });
  const { stream, failureOf } = await engineBody(response, url, (heard) => tell({ heard }));
  const reader = stream.getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    const { done, value } = await reader.read();
    if (done) {
      const bytes = joinedBytes(chunks, size);
      await verify(bytes, url, { inflated: expected.inflated });
      controller.close();
      finish(job, bytes, tell).catch(failing(tell));
      return;
    }
    chunks.push(value);
    size += value.byteLength;
    if (size > expected.inflated) throw damaged(url, `It is larger than ${expected.inflated} bytes once inflated.`);
    controller.enqueue(value);
  };
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => pull(controller).catch((error: unknown) => failing(tell)(failureOf(error))),
  });
  return new Response(body, { headers: { 'Content-Type': 'application/wasm' } });
}

/** Gives the engine as an earlier visit kept it, or from the server. */
async function engine(job: EngineJob, tell: Tell): Promise<Response> {
  const kept = job.anew ? undefined : await keptEngine(job.url, job.expected.inflated);
  if (kept === undefined) return fetched(job, tell);
  tell({ verified: { blocked: null } });
  return kept;
}

/** Compiles the engine while it is inflated, before DuckDB's script asks for it; after a failure the promise never settles. */
async function compiled(job: EngineJob, tell: Tell): Promise<WebAssembly.Module> {
  try {
    return await WebAssembly.compileStreaming(await engine(job, tell));
  } catch (error) {
    failing(tell)(error);
    return new Promise(() => undefined);
  }
}

function instantiateAlways(module: Promise<WebAssembly.Module>): void {
  WebAssembly.instantiateStreaming = async (_source, imports) => {
    const ready = await module;
    return { module: ready, instance: await WebAssembly.instantiate(ready, imports) };
  };
}

// DuckDB drops rejections of its own and would wait for ever: rethrown, the failure reaches `onerror`.
addEventListener('unhandledrejection', (event) => {
  event.preventDefault();
  setTimeout(() => {
    throw event.reason;
  });
});

addEventListener(
  'message',
  ({ data: job }: MessageEvent<EngineJob>) => {
    const tell: Tell = (news) => job.port.postMessage(news);
    instantiateAlways(compiled(job, tell));
    import(/* @vite-ignore */ job.script).then(
      () => {
        // A script that arrives empty is a module like any other, and nobody would ever answer.
        if (typeof globalThis.onmessage === 'function') tell({ listening: true });
        else tell({ failure: damaged(job.script, 'It is not DuckDB’s script.').parts });
      },
      (error: unknown) => tell({ failure: engineCrashed(reasonOf(error)).parts }),
    );
  },
  { once: true },
);
