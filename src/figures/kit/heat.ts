import type { CSSProperties } from 'react';

/** How strongly a cell of a heat table is coloured, in percent; its colour is in the style sheet. */
export const heat = (strength: number): CSSProperties => ({ '--heat-of-cell': `${strength}%` }) as CSSProperties;
