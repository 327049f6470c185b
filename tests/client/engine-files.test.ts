import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { readEngine, usedBy, writeEngine } from '../../scripts/engine.ts';
import { servedAs, WASM, WASM_PATH, WORKER, WORKER_PATH } from '../../src/client/engine-files.ts';
import { servedEngine } from '../engine.ts';

const PACKAGE = dirname(createRequire(import.meta.url).resolve('@duckdb/duckdb-wasm'));
const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

test('the engine is written under names and with bytes that the page will accept', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'judgeboard-engine-'));
  await writeEngine(folder);
  const wasm = await readEngine(folder);
  const worker = readFileSync(join(folder, WORKER_PATH));
  const found = [wasm, worker].map((file) => ({ sha256: hashOf(file), bytes: file.byteLength }));
  expect(found).toEqual([servedAs(WASM), servedAs(WORKER)]);
  expect(WASM_PATH).toContain(servedAs(WASM).sha256.slice(0, 12));
  expect(readFileSync(join(folder, WASM_PATH)).byteLength).toBeLessThan(4_800_000);
  rmSync(folder, { recursive: true });
});

test('what the worker’s script uses of the engine is there, and little else', async () => {
  const script = readFileSync(join(PACKAGE, WORKER.source), 'utf8');
  const names = async (file: string) =>
    WebAssembly.Module.exports(await WebAssembly.compile(new Uint8Array(readFileSync(file)))).map(({ name }) => name);
  const [whole, slim] = [await names(join(PACKAGE, WASM.source)), await names(await servedEngine())];
  expect(whole.length).toBeGreaterThan(70_000);
  expect(slim).toEqual(whole.filter(usedBy(script)));
  expect(slim.length).toBeLessThan(300);
  // Every function that DuckDB gives to its own script.
  const own = whole.filter((name) => name.startsWith('duckdb_web_') && script.includes(`_${name}`));
  expect(own.length).toBeGreaterThan(30);
  expect(slim).toEqual(expect.arrayContaining(own));
  expect(slim).toEqual(expect.arrayContaining(['malloc', 'free', '__wasm_call_ctors']));
});
