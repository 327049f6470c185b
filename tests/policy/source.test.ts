import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

/** House rules that a reader of the code relies on (CONTRIBUTING.md). */
const ROOT = path.resolve(import.meta.dirname, '../..');
const files = (folder: string): string[] =>
  fs
    .readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((f) => path.posix.join(folder, f.split(path.sep).join('/')))
    .filter((f) => /\.(ts|tsx|astro)$/.test(f));
const read = (file: string): string => fs.readFileSync(path.join(ROOT, file), 'utf8');
const source = files('src');

/** Folders that a folder may import from, beside itself. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  schema: [],
  stats: ['schema'],
  metrics: ['schema', 'stats'],
  records: ['schema'],
  importers: ['schema', 'records'],
  audit: ['schema', 'stats', 'metrics'],
  shapes: ['schema', 'importers', 'records'],
  compare: ['schema', 'stats', 'metrics'],
  figures: ['schema', 'stats', 'metrics', 'explore'],
  client: ['schema', 'metrics', 'stats', 'records', 'importers', 'url-state'],
};
const PURE = ['schema', 'stats', 'metrics', 'importers', 'audit', 'compare', 'figures'];

function importsOf(file: string): string[] {
  return [...read(file).matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map((m) => m[1] ?? '');
}

function folderOf(file: string): string {
  return file.split('/')[1] ?? '';
}

describe('imports', () => {
  test.each(Object.entries(MAY_IMPORT))('src/%s imports only what stands to its left', (folder, allowed) => {
    const wrong = source
      .filter((f) => folderOf(f) === folder)
      .flatMap((f) =>
        importsOf(f)
          .filter((i) => i.startsWith('.'))
          .map((i) => folderOf(path.posix.join(path.posix.dirname(f), i)))
          .filter((target) => target !== folder && !allowed.includes(target))
          .map((target) => `${f} → ${target}`),
      );
    expect(wrong).toEqual([]);
  });

  test.each(PURE)('src/%s knows neither Node nor React', (folder) => {
    const wrong = source
      .filter((f) => folderOf(f) === folder)
      .flatMap((f) =>
        importsOf(f)
          .filter((i) => /^(node:|react|@duckdb)/.test(i))
          .map((i) => `${f}: ${i}`),
      );
    expect(wrong).toEqual([]);
  });
});

test('no benchmark is named in a component, an island or a page', () => {
  const ids = fs.readdirSync(path.join(ROOT, 'data'), { withFileTypes: true }).filter((e) => e.isDirectory());
  const named = source
    .filter((f) => ['components', 'islands', 'pages'].includes(folderOf(f)))
    .filter((f) => ids.some((id) => read(f).includes(id.name)));
  expect(named).toEqual([]);
});

test('files stay under 400 lines', () => {
  const long = [...source, ...files('scripts'), ...files('tests')].filter((f) => read(f).split('\n').length > 400);
  expect(long).toEqual([]);
});

test('no markup from strings', () => {
  /** The one inline script: a constant of ours, hashed in the CSP. */
  const own = /set:html=\{THEME_BOOT\}/;
  const unsafe = source.filter((f) => /dangerouslySetInnerHTML|set:html|innerHTML\s*=/.test(read(f).replace(own, '')));
  expect(unsafe).toEqual([]);
});
