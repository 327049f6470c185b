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

function ones(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Number of cases in a set. Loops are plain here, because they run over every word for every count. */
export function countBits(bits: Bits): number {
  let n = 0;
  for (let i = 0; i < bits.length; i += 1) n += ones(bits[i] ?? 0);
  return n;
}

/** Number of cases that two sets share. */
export function countShared(a: Bits, b: Bits): number {
  let n = 0;
  for (let i = 0; i < a.length; i += 1) n += ones((a[i] ?? 0) & (b[i] ?? 0));
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
