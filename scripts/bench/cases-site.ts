import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { Manifest } from '../../src/schema/release.ts';
import { casesForSize, judgmentTables, type Size } from './cases-data.ts';
import { writeTables } from './made-tables.ts';
import { copyProject, replaceDatabase, runIn } from './project.ts';

/** Judgments of Shapes per instance and protocol: 74 345 at the default size of 400. */
const PER_SIZE = 186;
/** Shapes as the site has it, whose shards fill an index page, and a hundred times that: more records are not read. */
const SMALL = 400;
const LARGE = 40_000;
export interface BenchSite {
  /** Built sites: Shapes at its own size, and with as many judgments as asked for, up to a hundred times as many. */
  readonly small: string;
  readonly large: string;
  /** The narrow tables that replace those of Shapes in the large site, as the engine attaches them. */
  readonly database: string;
  /** The same number of judgments over fewer cases, all criteria asked of each: what the matrices are made from. */
  readonly matrices: string;
}

export const MATRICES = 'multi-crit';

/** Gives a benchmark without cases the database of the matrices, in a manifest of its own that only the bench's page is served. */
async function addMatrices(site: string, database: string, size: Size): Promise<void> {
  const data = path.join(site, 'data');
  const manifest = Manifest.parse(JSON.parse(await readFile(path.join(data, 'manifest.json'), 'utf8')));
  const content = await readFile(database);
  const name = 'bench/matrices.duckdb.gz';
  await mkdir(path.join(data, 'bench'), { recursive: true });
  const stored = gzipSync(content);
  await writeFile(path.join(data, name), stored);
  const counts = {
    instances: casesForSize(size),
    judgments: size.judgments,
    runs: 1,
    shards: 1,
    index: { path: 'none-*', hashes: '' },
  };
  const sha256 = createHash('sha256').update(content).digest('hex');
  const file = { path: name, bytes: stored.byteLength, sha256, inflated: content.byteLength };
  await writeFile(
    path.join(site, 'bench', 'manifest.json'),
    JSON.stringify({
      ...manifest,
      benchmarks: manifest.benchmarks.map((b) =>
        b.id === MATRICES ? { ...b, instances: { ...counts, database: name } } : b,
      ),
      files: [...manifest.files, { ...file, type: 'application/vnd.duckdb', title: 'Matrices', about: '' }],
    }),
  );
}

/** Adds a page of the large site, under its own address, that runs statements and starts the engine by itself. */
async function addClient(site: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    base: process.env['SITE_BASE'] ?? '/',
    build: {
      outDir: path.join(site, 'bench'),
      emptyOutDir: true,
      rollupOptions: {
        input: fileURLToPath(new URL('cases-client.ts', import.meta.url)),
        output: { entryFileNames: 'client.js', chunkFileNames: '[name].js' },
      },
    },
  });
  const page =
    '<!doctype html><html lang="en"><title>Bench</title><link rel="icon" href="data:,"><script type="module" src="client.js"></script></html>';
  await writeFile(path.join(site, 'bench', 'index.html'), page);
}

const exists = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );

/**
 * Makes both sites below `folder`, or reuses those of an earlier run: Shapes built from its records, and a large one whose tables are
 * replaced by `judgments` generated judgments.
 */
export async function casesSite(folder: string, judgments: number): Promise<BenchSite> {
  const size = Math.min(LARGE, Math.max(SMALL, Math.round(judgments / PER_SIZE)));
  const site: BenchSite = {
    small: path.join(folder, 'small'),
    large: path.join(folder, 'large'),
    database: path.join(folder, 'cases.duckdb'),
    matrices: path.join(folder, 'matrices.duckdb'),
  };
  if (!(await exists(path.join(site.large, 'bench', 'index.html')))) {
    const project = path.join(folder, 'project');
    const data = path.join(project, 'public', 'data');
    await copyProject(project);
    await writeTables(site.matrices, judgmentTables({ judgments, criteria: 5 }), folder);
    await writeTables(site.database, judgmentTables({ judgments, criteria: 1 }), folder);
    await runIn(project, 'judgeboard', ['build']);
    await runIn(project, 'astro', ['build', '--outDir', site.small]);
    await runIn(project, 'judgeboard', ['shapes', '--size', String(size), '--out', 'data/shapes']);
    await runIn(project, 'judgeboard', ['build']);
    await replaceDatabase(data, site.database, { instances: casesForSize({ judgments, criteria: 1 }), judgments });
    await runIn(project, 'astro', ['build', '--outDir', site.large]);
    await rm(project, { recursive: true });
  }
  await addClient(site.large);
  await addMatrices(site.large, site.matrices, { judgments, criteria: 5 });
  return site;
}
