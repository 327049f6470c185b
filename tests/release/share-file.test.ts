import fs from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { shareFile } from '../../src/release/share-file.ts';
import { scratch } from '../scratch.ts';

async function sharedFile(): Promise<readonly [from: string, to: string]> {
  const folder = await scratch();
  const [from, to] = [path.join(folder, 'one'), path.join(folder, 'two')];
  fs.writeFileSync(from, 'what it says');
  return [from, to];
}

test('a file with a second name is stored once, and stays when the first name goes', async () => {
  const [from, to] = await sharedFile();
  shareFile(from, to);
  expect(fs.statSync(to).ino).toBe(fs.statSync(from).ino);
  fs.rmSync(from);
  expect(fs.readFileSync(to, 'utf8')).toBe('what it says');
});

test.each(['EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP'])('where linking answers %s, the bytes are copied', async (code) => {
  const [from, to] = await sharedFile();
  const link = vi.spyOn(fs, 'linkSync').mockImplementation(() => {
    throw Object.assign(new Error(code), { code });
  });
  try {
    shareFile(from, to);
  } finally {
    link.mockRestore();
  }
  expect(fs.statSync(to).ino).not.toBe(fs.statSync(from).ino);
  expect(fs.readFileSync(to, 'utf8')).toBe('what it says');
});

test('what has the name already is not written over, and what is not there is said', async () => {
  const [from, to] = await sharedFile();
  fs.writeFileSync(to, 'of somebody else');
  expect(() => shareFile(from, to)).toThrow('EEXIST');
  expect(fs.readFileSync(to, 'utf8')).toBe('of somebody else');
  expect(() => shareFile(`${from}-gone`, `${to}-new`)).toThrow('ENOENT');
});
