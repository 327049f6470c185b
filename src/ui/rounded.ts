/** Rounds to no more decimals than a drawing shows, because what is written a thousand times should be short: 3.3333 → 3.33, 10 → 10. */
export const rounded = (value: number, decimals = 2): number => Number(value.toFixed(decimals));
