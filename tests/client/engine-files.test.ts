import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { writeEngine } from '../../scripts/site-build.ts';
import { WASM, WASM_PATH, WORKER, WORKER_PATH } from '../../src/client/engine-files.ts';

test('the engine is written under names and with bytes that the page will accept, small enough for hosts', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'judgeboard-engine-'));
  await writeEngine(folder);
  const packed = readFileSync(join(folder, WASM_PATH));
  const found = [zstdDecompressSync(packed), readFileSync(join(folder, WORKER_PATH))].map((file) => ({
    sha256: createHash('sha256').update(file).digest('hex'),
    bytes: file.byteLength,
  }));
  expect(found).toEqual([WASM, WORKER].map(({ sha256, bytes }) => ({ sha256, bytes })));
  expect(WASM_PATH).toContain(WASM.sha256.slice(0, 12));
  expect(packed.byteLength).toBeLessThan(6_200_000);
  rmSync(folder, { recursive: true });
});
