import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { filesHolding, plantedFaults, readSources } from '../../scripts/faults.ts';
import { ROOT } from './tree.ts';

const faults = [...plantedFaults()];
const sources = readSources();
const places = new Map(faults.map(([id, { find }]) => [id, filesHolding(find, sources)]));

test('the text of every planted fault stands once in the code: where code changed, its fault changes too', () => {
  const elsewhere = faults.filter(([id]) => places.get(id)?.length !== 1);
  expect(elsewhere.map(([id, { find }]) => `${id}: ${find} (${places.get(id)?.join(', ')})`)).toEqual([]);
});

test('every planted fault changes something, and names tests that are there and run', () => {
  const wrong = faults.filter(
    ([, { find, put, tests, needs }]) =>
      find === put ||
      tests.some((file) => !fs.existsSync(path.join(ROOT, file))) ||
      (needs === undefined && tests.every((file) => file.startsWith('tests/browser/'))),
  );
  expect(wrong.map(([id]) => id)).toEqual([]);
});

test('every room has planted faults, and there are enough', () => {
  const rooms = fs.readdirSync(path.join(ROOT, 'src'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const planted = new Set([...places.values()].map(([file = '']) => file.replace(/^src\//, '').split('/')[0]));
  // The generator of Shapes is compared with what is committed, byte by byte.
  const wanted = [...rooms.map(({ name }) => name), 'scripts'].filter((room) => room !== 'shapes');
  expect(wanted.filter((room) => !planted.has(room))).toEqual([]);
  expect(faults.length).toBeGreaterThanOrEqual(80);
});
