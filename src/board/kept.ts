import type { CSSProperties } from 'react';

/** Distance from the left of the nth column kept there, as a custom property that is set once the columns' widths are known. */
export function keptProperty(index: number): `--${string}` {
  return `--kept-${index}`;
}

export function keptStyle(index: number): CSSProperties {
  const style: Record<`--${string}`, string> = { '--left': `var(${keptProperty(index)})` };
  return style;
}
