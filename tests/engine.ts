import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createDuckDB, NODE_RUNTIME, VoidLogger } from '@duckdb/duckdb-wasm/blocking';
import { readEngine, writeEngine } from '../scripts/engine.ts';
import { servedAs, WASM } from '../src/client/engine-files.ts';

/** The engine's module as a page gets it, inflated: a file that tests share. */
export async function servedEngine(): Promise<string> {
  const folder = path.join(tmpdir(), 'judgeboard-served-engine');
  const file = path.join(folder, `${servedAs(WASM).sha256}.wasm`);
  if (existsSync(file)) return file;
  const own = path.join(folder, randomUUID());
  await mkdir(own, { recursive: true });
  await writeEngine(own);
  const inflated = path.join(own, 'engine.wasm');
  await writeFile(inflated, await readEngine(own));
  await rename(inflated, file);
  return file;
}

/** The engine in this process, as pages get it. */
export async function openEngine(): ReturnType<typeof createDuckDB> {
  const bundle = { mainModule: await servedEngine(), mainWorker: '' };
  const engine = await createDuckDB({ mvp: bundle, eh: bundle }, new VoidLogger(), NODE_RUNTIME);
  await engine.instantiate(() => {});
  return engine;
}
