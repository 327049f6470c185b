import { createRequire } from 'node:module';
import path from 'node:path';
import { createDuckDB, NODE_RUNTIME, VoidLogger } from '@duckdb/duckdb-wasm/blocking';
import { WASM } from '../src/client/engine-files.ts';

const PACKAGE = path.dirname(createRequire(import.meta.url).resolve('@duckdb/duckdb-wasm'));

/** The engine in this process, as pages get it. */
export async function openEngine(): ReturnType<typeof createDuckDB> {
  const bundle = { mainModule: path.join(PACKAGE, WASM.source), mainWorker: '' };
  const engine = await createDuckDB({ mvp: bundle, eh: bundle }, new VoidLogger(), NODE_RUNTIME);
  await engine.instantiate(() => {});
  return engine;
}
