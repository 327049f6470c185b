import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const read = (file: string): string => fs.readFileSync(path.resolve(import.meta.dirname, '../..', file), 'utf8');

interface Entry {
  readonly integrity?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}
const { packages } = JSON.parse(read('package-lock.json')) as { packages: Readonly<Record<string, Entry>> };

/** Lists where Node would look for a dependency of the package at `key`, nearest first. */
function* places(key: string, name: string): Generator<string> {
  for (let at = key; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/'))))
    yield `${at}/node_modules/${name}`;
  yield `node_modules/${name}`;
}

test('the lock file names every platform of every package: else `npm ci` fails (npm run lock mends it)', () => {
  const missing = Object.entries(packages).flatMap(([key, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => ![...places(key, name)].some((place) => place in packages)),
  );
  expect(missing).toEqual([]);
});

/**
 * Parts of DuckDB for other systems, in the version whose engine is the page's own: build and page must answer alike to the last bit, and of the
 * versions with that engine none has its parts for all systems where their hashes could be asked for.
 */
const UNVERIFIED = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'win32-x64'].map(
  (system) => `node_modules/@duckdb/node-bindings-${system}`,
);

test('every package of the lock file has a hash but those that are named: else `npm ci` installs what nothing verifies (take the entry out, npm run lock)', () => {
  const entries = Object.entries(packages).filter(([key]) => key !== '');
  expect(entries.length).toBeGreaterThan(600);
  expect(entries.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([key]) => key)).toEqual(
    UNVERIFIED,
  );
});

test('the lock file and the configuration name no registry host', () => {
  expect(read('package-lock.json')).not.toContain('"resolved"');
});

test('every dependency is pinned exactly', () => {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read('package.json')) as Record<
    string,
    Record<string, string>
  >;
  const ranges = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }).filter(
    ([, v]) => !/^(?:npm:[\w@/-]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(v),
  );
  expect(ranges).toEqual([]);
});
