import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { type RunningSite, serve } from '../../scripts/serve.ts';
import { benchmarkText } from '../release/benchmark-text.ts';
import { type BuiltRelease, built, judge, writeFiles } from '../release/instances/project.ts';
import { scratch } from '../scratch.ts';
import { sharedData } from '../shared-data.ts';
import { copyEngine } from './copy-engine.ts';

const HERE = resolve(import.meta.dirname, '../..');
const DATA = sharedData('viescore');
const JUDGES = ['gpt4o', 'gemini', 'cogvlm'] as const;
const PEOPLE = ['rater-1', 'rater-2', 'rater-3'];
export const REAL = 'editing';

const ABOUT = benchmarkText(
  REAL,
  `task_types:
  - { id: instruction, label: Editing by instruction }
metrics:
  - { id: pacc, unit: percent, source: ours }
  - { id: criterion_accuracy, unit: percent, source: ours }
`,
).replace('synthetic: true', 'synthetic: false');

/** What a clone of the project needs to build a site, beside its data. */
const BUILT_FROM = ['src', 'scripts', 'astro.config.mjs', 'package.json', 'tsconfig.json', 'CHANGELOG.md'];
/** A browser with a window asks for the icons by itself. */
const SERVED = ['_headers', 'favicon.ico', 'favicon.svg', 'apple-touch-icon.png'].map((name) => `public/${name}`);

/** Builds the pages of a project whose release is written; `seen`: those of `src/pages` that are looked at, where that is not all. */
export function buildPages(root: string, seen?: readonly string[]): void {
  for (const part of [...BUILT_FROM, ...SERVED]) cpSync(join(HERE, part), join(root, part), { recursive: true });
  const pages = join(root, 'src/pages');
  const files = readdirSync(pages, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.(?:astro|ts)$/.test(file) && !/(?:^|[\\/])_/.test(file),
  );
  for (const file of files) if (seen?.includes(file.replaceAll('\\', '/')) === false) rmSync(join(pages, file));
  copyEngine(join(root, 'public'));
  symlinkSync(join(HERE, 'node_modules'), join(root, 'node_modules'), 'junction');
  const require = createRequire(import.meta.url);
  const astro = join(dirname(require.resolve('astro/package.json')), 'bin', 'astro.mjs');
  // Vitest calls itself a test, for which React's slow code for developers would be built.
  const { SITE_BASE: _, ...inherited } = process.env;
  const env = { ...inherited, NODE_ENV: 'production' };
  execFileSync(process.execPath, [astro, 'build'], { cwd: root, env, stdio: 'pipe' });
}

export interface RealSite {
  readonly release: BuiltRelease;
  readonly site: RunningSite;
}

/** Outputs of three real judges, imported by the command line, released, and built into a site of their own. */
export async function realSite(): Promise<RealSite> {
  const root = await scratch();
  const judges = `judges:\n${[...JUDGES, ...PEOPLE].map(judge).join('')}`;
  const files = { 'data/judges.yaml': judges, [`data/${REAL}/benchmark.yaml`]: ABOUT };
  await writeFiles(root, new Map(Object.entries(files)));
  for (const id of JUDGES) {
    const out = join(root, 'data', REAL, 'runs', id);
    const from = ['import', '--from', 'viescore', '--in', DATA, '--judge', id];
    const to = ['--benchmark', REAL, '--run', id, '--out', out];
    execFileSync(process.execPath, ['scripts/cli.ts', ...from, ...to], { cwd: HERE, stdio: 'pipe' });
  }
  const release = await built(root);
  buildPages(root);
  return { release, site: await serve({ folder: join(root, 'dist'), port: 0 }) };
}
