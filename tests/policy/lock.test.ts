import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { missingPlatforms } from '../../scripts/complete-lock.ts';

const read = (file: string): string => fs.readFileSync(path.resolve(import.meta.dirname, '../..', file), 'utf8');

test('the lock file names every platform of every package: else `npm ci` fails (npm run lock mends it)', () => {
  const lock = JSON.parse(read('package-lock.json')) as { packages: Parameters<typeof missingPlatforms>[0] };
  expect(Object.keys(missingPlatforms(lock.packages))).toEqual([]);
});

test('a platform package that is not in the lock file is found, with what its name tells', () => {
  const found = missingPlatforms({
    'node_modules/tool': { dev: true, optionalDependencies: { '@tool/linux-x64-musl': '1.2.3' } },
  });
  expect(found).toEqual({
    'node_modules/@tool/linux-x64-musl': {
      version: '1.2.3',
      dev: true,
      optional: true,
      os: ['linux'],
      cpu: ['x64'],
      libc: ['musl'],
    },
  });
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
