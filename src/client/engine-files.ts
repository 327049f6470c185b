/** Pinned by content: `scripts/site-build.ts` puts these files of `@duckdb/duckdb-wasm` into `public/engine`, the page verifies them. Sizes in bytes, inflated hashes. */
interface EngineFile {
  readonly source: string;
  readonly sha256: string;
  readonly bytes: number;
}

/** The build with WebAssembly exceptions, one thread. */
export const WASM: EngineFile = {
  source: 'duckdb-eh.wasm',
  sha256: '4c221bfa59c11f24dbd750e70c90b9252eca6eec5633936e6a2ec766e55fd879',
  bytes: 34_242_586,
};

export const WORKER: EngineFile = {
  source: 'duckdb-browser-eh.worker.js',
  sha256: 'f8ab72b6b90b3ad83077d47426d4a99d5d9a4c7e07cba1a2be37d655adc7c1ab',
  bytes: 772_759,
};

/** Writes the path of a file: `duckdb-eh.wasm` → `engine/duckdb-eh.0123456789ab.wasm`: the content of such an address never changes. */
function hashedPath({ source, sha256 }: EngineFile): string {
  const dot = source.lastIndexOf('.');
  return `engine/${source.slice(0, dot)}.${sha256.slice(0, 12)}${source.slice(dot)}`;
}

/** Packed with zstd, a fifth smaller than gzip, since some hosts refuse files above 25 MiB; a small library inflates it while it comes. */
export const WASM_PATH = `${hashedPath(WASM)}.zst`;
export const WORKER_PATH = hashedPath(WORKER);

export const databaseFile = (benchmark: string): string => `${benchmark}.duckdb`;
