/**
 * The query engine, pinned by content: `scripts/engine.ts` makes these files from `@duckdb/duckdb-wasm`, puts them into `public/engine`
 * and refuses others; the page verifies what it receives. Sizes in bytes, hashes of the inflated bytes.
 */
interface Pinned {
  readonly sha256: string;
  readonly bytes: number;
}

interface EngineFile extends Pinned {
  /** In the package's `dist` folder. */
  readonly source: string;
  /** The file without what the worker's script never uses. Where it is left out, the package's own file is served. */
  readonly slim?: Pinned;
}

/** The build with WebAssembly exceptions, one thread. */
export const WASM: EngineFile = {
  source: 'duckdb-eh.wasm',
  sha256: '4c221bfa59c11f24dbd750e70c90b9252eca6eec5633936e6a2ec766e55fd879',
  bytes: 34_242_586,
  slim: {
    sha256: 'fbf7feff753cc73756b53ee15ccb4420bf43c37c08bdedd34c388844afcc17e7',
    bytes: 24_286_544,
  },
};

/** Also says what of the engine is used: see `slim`. */
export const WORKER: EngineFile = {
  source: 'duckdb-browser-eh.worker.js',
  sha256: 'f8ab72b6b90b3ad83077d47426d4a99d5d9a4c7e07cba1a2be37d655adc7c1ab',
  bytes: 772_759,
};

/** Names the file as the page fetches it: the slim one where there is one. */
export const servedAs = ({ slim, sha256, bytes }: EngineFile): Pinned => slim ?? { sha256, bytes };

/** Writes the path of a file: `duckdb-eh.wasm` → `engine/duckdb-eh.0123456789ab.wasm`: the content of such an address never changes. */
function hashedPath(file: EngineFile): string {
  const { source } = file;
  const dot = source.lastIndexOf('.');
  return `engine/${source.slice(0, dot)}.${servedAs(file).sha256.slice(0, 12)}${source.slice(dot)}`;
}

/**
 * How the engine is packed. zstd is a fifth smaller than gzip but browsers do not know it, so that a small library inflates it while it comes
 * (docs/performance.md has the trial); `gz` is the way back, which pages read as well.
 */
export const PACKED: 'zst' | 'gz' = 'zst';

/** Below the site's base. Packed, since some hosts refuse files above 25 MiB. */
export const WASM_PATH = `${hashedPath(WASM)}.${PACKED}`;
export const WORKER_PATH = hashedPath(WORKER);
