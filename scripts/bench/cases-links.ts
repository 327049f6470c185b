import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import Papa from 'papaparse';
import type { Browser } from 'playwright-core';
import { Manifest, type ReleaseFile } from '../../src/schema/release.ts';
import { indexPath, PAGE_SIZE, shardOf, shardPath } from '../../src/schema/release-paths.ts';
import { IndexPage } from '../../src/schema/shard.ts';

/** What opening a case by its address fetches of the data, apart from its pictures. */
export interface LinkFigures {
  readonly cases: number;
  /** Most requests, and requests for WebAssembly, of those visited in the browser. */
  readonly requests: number;
  readonly engine: number;
  /** Bytes over the network, text gzipped: of what is no shard, the same in every case; with the shard, on average over all cases. */
  readonly besides: number;
  readonly bytes: number;
  readonly largestShard: number;
}

const VISITED = 5;

async function idsOf(data: string, files: readonly ReleaseFile[]): Promise<string[]> {
  const file = files.find(({ path: name }) => /^shapes\/instances\.[^/]*csv/.test(name));
  if (file === undefined) throw new Error('the release has no table of instances');
  const stored = await readFile(path.join(data, file.path));
  const text = (file.path.endsWith('.gz') ? gunzipSync(stored) : stored).toString();
  const { data: rows } = Papa.parse<{ readonly instance: string }>(text, { header: true, skipEmptyLines: true });
  return rows.map(({ instance }) => instance);
}

/** Sizes of all shards, and of the manifest with an index page. */
async function sizes(data: string, ids: readonly string[], manifest: Manifest) {
  const shapes = manifest.benchmarks.find(({ id }) => id === 'shapes')?.instances;
  if (shapes === undefined || shapes === null) throw new Error('the release has no Shapes');
  const first = gzipSync(await readFile(path.join(data, 'manifest.json'))).byteLength;
  const pages = await Promise.all(
    Array.from({ length: Math.ceil(shapes.shards / PAGE_SIZE) }, (_, k) =>
      readFile(path.join(data, indexPath(shapes.index, k))),
    ),
  );
  const hashes = pages.flatMap((page) => IndexPage.parse(JSON.parse(page.toString())));
  const shards = await Promise.all(
    hashes.map(async (hash, i) =>
      hash === null ? 0 : (await readFile(path.join(data, shardPath('shapes', i, hash)))).byteLength,
    ),
  );
  const besides = first + Math.max(...pages.map((page) => gzipSync(page).byteLength));
  const all = ids.map((id) => shards[shardOf(id, shapes.shards)] ?? 0);
  return { besides, bytes: besides + all.reduce((a, b) => a + b, 0) / all.length, largestShard: Math.max(...shards) };
}

async function visit(browser: Browser, address: string, id: string) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(`${address}shapes/case/?id=${encodeURIComponent(id)}`, { waitUntil: 'networkidle' });
  await page.getByText(id).first().waitFor();
  await context.close();
  return {
    data: asked.filter((name) => name.includes('/data/') && !name.includes('/media/')).length,
    engine: asked.filter((name) => /wasm|duckdb/.test(name)).length,
  };
}

/** Measures the links of lists to their cases. `folder`: the site served at `address`. */
export async function measureLinks(browser: Browser, address: string, folder: string): Promise<LinkFigures> {
  const data = path.join(folder, 'data');
  const manifest = Manifest.parse(JSON.parse(await readFile(path.join(data, 'manifest.json'), 'utf8')));
  const list = JSON.parse(await readFile(path.join(data, manifest.list ?? ''), 'utf8')) as readonly ReleaseFile[];
  const ids = await idsOf(data, list);
  const visits = [];
  for (let i = 0; i < VISITED; i += 1) {
    const id = ids[Math.floor(((i + 0.5) * ids.length) / VISITED)];
    if (id !== undefined) visits.push(await visit(browser, address, id));
  }
  return {
    cases: ids.length,
    requests: Math.max(...visits.map((v) => v.data)),
    engine: Math.max(...visits.map((v) => v.engine)),
    ...(await sizes(data, ids, manifest)),
  };
}
