import { expect, test } from 'vitest';
import {
  andBits,
  countBits,
  countSharedBits,
  emptyBits,
  fullBits,
  minusBits,
  orBits,
  placesIn,
  setBit,
} from '../../../src/cases/columns/bits.ts';
import {
  COLUMN_BLOCKS,
  decodeColumns,
  decodeNumbers,
  decodeTexts,
  encodeColumns,
  encodeNumbers,
  encodeTexts,
  QUEUE_BYTES,
  readCaseColumns,
} from '../../../src/cases/columns/layout.ts';
import { RELEASE_SCHEMA } from '../../../src/schema/release-paths.ts';

const HEAD = { cases: 3, facets: [{ name: 'task', values: ['', 'é'] }], runs: ['r'], criteria: [] };
const BYTES = encodeColumns(
  HEAD,
  new Map<string, Uint8Array<ArrayBuffer> | Uint32Array<ArrayBuffer>>([
    ['a', Uint8Array.of(1, 2, 3)],
    ['b', Uint32Array.of(4, 2 ** 32 - 1)],
  ]),
);

test('the bytes are those that docs/release.md describes', () => {
  const start = new DataView(BYTES.buffer);
  expect(new TextDecoder().decode(BYTES.subarray(0, 4))).toBe('JCOL');
  expect(start.getUint32(4, true)).toBe(2);
  const length = start.getUint32(8, true);
  expect(JSON.parse(new TextDecoder().decode(BYTES.subarray(16, 16 + length)))).toEqual({
    ...HEAD,
    blocks: [
      ['a', 'u8', 3],
      ['b', 'u32', 2],
    ],
  });
  const first = Math.ceil((16 + length) / 8) * 8;
  expect([...BYTES.subarray(first, first + 3)]).toEqual([1, 2, 3]);
  expect(start.getUint32(first + 8, true)).toBe(4);
  expect(start.getUint32(first + 12, true)).toBe(2 ** 32 - 1);
  expect(BYTES.length).toBe(first + 16);
});

test('what was written is read, wherever the bytes lie', () => {
  const shifted = new Uint8Array(BYTES.length + 3);
  shifted.set(BYTES, 3);
  for (const bytes of [BYTES, shifted.subarray(3)]) {
    const file = decodeColumns(bytes);
    expect(file.head).toMatchObject(HEAD);
    expect([...file.bytes('a', 3)]).toEqual([1, 2, 3]);
    expect([...file.words('b', 2)]).toEqual([4, 2 ** 32 - 1]);
  }
});

test('a file that is cut off, of another version or none at all is an error that says so', () => {
  for (let length = 0; length < BYTES.length; length += 1) {
    expect(() => decodeColumns(BYTES.slice(0, length)), String(length)).toThrow(/ends|shorter/);
  }
  const other = BYTES.slice();
  other[4] = 1;
  expect(() => decodeColumns(other)).toThrow('version 1');
  expect(() => decodeColumns(new TextEncoder().encode('<!doctype html><title>404'))).toThrow('does not begin');
  expect(() => decodeColumns(BYTES).words('b', 9)).toThrow('2 numbers where 9');
  expect(() => readCaseColumns(BYTES)).toThrow('no block');
});

test('texts may hold anything but NUL', () => {
  const texts = ['', 'a', '"\n🙂', ''];
  expect(decodeTexts(encodeTexts(texts), 4)).toEqual(texts);
  expect(decodeTexts(encodeTexts([]), 0)).toEqual([]);
  expect(() => encodeTexts(['a\0b'])).toThrow('NUL');
  expect(() => decodeTexts(encodeTexts(texts), 5)).toThrow('texts where 5');
});

test('texts that begin alike are stored once, whatever their letters', () => {
  const ids = [
    'run/sample_1/🙂',
    'run/sample_1/🙃',
    'run/sample_1',
    'run/sample_10',
    'run/sample_10',
    '',
    'x'.repeat(300),
    'x'.repeat(301),
  ];
  const block = encodeTexts(ids);
  expect(decodeTexts(block, ids.length)).toEqual(ids);
  // Both faces begin with the same half, which UTF-8 has no form for: the whole letter is written twice.
  expect([...block.subarray(0, ids.length)]).toEqual([0, 13, 12, 12, 13, 0, 0, 255]);
  const many = Array.from({ length: 1000 }, (_, i) => `benchmark/task/sample_${i}`);
  expect(encodeTexts(many).length).toBeLessThan(5 * many.length);
  expect(decodeTexts(encodeTexts(many), 1000)).toEqual(many);
});

test('numbers stand byte by byte, the lowest first', () => {
  const numbers = Uint32Array.of(0, 1, 255, 256, 70_000, 2 ** 31, 2 ** 32 - 1);
  const block = encodeNumbers(numbers);
  expect([...block.subarray(0, 14)]).toEqual([0, 1, 255, 0, 112, 0, 255, 0, 0, 0, 1, 17, 0, 255]);
  expect(decodeNumbers(block)).toEqual(numbers);
  expect(decodeNumbers(encodeNumbers(new Uint32Array()))).toEqual(new Uint32Array());
});

test('sets of bits are sets', () => {
  for (const size of [0, 1, 31, 32, 33, 64, 100]) {
    const places = Array.from({ length: size }, (_, i) => i);
    const [thirds, fifths] = [3, 5].map((by) => places.filter((i) => i % by === 0)) as [number[], number[]];
    const setOf = (list: readonly number[]) => {
      const bits = emptyBits(size);
      for (const at of list) setBit(bits, at);
      return bits;
    };
    const [a, b] = [setOf(thirds), setOf(fifths)];
    expect([...placesIn(fullBits(size))]).toEqual(places);
    expect(countBits(fullBits(size))).toBe(size);
    expect([...placesIn(andBits(a, b))]).toEqual(thirds.filter((i) => i % 5 === 0));
    expect(countSharedBits(a, b)).toBe(thirds.filter((i) => i % 5 === 0).length);
    expect([...placesIn(orBits(a, b))]).toEqual(places.filter((i) => i % 3 === 0 || i % 5 === 0));
    expect([...placesIn(minusBits(a, b))]).toEqual(thirds.filter((i) => i % 5 !== 0));
  }
});

test('whoever changes what the files hold raises the number of their form, by which a page of before knows that it cannot read them', () => {
  const blocks = Object.keys(COLUMN_BLOCKS).join(' ');
  expect([RELEASE_SCHEMA, blocks, QUEUE_BYTES]).toEqual([
    4,
    'instances clusters facet criterion status judged asked won judgments longest prompt queue',
    5,
  ]);
});
