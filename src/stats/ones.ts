/** Numbers of ones in the four bytes of a word, side by side: those of up to `MOST_WORDS` words can be added before a byte overflows. */
export function onesByByte(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return (fours + (fours >>> 4)) & 0x0f0f0f0f;
}

export const MOST_WORDS = 31;

/** The sum of four bytes. */
export const sumOfBytes = (bytes: number): number =>
  (bytes & 0xff) + ((bytes >>> 8) & 0xff) + ((bytes >>> 16) & 0xff) + (bytes >>> 24);

/** Number of ones in a word. */
export const onesIn = (word: number): number => Math.imul(onesByByte(word), 0x01010101) >>> 24;
