/** The lines of signs that few fonts hold, in a square of 12. */
export const SIGN_LINES = {
  right: 'M2.5 6.5 5 9l4.5-6',
  wrong: 'M3 3l6 6M9 3 3 9',
  back: 'M10.5 6h-9M5 2.5 1.5 6 5 9.5',
  forward: 'M1.5 6h9M7 2.5 10.5 6 7 9.5',
  conflict: 'M1.5 4h8M7 1.5 9.5 4 7 6.5M10.5 8h-8M5 5.5 2.5 8 5 10.5',
} as const;
