import fs from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { unpackDropped } from '../../src/own/intake/run-files.ts';
import { LIMITS, textSource } from '../../src/records/bytes.ts';
import { unpackArchive } from '../../src/release/texts/fetch.ts';
import { joined, patched, summed, tar, tarOf, zip } from '../own/intake/bad-files.ts';
import { scratch } from '../scratch.ts';

type Archive = Uint8Array<ArrayBuffer>;

/** An archive whose header says `size`, in the eleven characters of its field. */
function sized(size: string): Archive {
  const archive = tar('a.csv', 'x'.repeat(600));
  archive.set(new TextEncoder().encode(size.padStart(11, ' ')), 124);
  return summed(archive);
}

function withByte(archive: Archive, at: number, byte: number): Archive {
  const copy = archive.slice();
  copy[at] = byte;
  return copy;
}

const SOUND = tarOf(['a.csv', 'id\n1\n', '0'], ['b.csv', 'id\n2\n', '0']);
const SECOND = 1024;
/** The counts of files in the end of a zip archive. */
const ZIP_END = { find: [0x50, 0x4b, 5, 6], at: 8, put: [1, 0, 1, 0] };

/** What the page and the commands make of an archive: the names of its files, or that it is refused. */
async function bothOf(archive: Archive): Promise<readonly [page: unknown, command: unknown]> {
  const { sources, problems } = await unpackDropped([textSource('given.tar', archive)]);
  const refused = problems.some(({ message }) => message.includes('nothing of it was read'));
  const folder = await scratch();
  const file = path.join(folder, 'given.tar');
  fs.writeFileSync(file, archive);
  const names: string[] = [];
  const command = await unpackArchive(file, (name) => {
    names.push(name);
    return path.join(folder, 'out', name);
  }).then(
    () => names,
    () => 'refused',
  );
  return [refused ? 'refused' : sources.map(({ name }) => name), command];
}

test.each<[string, Archive]>([
  ['a negative length', sized('-1000')],
  ['a length that leads back', sized('-2000')],
  ['a length that is no number', sized('12x')],
  ['a wrong sum', withByte(SOUND, 100, 0x39)],
  ['a wrong sum in the second header', withByte(SOUND, SECOND + 100, 0x39)],
  ['a sum that is no number', withByte(SOUND, 148, 0x2d)],
  ['a length beyond the end', sized('7777')],
  ['rubbish behind the end', joined(SOUND, new Uint8Array(512).fill(0x41))],
  ['a last block that is cut off', SOUND.slice(0, -100)],
  ['a header cut off', SOUND.slice(0, SECOND + 100)],
  ['another archive behind the end', joined(SOUND, tar('c.csv', 'x'))],
  ['a file whose holes were left out', tarOf(['a.csv', 'x', 'S'])],
  ['fewer files in the count of a zip than in its list', patched(zip({ 'a.csv': 'x', 'b.csv': 'y' }), ZIP_END)],
  ['a wrong byte in a zipped file', withByte(zip({ 'a.csv': 'winner' }), 36, 0x58)],
  ['no end', SOUND.slice(0, 2 * SECOND)],
])('an archive with %s is refused by the page and by the commands', async (_, archive) => {
  expect(await bothOf(archive)).toEqual(['refused', 'refused']);
});

test('sound archives give the same files', async () => {
  const names = ['a.csv', 'b.csv'];
  expect(await bothOf(SOUND)).toEqual([names, names]);
  expect(await bothOf(zip({ 'a.csv': 'id\n1\n', 'b.csv': 'id\n2\n' }))).toEqual([names, names]);
});

test('an archive that inflates to more than is accepted is given up by a command, soon', async () => {
  const folder = await scratch();
  const file = path.join(folder, 'bomb.tar.gz');
  fs.writeFileSync(file, gzipSync(tar('a.csv', '\n'.repeat(2 ** 24))));
  const out = path.join(folder, 'a.csv');
  await expect(unpackArchive(file, () => out, { ...LIMITS, ratioFrom: 2 ** 20 })).rejects.toThrow(
    /bomb\.tar\.gz {2}the archive inflates to more than is accepted; nothing of it was read; found "\d+ bytes and more from \d+"; expected at most \d+ bytes.* and 300 times the (?:packed|compressed) size; /,
  );
  expect(fs.statSync(out).size).toBeLessThan(2 ** 23);
});
