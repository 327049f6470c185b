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

/** Every package that an island loads before it shows anything, with the file that asks for it. */
function packagesOf(island: string): Map<string, string> {
  const packages = new Map<string, string>();
  const seen = new Set([island]);
  for (const file of seen)
    for (const name of loadedBy(file)) {
      if (!name.startsWith('.')) packages.set(name, file);
      else if (/\.tsx?$/.test(name)) seen.add(path.posix.join(path.posix.dirname(file), name));
    }
  return packages;
}

const ISLANDS = fs
  .readdirSync(path.join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .map((file) => path.posix.join('src', file.split(path.sep).join('/')))
  .filter((file) => /Island\.tsx$|\/open-early\.ts$/.test(file));

test('islands are found, and what they load', () => {
  expect(ISLANDS.length).toBeGreaterThan(4);
  for (const island of ISLANDS.filter((file) => file.endsWith('.tsx')))
    expect([...packagesOf(island).keys()]).toContain('react');
});

test.each(ISLANDS)('%s shows something without a validator, Arrow and the engine', (island) => {
  const packages = packagesOf(island);
  const heavy = ['zod', 'apache-arrow', '@duckdb/duckdb-wasm', '@base-ui/react', 'unified', 'temml'];
  expect(heavy.filter((name) => packages.has(name)).map((name) => `${packages.get(name)} → ${name}`)).toEqual([]);
});
