import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import { type BlockEnd, blockEnd, databaseBlockEnd, gzipBlocks } from '../../../src/release/instances/gzip-blocks.ts';
import { KeptResults } from '../../../src/release/instances/kept.ts';
import { scratch } from '../../scratch.ts';

/** The number of a process that has ended. */
async function endedProcess(): Promise<number> {
  const child = spawn(process.execPath, ['--version']);
  await once(child, 'exit');
  return Number(child.pid);
}

test('what a killed build had begun to write is removed, and never what another one is writing', async () => {
  const folder = path.join(await scratch(), 'kept');
  const kept = new KeptResults(folder);
  const written: string[] = [];
  const rename = vi
    .spyOn(fs, 'rename')
    .mockImplementation(async (from) => void written.push(path.basename(String(from))));
  await kept.keep('shard', 'one', Buffer.from('1'));
  rename.mockRestore();
  const [running = ''] = written;
  const left = running.replace(`.${process.pid}.`, `.${await endedProcess()}.`);
  expect(left).not.toBe(running);
  for (const name of [left, 'notes.123.txt']) await fs.writeFile(path.join(folder, name), '');
  await new KeptResults(folder).tidy();
  expect((await fs.readdir(folder)).toSorted()).toEqual([running, 'notes.123.txt'].toSorted());
});

test('a build keeps what it asked for; what another one is writing stays', async () => {
  const folder = path.join(await scratch(), 'kept');
  const first = new KeptResults(folder);
  await first.keep('shard', 'one', Buffer.from('1'));
  await first.keep('shard', 'two', Buffer.from('2'));
  await fs.writeFile(path.join(folder, 'another.partial'), '');
  const second = new KeptResults(folder);
  expect(String(await second.find('shard', 'one'))).toBe('1');
  expect(await second.find('deflated', 'one')).toBeNull();
  await second.tidy();
  const third = new KeptResults(folder);
  expect([await third.find('shard', 'one'), await third.find('shard', 'two')].map((kept) => kept !== null)).toEqual([
    true,
    false,
  ]);
  expect(await fs.readdir(folder)).toContain('another.partial');
});

/** What comes out of the stream for these bytes, given piece by piece. */
async function gzipped(kept: KeptResults, bytes: Buffer, piece: number, endOf: BlockEnd = blockEnd): Promise<Buffer> {
  const stream = gzipBlocks(kept, endOf);
  const out: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => out.push(chunk));
  const ended = new Promise((resolve, reject) => stream.on('end', resolve).on('error', reject));
  for (let from = 0; from < bytes.length; from += piece) stream.write(bytes.subarray(from, from + piece));
  stream.end();
  await ended;
  return Buffer.concat(out);
}

test.each([
  ['lines', blockEnd],
  ['databases', databaseBlockEnd],
])(
  'what is gzipped by blocks of %s is one member that inflates to itself, in whatever pieces it came',
  async (_, endOf) => {
    const lines = Array.from(
      { length: 60_000 },
      (_, i) => `case-${i},${(i * 7919) % 1000},${i % 3 === 0 ? 'a' : 'b'}\n`,
    );
    const noise = Buffer.from(Uint32Array.from({ length: 700_000 }, (_, i) => Math.imul(i, 2_654_435_761)).buffer);
    const folder = path.join(await scratch(), 'kept');
    for (const bytes of [Buffer.alloc(0), Buffer.from('one line'), Buffer.from(lines.join('')), noise]) {
      const whole = await gzipped(new KeptResults(folder), bytes, 2 ** 20, endOf);
      expect(gunzipSync(whole).equals(bytes)).toBe(true);
      expect((await gzipped(new KeptResults(folder), bytes, 65_537, endOf)).equals(whole)).toBe(true);
      const inflated = new Response(
        new Blob([new Uint8Array(whole)]).stream().pipeThrough(new DecompressionStream('gzip')),
      );
      expect(Buffer.from(await inflated.arrayBuffer()).equals(bytes)).toBe(true);
    }
  },
);

test('a byte that is another in a database is one more block of 256 kB', async () => {
  const folder = path.join(await scratch(), 'kept');
  const [head, block] = [3 * 4096, 256 * 1024];
  const bytes = Buffer.from(Uint32Array.from({ length: (head + 8 * block) / 4 }, (_, i) => Math.imul(i, i)).buffer);
  await gzipped(new KeptResults(folder), bytes, 2 ** 20, databaseBlockEnd);
  const before = await fs.readdir(folder);
  expect(before).toHaveLength(9);
  bytes[head + 3 * block + block - 1] = 7;
  await gzipped(new KeptResults(folder), bytes, 2 ** 20, databaseBlockEnd);
  expect((await fs.readdir(folder)).length - before.length).toBe(1);
});

test('a line more in the middle leaves the blocks around it as they were', async () => {
  const folder = path.join(await scratch(), 'kept');
  const lines = Array.from(
    { length: 120_000 },
    (_, i) => `case-${i},${(i * 7919) % 1000},${i % 3 === 0 ? 'a' : 'b'}\n`,
  );
  await gzipped(new KeptResults(folder), Buffer.from(lines.join('')), 2 ** 20);
  const before = (await fs.readdir(folder)).length;
  lines.splice(60_000, 0, 'a line that was not there\n');
  await gzipped(new KeptResults(folder), Buffer.from(lines.join('')), 2 ** 20);
  const added = (await fs.readdir(folder)).length - before;
  expect(before).toBeGreaterThan(4);
  expect(added).toBeGreaterThan(0);
  expect(added).toBeLessThanOrEqual(2);
});
