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

export function setBit(bits: Bits, at: number): void {
  bits[at >>> 5] = (bits[at >>> 5] ?? 0) | (1 << (at & 31));
}

/** Gives the cases of both sets. Loops are plain here and below: a function called for each word takes five times as long until it is compiled. */
export function andBits(a: Bits, b: Bits): Bits {
  const both = new Uint32Array(a.length);
  for (let i = 0; i < a.length; i += 1) both[i] = (a[i] ?? 0) & (b[i] ?? 0);
  return both;
}

export function orBits(a: Bits, b: Bits): Bits {
  const some = new Uint32Array(a.length);
  for (let i = 0; i < a.length; i += 1) some[i] = (a[i] ?? 0) | (b[i] ?? 0);
  return some;
}

export function anyOf(cases: number, sets: readonly (Bits | undefined)[]): Bits {
  const all = emptyBits(cases);
  for (const set of sets) {
    if (set === undefined) continue;
    for (let i = 0; i < all.length; i += 1) all[i] = (all[i] ?? 0) | (set[i] ?? 0);
  }
  return all;
}

/** Gives the cases of the first set that are not in the second: {1, 2, 3} less {2} is {1, 3}. */
export function minusBits(a: Bits, b: Bits): Bits {
  const rest = new Uint32Array(a.length);
  for (let i = 0; i < a.length; i += 1) rest[i] = (a[i] ?? 0) & ~(b[i] ?? 0);
  return rest;
}

/** Counts the ones in a word: side by side for pairs of bits, half bytes and bytes, whose counts are added at last. */
function onesIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

export const countBits = (bits: Bits): number => countSharedBits(bits, bits);

/** Harley-Seal: four words at a time are added bit by bit into `ones` and `twos`, and only the carries, worth four each, are counted. The loop runs for every count. */
export function countSharedBits(a: Bits, b: Bits): number {
  let fours = 0;
  let twos = 0;
  let ones = 0;
  let i = 0;
  for (; i + 3 < a.length; i += 4) {
    const x = (a[i] ?? 0) & (b[i] ?? 0);
    const y = (a[i + 1] ?? 0) & (b[i + 1] ?? 0);
    const first = (x & y) | ((x ^ y) & ones);
    ones ^= x ^ y;
    const z = (a[i + 2] ?? 0) & (b[i + 2] ?? 0);
    const w = (a[i + 3] ?? 0) & (b[i + 3] ?? 0);
    const second = (z & w) | ((z ^ w) & ones);
    ones ^= z ^ w;
    fours += onesIn((first & second) | ((first ^ second) & twos));
    twos ^= first ^ second;
  }
  let n = 4 * fours + 2 * onesIn(twos) + onesIn(ones);
  for (; i < a.length; i += 1) n += onesIn((a[i] ?? 0) & (b[i] ?? 0));
  return n;
}

export function eachBit(bits: Bits, use: (at: number) => void): void {
  for (let i = 0; i < bits.length; i += 1) {
    for (let word = bits[i] ?? 0; word !== 0; word &= word - 1) use(i * WORD + 31 - Math.clz32(word & -word));
  }
}

export function placesIn(...sets: readonly Bits[]): Uint32Array {
  const places = new Uint32Array(sets.reduce((n, bits) => n + countBits(bits), 0));
  let n = 0;
  for (const bits of sets) {
    for (let i = 0; i < bits.length; i += 1) {
      for (let word = bits[i] ?? 0; word !== 0; word &= word - 1) {
        places[n] = i * WORD + 31 - Math.clz32(word & -word);
        n += 1;
      }
    }
  }
  return places;
}
