import { reasonOf } from './failure.ts';

const NAME = 'judgeboard-engine';

/** Why the browser keeps nothing for the next visit; null while there is no reason. */
let blocked: string | null = null;

/** Says why the browser keeps nothing for the next visit; null while there is no reason. */
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

/**
 * Reads the engine as an earlier visit kept it under this address, of so many bytes. It is read as it is compiled: taken out first, it
 * would be in memory twice.
 */
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
