import { crc32 as expected } from 'node:zlib';
import { expect, test } from 'vitest';
import { crc32 } from '../../src/client/crc32.ts';

test('the checksum is that of gzip, whatever the bytes and however many', () => {
  const bytes = Uint8Array.from({ length: 3000 }, (_, i) => (i * i * 31 + (i >>> 3)) & 0xff);
  for (const length of [0, 1, 2, 255, 256, 3000]) {
    const part = bytes.subarray(0, length);
    expect(crc32(part)).toBe(expected(part));
  }
  const flipped = bytes.slice();
  flipped[1234] = (flipped[1234] ?? 0) ^ 1;
  expect(crc32(flipped)).not.toBe(crc32(bytes));
});
