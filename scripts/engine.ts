import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { constants, zstdCompress } from 'node:zlib';
import { WASM, WASM_PATH, WORKER, WORKER_PATH } from '../src/client/engine-files.ts';

const DIST = path.dirname(createRequire(import.meta.url).resolve('@duckdb/duckdb-wasm'));

/** Level 12 takes 1.6 s of processor time; 15 would give 1 % less in 8 s. The window is as wide as readers must allow without being asked (8 MB). */
const ZSTD = { params: { [constants.ZSTD_c_compressionLevel]: 12, [constants.ZSTD_c_windowLog]: 23 } };
const packed = (content: Uint8Array): Promise<Uint8Array> => promisify(zstdCompress)(content, ZSTD);

/** Reads a file of the installed package; throws where it is not the one that is pinned. */
async function installed({ source, sha256, bytes }: typeof WASM): Promise<Uint8Array> {
  const content = await readFile(path.join(DIST, source));
  const found = createHash('sha256').update(content).digest('hex');
  if (found === sha256 && content.byteLength === bytes) return content;
  throw new Error(
    `${source} of the installed @duckdb/duckdb-wasm is not the pinned one: SHA-256 ${found}, ${content.byteLength} bytes. ` +
      'Run `npm ci`; after an upgrade, enter the new figures in src/client/engine-files.ts.',
  );
}

/** Puts the query engine into `folder` (that is, `public`), where it is missing: its names carry its hash. */
export async function writeEngine(folder: string): Promise<void> {
  const files = [
    { file: WASM, target: path.join(folder, WASM_PATH), pack: packed },
    { file: WORKER, target: path.join(folder, WORKER_PATH), pack: (content: Uint8Array) => content },
  ];
  for (const { file, target, pack } of files) {
    if (existsSync(target)) continue;
    await mkdir(path.dirname(target), { recursive: true });
    const partial = `${target}.${process.pid}.part`;
    await writeFile(partial, await pack(await installed(file)));
    await rename(partial, target);
  }
}
