import type { CSSProperties } from 'react';

/** Percent between two shades: nobody tells more apart, and each is written hundreds of times. */
const STEP = 5;

/** Says how strongly a cell of a heat table is coloured, in percent; its colour is in the style sheet. */
export const heat = (strength: number): CSSProperties =>
  ({ '--heat-of-cell': `${STEP * Math.round(strength / STEP)}%` }) as CSSProperties;
