import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** What a file loads at once: imports of values, not of types and not those that wait for somebody to ask. */
function loadedBy(file: string): string[] {
  const text = fs.readFileSync(path.join(ROOT, file), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
  const statements = [...text.matchAll(/^(?:import|export)\s([^'";]*?)\bfrom\s*'([^']+)'|^import\s*'([^']+)'/gm)];
  return statements.flatMap(([, names = '', from, alone]) => {
    const isTypes = /^type\b/.test(names) || /^\{(?:\s*type\s[^,}]+,?)+\s*\}\s*$/.test(names);
    return isTypes ? [] : [from ?? alone ?? ''];
  });
}

/** Every package, and every file of ours, that an island loads before it shows anything, with the file that asks for it. */
function allLoadedBy(island: string): Map<string, string> {
  const loaded = new Map<string, string>([[island, island]]);
  for (const file of loaded.keys())
    for (const name of /\.tsx?$/.test(file) ? loadedBy(file) : []) {
      const one = name.startsWith('.') ? path.posix.join(path.posix.dirname(file), name) : name;
      if (!loaded.has(one)) loaded.set(one, file);
    }
  return loaded;
}

const heavyOf = (island: string, heavy: readonly string[]): string[] => {
  const loaded = allLoadedBy(island);
  return heavy.filter((name) => loaded.has(name)).map((name) => `${loaded.get(name)} → ${name}`);
};

const ISLANDS = fs
  .readdirSync(path.join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .map((file) => path.posix.join('src', file.split(path.sep).join('/')))
  .filter((file) => /Island\.tsx$|\/open-early\.ts$/.test(file));

test('islands are found, and what they load', () => {
  expect(ISLANDS.length).toBeGreaterThan(4);
  for (const island of ISLANDS.filter((file) => file.endsWith('.tsx')))
    expect([...allLoadedBy(island).keys()]).toContain('react');
});

test.each(ISLANDS)('%s shows something without a validator, Arrow and the engine', (island) => {
  const heavy = ['zod', 'apache-arrow', '@duckdb/duckdb-wasm', 'unified', 'temml'];
  expect(heavyOf(island, heavy)).toEqual([]);
});

/** Figures ask their own questions: what each of them asks stands beside what it draws. */
const WITHOUT_QUESTIONS = ISLANDS.filter((file) => !file.startsWith('src/figures/'));

test.each(WITHOUT_QUESTIONS)('%s shows something without the metrics and the statements about cases', (island) => {
  const sql = ['metrics/index', 'cases/sets', 'cases/long', 'cases/columns/write', 'sql/step'];
  expect(
    heavyOf(
      island,
      sql.map((file) => `src/${file}.ts`),
    ),
  ).toEqual([]);
});
