const SMALL = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];

/** A small number as a word, a larger one in digits: 5 → `five`, 13 → `13`. */
export const countWord = (n: number): string => SMALL[n] ?? String(n);
