/**
 * Square, hollow square and two triangles, since disc, ring and diamond mean kinds of judges: with as many tones, sixteen series differ in
 * shape or colour.
 */
const KINDS = 4;

const kindOf = (index: number): number => (index + Math.floor(index / KINDS)) % KINDS;

/** Gives the class of a series: its tone, and whether its mark is hollow. */
export const seriesClass = (index: number): string =>
  `series tone-${index % KINDS}${kindOf(index) === 1 ? ' hollow' : ''}`;

const at = (value: number): number => Math.round(value * 10) / 10;

/** Gives the outline of a series' mark, centred, as the data of a path. */
export function markPath(
  index: number,
  { x, y, radius }: { readonly x: number; readonly y: number; readonly radius: number },
): string {
  const kind = kindOf(index);
  if (kind > 1) {
    const up = kind === 2 ? -1 : 1;
    const [side, high] = [at(1.15 * radius), at(2 * radius * up)];
    return `M${at(x)} ${at(y + up * 1.2 * radius)}l${side} ${-high}h${at(-2 * side)}z`;
  }
  const side = at(1.8 * radius);
  return `M${at(x - side / 2)} ${at(y - side / 2)}h${side}v${side}h${-side}z`;
}
