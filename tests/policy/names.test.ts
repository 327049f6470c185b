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

/** Code of a file that declares names: of an Astro page what stands between its fences, without the examples of code that it shows. */
const codeOf = (file: string, text: string): string =>
  file.endsWith('.astro') ? (/^---\n([\s\S]*?)\n---/.exec(text)?.[1] ?? '').replaceAll(/`[^`]*`/g, '') : text;

/**
 * Names that several of the texts declare and at least one exports, with the files; a schema and its type are one declaration. Two files may each
 * have a function of one name for themselves, but not the name of one that others import, since it would be read as that one.
 */
function severalMeanings(texts: readonly (readonly [file: string, text: string])[]): string[] {
  const declared = texts.flatMap(([file, text]) => {
    const found = [...codeOf(file, text).matchAll(DECLARATION)].map(([, exported, name = '']) => {
      return { exported: !!exported, name };
    });
    return [...Map.groupBy(found, ({ name }) => name)].map(([name, all]) => {
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
  expect(found).toEqual(['Row: a.ts, b.tsx', 'Cell: b.tsx, c.ts', 'rowOf: c.ts, d.ts']);
});

test('no exported name has a namesake in another file: a generic noun carries its feature, as BoardRow and casePartsOf do', () => {
  const texts = [...files('src'), ...files('scripts')].map(
    (file) => [file, fs.readFileSync(path.join(ROOT, file), 'utf8')] as const,
  );
  expect(severalMeanings(texts)).toEqual([]);
});
