import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { inject } from 'vitest';

const HERE = resolve(import.meta.dirname, '../..');

/** Puts the query engine of the tested site into the public folder of another one: packing it anew takes seconds. */
export function copyEngine(folder: string): void {
  cpSync(join(inject('site').folder, 'engine'), join(folder, 'engine'), { recursive: true });
}

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
