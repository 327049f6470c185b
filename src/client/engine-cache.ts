import { Decompress } from 'fzstd';
import type { Came } from './awaited.ts';
import { damaged, reasonOf, truncated } from './failure.ts';
import { type Bytes, type Inflated, inflatedBody } from './fetch.ts';

const isZstd = ([first, second]: Bytes): boolean => first === 0x28 && second === 0xb5;
const NOTHING: Bytes = new Uint8Array();

/** Inflates what begins as zstd, which browsers do not, and lets everything else through as it is. Its chunks fail as ClientFailure. */
function inflateZstd(url: string): TransformStream<Bytes, Bytes> {
  let decoder: Decompress | null | undefined;
  return new TransformStream<Bytes, Bytes>({
    transform: (chunk, controller) => {
      if (decoder === undefined)
        decoder = isZstd(chunk)
          ? new Decompress((part) => part.length > 0 && controller.enqueue(new Uint8Array(part)))
          : null;
      if (decoder === null) {
        controller.enqueue(chunk);
        return;
      }
      try {
        decoder.push(chunk);
      } catch (error) {
        throw damaged(url, `It cannot be inflated: ${reasonOf(error)}.`, error);
      }
    },
    flush: () => {
      try {
        decoder?.push(NOTHING, true);
      } catch (error) {
        throw truncated(url, `${reasonOf(error)}.`, error);
      }
    },
  });
}

export async function engineBody(response: Response, url: string, heard: (came: Came) => void): Promise<Inflated> {
  const { stream, failureOf } = await inflatedBody(response, url, heard);
  return { stream: stream.pipeThrough(inflateZstd(url)), failureOf };
}

const NAME = 'judgeboard-engine';

/** Why the browser keeps nothing for the next visit; null while there is no reason. */
let blocked: string | null = null;

export function storageBlocked(): string | null {
  return blocked;
}

/** Storage may be switched off, full, or missing (outside a secure context); the site works without it. */
async function attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    blocked = reasonOf(error);
    return undefined;
  }
}

/** The engine as an earlier visit stored it, read as it is compiled: taken out first, it would be in memory twice. */
export function keptEngine(url: string, bytes: number): Promise<Response | undefined> {
  return attempt(async () => {
    const kept = await (await caches.open(NAME)).match(url);
    return kept?.headers.get('Content-Length') === String(bytes) ? kept : undefined;
  });
}

/** Keeps the inflated engine for the next visit, in the place of an older one. */
export async function keepEngine(url: string, engine: Blob): Promise<void> {
  await attempt(async () => {
    const headers = { 'Content-Type': 'application/wasm', 'Content-Length': String(engine.size) };
    await caches.delete(NAME);
    await (await caches.open(NAME)).put(url, new Response(engine, { headers }));
  });
}

/** Forgets the kept engine, because it does not start. */
export async function dropEngine(): Promise<void> {
  await attempt(() => caches.delete(NAME));
}
