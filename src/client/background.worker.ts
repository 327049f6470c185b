import { keepEngine, keptEngine, storageBlocked } from './engine-cache.ts';
import { ClientFailure, type FailureParts } from './failure.ts';
import { type Expected, fetchBytes, verify } from './fetch.ts';

/** What the page asks of this worker: a file's bytes, or the engine. One job for each worker. */
export interface Job {
  readonly kind: 'file' | 'engine';
  readonly url: string;
  /** `inflated` must be known of the engine. */
  readonly expected: Expected;
}

/** The engine as an address can be made of it, and why it will not be kept (null: it will). */
export interface LoadedEngine {
  readonly blob: Blob;
  readonly blocked: string | null;
}

export type News =
  /** Inflated bytes read so far. */
  | { readonly progress: number }
  | { readonly file: Uint8Array<ArrayBuffer> }
  | { readonly engine: LoadedEngine }
  | { readonly verified: true }
  | { readonly failure: FailureParts };

const STEP = 1024 * 1024;
const TYPE = 'application/wasm';

function tell(news: News, transfer: Transferable[] = []): void {
  postMessage(news, { transfer });
}

function progress(): (loaded: number) => void {
  let told = 0;
  return (loaded) => {
    if (loaded - told < STEP) return;
    told = loaded;
    tell({ progress: loaded });
  };
}

/** The engine is handed on before it is verified, so that it is compiled meanwhile. */
async function loadEngine(url: string, expected: Expected): Promise<void> {
  const kept = await keptEngine(url);
  if (kept !== undefined && kept.size === expected.inflated) {
    tell({ engine: { blob: kept.slice(0, kept.size, TYPE), blocked: null } });
    tell({ verified: true });
    return;
  }
  const { inflated } = expected;
  const bytes = await fetchBytes(url, { inflated, cap: inflated, freshness: 'immutable', onProgress: progress() });
  const blob = new Blob([bytes], { type: TYPE });
  tell({ engine: { blob, blocked: storageBlocked() } });
  await verify(bytes, url, expected);
  tell({ verified: true });
  await keepEngine(url, blob);
}

async function loadFile(url: string, expected: Expected): Promise<void> {
  const file = await fetchBytes(url, { ...expected, freshness: 'immutable', onProgress: progress() });
  tell({ file }, [file.buffer]);
}

addEventListener('message', async ({ data: { kind, url, expected } }: MessageEvent<Job>) => {
  try {
    await (kind === 'file' ? loadFile(url, expected) : loadEngine(url, expected));
  } catch (error) {
    if (!(error instanceof ClientFailure)) throw error;
    tell({ failure: error.parts });
  }
  close();
});
