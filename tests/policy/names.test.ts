import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/** One exported name means one thing: whoever searches for it finds one declaration (docs/glossary.md). */
const ROOT = path.resolve(import.meta.dirname, '../..');
/** Names that Astro looks for in every page and endpoint. */
const OF_ASTRO = ['getStaticPaths', 'GET', 'prerender'];

const files = (folder: string): string[] =>
  fs
    .readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => path.posix.join(folder, file.split(path.sep).join('/')))
    .filter((file) => /\.(ts|tsx|astro)$/.test(file));

const DECLARATION =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:const|let|function\*?|class|type|interface|enum) (\w+)/gm;

/** Exported names that several of the texts declare, with the files; a schema and its type are one declaration. */
function severalMeanings(texts: readonly (readonly [file: string, text: string])[]): string[] {
  const declared = texts.flatMap(([file, text]) => {
    const names = new Set([...text.matchAll(DECLARATION)].map(([, name = '']) => name));
    return [...names].map((name) => [name, file] as const);
  });
  return [...Map.groupBy(declared, ([name]) => name)]
    .filter(([name, places]) => places.length > 1 && !OF_ASTRO.includes(name))
    .map(([name, places]) => `${name}: ${places.map(([, file]) => file).join(', ')}`);
}

test('a name that two files export would be found; a schema and its type are one', () => {
  const found = severalMeanings([
    ['a.ts', 'export const Row = z.object({});\nexport type Row = z.infer<typeof Row>;\nexport const GET = 1;'],
    ['b.tsx', 'export async function* Row() {}\nexport const GET = 2;\nfunction Cell() {}'],
    ['c.ts', 'export interface Cell {}'],
  ]);
  expect(found).toEqual(['Row: a.ts, b.tsx']);
});

test('no exported name is declared in two files: a generic noun carries its feature, as BoardRow and CasePart do', () => {
  const texts = [...files('src'), ...files('scripts')].map(
    (file) => [file, fs.readFileSync(path.join(ROOT, file), 'utf8')] as const,
  );
  expect(severalMeanings(texts)).toEqual([]);
});
