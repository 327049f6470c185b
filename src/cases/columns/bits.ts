import { MOST_WORDS, onesByByte, sumOfBytes } from '../../stats/ones.ts';

/** A set of cases: bit i & 31 of word i >> 5 says whether case i is in it; bits after the last case are 0. */
export type Bits = Uint32Array<ArrayBuffer>;

const WORD = 32;

export const emptyBits = (cases: number): Bits => new Uint32Array(Math.ceil(cases / WORD));

export function fullBits(cases: number): Bits {
  const bits = emptyBits(cases).fill(0xffffffff);
  const rest = cases % WORD;
  if (rest > 0) bits[bits.length - 1] = 2 ** rest - 1;
  return bits;
}

export const hasBit = (bits: Bits, at: number): boolean => (((bits[at >>> 5] ?? 0) >>> (at & 31)) & 1) === 1;

/** Adds a case to a set. */
export function setBit(bits: Bits, at: number): void {
  bits[at >>> 5] = (bits[at >>> 5] ?? 0) | (1 << (at & 31));
}

export const andBits = (a: Bits, b: Bits): Bits => a.map((word, i) => word & (b[i] ?? 0));
export const orBits = (a: Bits, b: Bits): Bits => a.map((word, i) => word | (b[i] ?? 0));
/** The cases of the first set that are not in the second: {1, 2, 3} less {2} is {1, 3}. */
export const minusBits = (a: Bits, b: Bits): Bits => a.map((word, i) => word & ~(b[i] ?? 0));

/** Number of cases in a set. */
export const countBits = (bits: Bits): number => countShared(bits, bits);

/** Number of cases that two sets share. Loops are plain here, because they run over every word for every count. */
export function countShared(a: Bits, b: Bits): number {
  let n = 0;
  for (let i = 0; i < a.length; ) {
    const stop = Math.min(a.length, i + MOST_WORDS);
    let bytes = 0;
    for (; i < stop; i += 1) bytes += onesByByte((a[i] ?? 0) & (b[i] ?? 0));
    n += sumOfBytes(bytes);
  }
  return n;
}

/** Calls `use` with each case of a set, in order. */
export function eachBit(bits: Bits, use: (at: number) => void): void {
  for (let i = 0; i < bits.length; i += 1) {
    for (let word = bits[i] ?? 0; word !== 0; word &= word - 1) use(i * WORD + 31 - Math.clz32(word & -word));
  }
}

/** The cases of a set, in order. */
export function placesIn(bits: Bits): Uint32Array {
  const places = new Uint32Array(countBits(bits));
  let n = 0;
  eachBit(bits, (at) => {
    places[n] = at;
    n += 1;
  });
  return places;
}
