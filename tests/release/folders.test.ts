import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { replaceFolder, runPlaceRefusal } from '../../src/release/folders.ts';
import { IMPORT_FILE } from '../../src/schema/records.ts';
import { scratch } from '../scratch.ts';

test('a folder that takes the place of another leaves nothing of it behind', async () => {
  const folder = await scratch();
  const [next, current] = [path.join(folder, 'next'), path.join(folder, 'current')];
  for (const [place, name] of [
    [next, 'new.txt'],
    [current, 'old.txt'],
  ] as const) {
    await fs.mkdir(place);
    await fs.writeFile(path.join(place, name), name);
  }
  await replaceFolder(next, current);
  expect(await fs.readdir(folder)).toEqual(['current']);
  expect(await fs.readdir(current)).toEqual(['new.txt']);
});

test('an import replaces only what an import wrote, and only where that is asked for', async () => {
  const folder = await scratch();
  const out = path.join(folder, 'run');
  const refusal = (replace: boolean) => runPlaceRefusal(out, { from: path.join(folder, 'in'), replace });
  await fs.mkdir(path.join(folder, 'in'));
  expect(await refusal(false)).toBeNull();
  await fs.mkdir(out);
  for (const name of ['run.yaml', IMPORT_FILE, 'judgments.jsonl']) await fs.writeFile(path.join(out, name), '');
  expect(await refusal(false)).toContain('say --replace');
  expect(await refusal(true)).toBeNull();
  await fs.writeFile(path.join(out, 'notes.txt'), 'mine');
  expect(await refusal(true)).toContain('holds what no import wrote: notes.txt');
});
