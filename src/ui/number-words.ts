/** It is made once, because `toLocaleString` would make one for every number. */
const GROUPED = new Intl.NumberFormat('en-GB');

/** A number with its thousands apart: `1 434`, with a thin space that does not break. */
export const numberWords = (n: number): string => GROUPED.format(n).replaceAll(',', '\u202f');
