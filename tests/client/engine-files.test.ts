import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { writeEngine } from '../../scripts/engine.ts';
import { WASM, WASM_PATH, WORKER, WORKER_PATH } from '../../src/client/engine-files.ts';

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

test('the engine is written under names and with bytes that the page will accept', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'judgeboard-engine-'));
  await writeEngine(folder);
  const wasm = gunzipSync(readFileSync(join(folder, WASM_PATH)));
  const worker = readFileSync(join(folder, WORKER_PATH));
  expect([hashOf(wasm), wasm.byteLength]).toEqual([WASM.sha256, WASM.bytes]);
  expect([hashOf(worker), worker.byteLength]).toEqual([WORKER.sha256, WORKER.bytes]);
  expect(WASM_PATH).toContain(WASM.sha256.slice(0, 12));
  rmSync(folder, { recursive: true });
});
