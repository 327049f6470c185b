import fs from 'node:fs';
import path from 'node:path';

/** What the tests of house rules read: the project's own files. */
export const ROOT = path.resolve(import.meta.dirname, '../..');
export const files = (folder: string): string[] =>
  fs
    .readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((f) => path.posix.join(folder, f.split(path.sep).join('/')))
    .filter((f) => /\.(ts|tsx|astro)$/.test(f));
export const read = (file: string): string => fs.readFileSync(path.join(ROOT, file), 'utf8');
export const source = files('src');

export const importsOf = (file: string): string[] =>
  [...read(file).matchAll(/(?:from|import)\s*\(?\s*'([^']+)'|new URL\('(\.[^']+)'/g)].map((m) => m[1] ?? m[2] ?? '');

export const folderOf = (file: string): string => file.split('/')[1] ?? '';

/** The files of the project that each file imports, types too. */
export const graph = new Map(
  source.map((file) => {
    const targets = importsOf(file).filter((name) => name.startsWith('.'));
    return [file, targets.map((name) => path.posix.join(path.posix.dirname(file), name.replace(/\?.*$/, '')))] as const;
  }),
);
