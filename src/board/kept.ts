import type { CSSProperties } from 'react';

/** Names the custom property that holds how far from the left the nth column kept there stands; it is set once the columns' widths are known. */
export function keptProperty(index: number): `--${string}` {
  return `--kept-${index}`;
}

export function keptStyle(index: number): CSSProperties {
  const style: Record<`--${string}`, string> = { '--left': `var(${keptProperty(index)})` };
  return style;
}
