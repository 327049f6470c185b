import fs from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { unpackDropped } from '../../src/own/intake/unpack.ts';
import { LIMITS, textSource } from '../../src/records/source.ts';
import { unpackArchive } from '../../src/release/texts/archive.ts';
import { joined, summed, tar, tarOf } from '../own/intake/bad-files.ts';
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
  ['no end', SOUND.slice(0, 2 * SECOND)],
])('an archive with %s is refused by the page and by the commands', async (_, archive) => {
  expect(await bothOf(archive)).toEqual(['refused', 'refused']);
});

test('sound archives, and joined ones, give the same files', async () => {
  const names = ['a.csv', 'b.csv'];
  expect(await bothOf(SOUND)).toEqual([names, names]);
  const three = [...names, 'c.csv'];
  expect(await bothOf(joined(SOUND, tar('c.csv', 'x')))).toEqual([three, three]);
});

test('an archive that inflates to more than is accepted is given up by a command, soon', async () => {
  const folder = await scratch();
  const file = path.join(folder, 'bomb.tar.gz');
  fs.writeFileSync(file, gzipSync(tar('a.csv', '\n'.repeat(2 ** 24))));
  const out = path.join(folder, 'a.csv');
  await expect(unpackArchive(file, () => out, { ...LIMITS, ratioFrom: 2 ** 20 })).rejects.toThrow(
    /bomb\.tar\.gz unpacks to more than is accepted \(more than \d+ bytes from \d+; 300 times the packed size at most\)/,
  );
  expect(fs.statSync(out).size).toBeLessThan(2 ** 23);
});
