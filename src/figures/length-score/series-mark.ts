/** Disc, ring, diamond, square: with as many tones, sixteen series can be told apart by shape and colour together. */
const KINDS = 4;

const kindOf = (index: number): number => (index + Math.floor(index / KINDS)) % KINDS;

/** Class of a series: its tone, and whether its mark is hollow. */
export const seriesClass = (index: number): string =>
  `series tone-${index % KINDS}${kindOf(index) === 1 ? ' hollow' : ''}`;

const at = (value: number): number => Math.round(value * 10) / 10;

/** Outline of the mark of a series, centred, as the data of a path. */
export function markPath(
  index: number,
  { x, y, radius }: { readonly x: number; readonly y: number; readonly radius: number },
): string {
  const [cx, cy, r] = [at(x), at(y), radius];
  const kind = kindOf(index);
  if (kind === 2)
    return `M${cx} ${at(y - 1.25 * r)}l${1.25 * r} ${1.25 * r}l${-1.25 * r} ${1.25 * r}l${-1.25 * r} ${-1.25 * r}z`;
  if (kind === 3) return `M${at(x - 0.9 * r)} ${at(y - 0.9 * r)}h${1.8 * r}v${1.8 * r}h${-1.8 * r}z`;
  return `M${at(x - r)} ${cy}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;
}
