import { siteAddress } from './address.ts';
import { keepEngine, keptEngine } from './engine-cache.ts';
import { WASM, WASM_PATH } from './engine-files.ts';
import { fetchBytes, verify } from './fetch.ts';

const TYPE = 'application/wasm';

export interface Wasm {
  readonly blob: Blob;
  /** Settles while the engine is being compiled; rejects with ClientFailure. */
  readonly verified: Promise<void>;
  /** Keeps the engine for the next visit, unless it comes from an earlier one. */
  readonly keep: () => Promise<void>;
}

/** The inflated engine, from an earlier visit or from the server. Throws ClientFailure. */
export async function loadWasm(onProgress: (loaded: number) => void): Promise<Wasm> {
  const url = siteAddress(WASM_PATH);
  const kept = await keptEngine(url);
  if (kept?.size === WASM.bytes) {
    return { blob: kept.slice(0, kept.size, TYPE), verified: Promise.resolve(), keep: () => Promise.resolve() };
  }
  const bytes = await fetchBytes(url, { inflated: WASM.bytes, cap: WASM.bytes, onProgress });
  const blob = new Blob([bytes], { type: TYPE });
  const verified = verify(bytes, url, WASM);
  return { blob, verified, keep: () => keepEngine(url, blob) };
}
