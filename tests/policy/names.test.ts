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
  /^(export )?(?:declare )?(?:abstract )?(?:async )?(?:const|let|function\*?|class|type|interface|enum) (\w+)/gm;

/**
 * Names that several of the texts declare and at least one exports, with the files; a schema and its type are one declaration. A function or
 * constant of a file's own may have the name of another file's; a type or a component may not, since it is read as that one.
 */
function severalMeanings(texts: readonly (readonly [file: string, text: string])[]): string[] {
  const declared = texts.flatMap(([file, text]) => {
    const found = [...text.matchAll(DECLARATION)].map(([, exported, name = '']) => ({ exported: !!exported, name }));
    const kept = found.filter(({ exported, name }) => exported || /^[A-Z][a-z]/.test(name));
    return [...Map.groupBy(kept, ({ name }) => name)].map(([name, all]) => {
      return { name, file, exported: all.some(({ exported }) => exported) };
    });
  });
  return [...Map.groupBy(declared, ({ name }) => name)]
    .filter(([name, places]) => places.length > 1 && places.some((p) => p.exported) && !OF_ASTRO.includes(name))
    .map(([name, places]) => `${name}: ${places.map(({ file }) => file).join(', ')}`);
}

test('a name that two files export would be found; a schema and its type are one', () => {
  const found = severalMeanings([
    ['a.ts', 'export const Row = z.object({});\nexport type Row = z.infer<typeof Row>;\nexport const GET = 1;'],
    ['b.tsx', 'export async function* Row() {}\nexport const GET = 2;\nfunction Cell() {}'],
    ['c.ts', 'export interface Cell {}\nfunction rowOf() {}\ninterface Local {}'],
    ['d.ts', 'export function rowOf() {}\ninterface Local {}'],
  ]);
  expect(found).toEqual(['Row: a.ts, b.tsx', 'Cell: b.tsx, c.ts']);
});

test('no exported name is exported by two files, and no exported type or component has a namesake: a generic noun carries its feature, as BoardRow and CasePart do', () => {
  const texts = [...files('src'), ...files('scripts')].map(
    (file) => [file, fs.readFileSync(path.join(ROOT, file), 'utf8')] as const,
  );
  expect(severalMeanings(texts)).toEqual([]);
});
