import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { TestProject } from 'vitest/node';
import { findBrowser } from '../../scripts/browser.ts';
import { runScript } from '../../scripts/run-script.ts';
import { serve } from '../../scripts/serve.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The served site: its folder, its origin, and its address with the base path and a slash at the end. */
    readonly site: { readonly folder: string; readonly origin: string; readonly address: string };
  }
}

/** The folder to test: JUDGEBOARD_DIST, else dist, built first if it is missing. */
async function builtFolder(): Promise<string> {
  const named = process.env['JUDGEBOARD_DIST'];
  const folder = resolve(named || 'dist');
  if (existsSync(join(folder, 'index.html'))) return folder;
  if (named) throw new Error(`JUDGEBOARD_DIST names a folder without a built site: ${folder}`);
  if ((await runScript('build', ['--offline'])) !== 0)
    throw new Error('The site to test could not be built; the reason is above.');
  return folder;
}

/** Vitest's global set-up: the browser is found (and unpacked) and the site served once for all test files. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await findBrowser();
  const folder = await builtFolder();
  const { origin, address, close } = await serve({ folder, port: 0, base: process.env['SITE_BASE'] ?? '/' });
  project.provide('site', { folder, origin, address });
  return close;
}
