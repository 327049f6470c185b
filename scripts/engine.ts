import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { constants, gunzip, gzip, zstdCompress, zstdDecompress } from 'node:zlib';
import type { AstroIntegration } from 'astro';
import { PACKED, WASM, WASM_PATH, WORKER, WORKER_PATH } from '../src/client/engine-files.ts';
import type { Bytes } from '../src/client/fetch.ts';
import { slimWasm } from './slim-wasm.ts';

const [zip, zstd] = [promisify(gzip), promisify(zstdCompress)];
const DIST = path.dirname(createRequire(import.meta.url).resolve('@duckdb/duckdb-wasm'));

/**
 * Level 12 takes little longer than gzip at its best (1.1 and 0.8 s of processor time) and gives 4.76 MB; level 19 gives 4.25 MB in 16 s, which each clean
 * build would pay. The window is as wide as readers must allow without being asked (8 MB).
 */
const ZSTD = { params: { [constants.ZSTD_c_compressionLevel]: 12, [constants.ZSTD_c_windowLog]: 23 } };
const PACKING = {
  zst: { pack: (content: Bytes): Promise<Bytes> => zstd(content, ZSTD), unpack: promisify(zstdDecompress) },
  gz: { pack: (content: Bytes): Promise<Bytes> => zip(content, { level: 9 }), unpack: promisify(gunzip) },
} as const;

/** Reads the engine as `writeEngine` put it into a folder, inflated. */
export const readEngine = async (folder: string): Promise<Uint8Array> =>
  PACKING[PACKED].unpack(await readFile(path.join(folder, WASM_PATH)));

/** Throws where a file is not the one that is pinned. */
function checked(content: Bytes, { sha256, bytes }: Pick<typeof WASM, 'sha256' | 'bytes'>, what: string): Bytes {
  const found = createHash('sha256').update(content).digest('hex');
  if (found === sha256 && content.byteLength === bytes) return content;
  throw new Error(
    `${what} is not the pinned one: SHA-256 ${found}, ${content.byteLength} bytes. ` +
      'Run `npm ci`; after an upgrade, enter the new figures in src/client/engine-files.ts.',
  );
}

/** Reads the file as the installed package has it. */
async function installed(file: typeof WASM): Promise<Bytes> {
  const content = Uint8Array.from(await readFile(path.join(DIST, file.source)));
  return checked(content, file, `${file.source} of the installed @duckdb/duckdb-wasm`);
}

/**
 * Says whether the worker's script uses an export of the engine: by its name, as a text or as the name of a function of the script's own
 * (`_name`), or to give it another signature.
 */
export function usedBy(script: string): (name: string) => boolean {
  const named = script.matchAll(/wasmExports\.([\w$]+)|"([\w$]+)"|\b_([\w$]+)|\b(\w)\.([\w$]+)=\w\(\4\.\5\)/g);
  const names = new Set(
    [...named].map(([, own, text, function_, , converted]) => own ?? text ?? function_ ?? converted),
  );
  return (name) => names.has(name);
}

/** Gives the file as the page gets it. */
async function served(file: typeof WASM): Promise<Bytes> {
  const content = await installed(file);
  if (file.slim === undefined) return content;
  const script = new TextDecoder().decode(await installed(WORKER));
  return checked(slimWasm(content, usedBy(script)), file.slim, `${file.source} without what is never used`);
}

/** Puts the query engine into `folder` (that is, `public`), where it is missing: its names carry its hash. */
export async function writeEngine(folder: string): Promise<void> {
  const files = [
    { file: WASM, target: path.join(folder, WASM_PATH), pack: PACKING[PACKED].pack },
    { file: WORKER, target: path.join(folder, WORKER_PATH), pack: (content: Bytes) => content },
  ];
  for (const { file, target, pack } of files) {
    if (existsSync(target)) continue;
    await mkdir(path.dirname(target), { recursive: true });
    const partial = `${target}.${process.pid}.part`;
    await writeFile(partial, await pack(await served(file)));
    await rename(partial, target);
  }
}

/** Puts the engine beside the site's static files before `astro dev` and `astro build` look at them. */
export function queryEngine(): AstroIntegration {
  return {
    name: 'query-engine',
    hooks: { 'astro:config:setup': ({ config }) => writeEngine(fileURLToPath(config.publicDir)) },
  };
}
