import { gzipSync, strToU8 } from 'fflate';
import { describe, expect, test } from 'vitest';
import { unpackDropped } from '../../../src/own/intake/run-files.ts';
import { type Source, textSource } from '../../../src/records/bytes.ts';
import { ANSWER, bytes, folder, joined, patched, said, summed, tar, tarOf, zip, zip64 } from './bad-files.ts';

const LISTED = [0x50, 0x4b, 1, 2];
const protectedZip = () => patched(zip({ 'a.csv': 'x' }), { find: LISTED, at: 8, put: [1, 0] });
/** The name of the second file of an archive, in its own header and in the list. */
const B_HERE = { find: [...strToU8('b.csv')], at: 0, put: [0x61] };
const B_LISTED = B_HERE;
const KINDS: readonly (readonly [string, () => Source, RegExp])[] = [
  [
    'zip in zip',
    () => textSource('a.zip', zip({ 'b.zip': zip({ 'c.txt': 'c' }) })),
    /a\.zip\/b\.zip {2}an archive in an archive/,
  ],
  ['tar in zip', () => textSource('a.zip', zip({ 'b.tar.gz': 'x' })), /an archive in an archive/],
  [
    'a zip bomb',
    () => textSource('a.zip', zip({ 'a.csv': new Uint8Array(2 ** 23) }, 9)),
    /inflates to more than is accepted/,
  ],
  [
    '../ in a zip',
    () => textSource('a.zip', zip({ '../../etc/passwd': 'x' })),
    /a name in the archive that leads out of it/,
  ],
  ['an absolute name in a zip', () => textSource('a.zip', zip({ '/etc/passwd': 'x' })), /leads out of it/],
  ['..\\ in a zip', () => textSource('a.zip', zip({ '..\\a.csv': 'x' })), /leads out of it/],
  ['a drive in a zip', () => textSource('a.zip', zip({ 'C:a.csv': 'x' })), /leads out of it/],
  ['../ in a tar', () => textSource('a.tar', tar('../a.csv', 'x')), /leads out of it/],
  ['a tar cut off', () => textSource('a.tar', tar('a.csv', 'x', 99_999)), /damaged or cut off/],
  [
    'a zip cut off',
    () => textSource('a.zip', zip({ 'a.csv': 'abc '.repeat(5000) }).slice(0, 60)),
    /damaged or cut off/,
  ],
  ['a zip without files', () => textSource('a.zip', zip({ '.DS_Store': 'x' })), /an archive without files/],
  [
    'a zip with nothing in it',
    () => textSource('a.zip', bytes(0x50, 0x4b, 5, 6, ...new Array(18).fill(0))),
    /without files/,
  ],
  ['a zip with a password', () => textSource('a.zip', protectedZip()), /a\.zip\/a\.csv {2}protected with a password/],
  [
    'a zip packed in another way',
    () => textSource('a.zip', patched(zip({ 'a.csv': 'x' }), { find: LISTED, at: 10, put: [14, 0] })),
    /a\.csv {2}packed in a way that is not read here \(method 14\)/,
  ],
  [
    'a link in a zip',
    () => textSource('a.zip', patched(zip({ 'a.csv': '../b.csv' }), { find: LISTED, at: 40, put: [0xff, 0xa1] })),
    /a\.csv {2}a link to another file; it was not followed/,
  ],
  [
    'a zip with a wrong byte in a file',
    () =>
      textSource('a.zip', patched(zip({ 'a.csv': 'winner' }), { find: [...strToU8('winner')], at: 0, put: [0x57] })),
    /a\.zip {2}the archive is damaged.*a\.csv is not what was packed/,
  ],
  [
    'one name twice in a zip',
    () => textSource('a.zip', patched(patched(zip({ 'a.csv': 'x', 'b.csv': 'y' }), B_HERE), B_LISTED)),
    /a\.zip\/a\.csv {2}a second file of this name in the archive; the first was read/,
  ],
  [
    'one name twice in a tar',
    () => textSource('a.tar', tarOf(['a.csv', 'x', '0'], ['a.csv', 'y', '0'])),
    /a\.tar\/a\.csv {2}a second file of this name/,
  ],
  ['a link in a tar', () => textSource('a.tar', tarOf(['a.csv', '', '2'])), /a\.tar\/a\.csv {2}a link to another file/],
  [
    'a hard link in a tar',
    () => textSource('a.tar', tarOf(['a.csv', '', '1'])),
    /a link to another file of the archive/,
  ],
  [
    'holes in a tar',
    () => textSource('a.tar', tarOf(['a.csv', 'x', 'S'])),
    /a\.tar {2}a file with holes in the archive; nothing of it was read; found "a\.csv"/,
  ],
  [
    'holes in a tar of another kind',
    () =>
      textSource(
        'a.tar',
        tarOf(['pax', '22 GNU.sparse.major=1\n25 GNU.sparse.name=a.csv\n', 'x'], ['GNUSparseFile.1/a.csv', 'x', '0']),
      ),
    /a\.tar\/a\.csv {2}a file with holes/,
  ],
  [
    'a tar cut off between two files',
    () => textSource('a.tar', tarOf(['a.csv', 'x', '0'], ['b.csv', 'x', '0']).slice(0, 1024)),
    /a\.tar {2}the archive is damaged or cut off; nothing of it was read.*its end is missing/,
  ],
  [
    'a gzipped tar cut off',
    () => textSource('a.tar.gz', gzipSync(tarOf(['a.csv', 'x'.repeat(9000), '0'])).slice(0, -9)),
    /a\.tar\.gz {2}the gzip data is damaged or cut off; nothing of it was read/,
  ],
];

describe('archives that are damaged, hostile or odd', () => {
  test.each(KINDS)('%s', async (_, make, message) => {
    const lines = await said(make());
    expect(lines.find((line) => message.test(line)) ?? lines.join('\n')).toMatch(message);
  });

  test('archives whose files have the same names stand beside each other, and a file dropped twice is told', async () => {
    const one = zip({ 'r/run.yaml': 'a', 'r/judgments.jsonl': ANSWER });
    const { sources, problems } = await unpackDropped([
      textSource('a.zip', one),
      textSource('b.zip', one),
      textSource('c.csv', 'x\n'),
      textSource('c.csv', 'y\n'),
    ]);
    expect(sources.map(({ name }) => name)).toEqual([
      ...['r/run.yaml', 'r/judgments.jsonl', 'b.zip/r/run.yaml', 'b.zip/r/judgments.jsonl', 'c.csv'],
    ]);
    expect(problems.map(({ file, message }) => `${file} ${message}`)).toEqual([
      'c.csv a second file of this name; the first was read',
    ]);
  });

  test('in a tar of GNU, times stand where others have the beginning of a long name', async () => {
    const dump = tar('a.csv', 'id\n1\n');
    dump.set(strToU8('ustar  \0'), 257);
    dump.set(strToU8('14523671642\x0014523671642\0'), 345);
    summed(dump);
    const { sources, problems } = await unpackDropped([textSource('dump.tar', dump)]);
    expect(problems).toEqual([]);
    expect(sources.map(({ name }) => name)).toEqual(['a.csv']);
  });

  test('sound files in uncommon forms are read: 64-bit zip, old tar, gzip of several members', async () => {
    const old = tar('a.csv', 'id\n1\n');
    old.fill(0, 257, 265);
    summed(old);
    const { sources, problems } = await unpackDropped([
      textSource('wide.zip', zip64('a.csv', 'id\n1\n')),
      textSource('old.tar', old),
    ]);
    expect(problems).toEqual([]);
    expect(await Promise.all(sources.map(({ blob }) => blob?.text()))).toEqual(['id\n1\n', 'id\n1\n']);
    const members = joined(gzipSync(strToU8(ANSWER)), gzipSync(strToU8(ANSWER.replace('i1', 'i2'))));
    expect(await said(folder({ 'judgments.jsonl': '', 'judgments-2.jsonl.gz': members }))).toEqual([]);
  });
});
