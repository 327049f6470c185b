/** A cloud of marks on a canvas, however many: painting them, and finding the one that is meant. */
export interface MarkCloud {
  /** Where marks stand, in units of the drawing. */
  readonly x: Float32Array;
  readonly y: Float32Array;
  /** The place of each mark's colour in a list. */
  readonly colour: Uint8Array;
}

export type Rgb = readonly [red: number, green: number, blue: number];

interface CloudLook {
  readonly colours: readonly Rgb[];
  /** Pixels for one unit of the drawing. */
  readonly scale: number;
}

/** How large marks are, in units of the drawing, and how much they cover: fewer are larger. */
const LOOKS = [
  { most: 3_000, radius: 2.6, opacity: 0.5 },
  { most: 20_000, radius: 1.7, opacity: 0.45 },
  { most: Number.POSITIVE_INFINITY, radius: 1.2, opacity: 0.4 },
] as const;

function discOf(radius: number): Int16Array {
  const far = Math.ceil(radius);
  const steps: number[] = [];
  for (let down = -far; down <= far; down += 1)
    for (let across = -far; across <= far; across += 1)
      if (across * across + down * down <= radius * radius) steps.push(across, down);
  return Int16Array.from(steps);
}

/** A step of about 0.618 of a count that shares no divisor with it: it comes to every place once. */
function strideOf(count: number): number {
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));
  let stride = Math.max(1, Math.floor(count * 0.618));
  while (divisor(stride, count) !== 1) stride += 1;
  return stride;
}

/** Paints marks into an empty image. Marks of all series take turns, so that none lies on top of the others; many upon each other are stronger. */
export function paintCloud({ data, width, height }: ImageData, cloud: MarkCloud, { colours, scale }: CloudLook): void {
  const count = cloud.x.length;
  if (count === 0) return;
  const { radius, opacity } = LOOKS.find(({ most }) => count <= most) ?? LOOKS[2];
  const disc = discOf(radius * scale);
  const stride = strideOf(count);
  for (let turn = 0, i = 0; turn < count; turn += 1, i = (i + stride) % count) {
    const [red, green, blue] = colours[cloud.colour[i] ?? 0] ?? [0, 0, 0];
    const [x, y] = [Math.round((cloud.x[i] ?? 0) * scale), Math.round((cloud.y[i] ?? 0) * scale)];
    for (let k = 0; k < disc.length; k += 2) {
      const [across, down] = [x + (disc[k] ?? 0), y + (disc[k + 1] ?? 0)];
      if (across < 0 || across >= width || down < 0 || down >= height) continue;
      const at = 4 * (down * width + across);
      const under = ((data[at + 3] ?? 0) / 255) * (1 - opacity);
      const all = opacity + under;
      data[at] = (red * opacity + (data[at] ?? 0) * under) / all;
      data[at + 1] = (green * opacity + (data[at + 1] ?? 0) * under) / all;
      data[at + 2] = (blue * opacity + (data[at + 2] ?? 0) * under) / all;
      data[at + 3] = 255 * all;
    }
  }
}

interface Spot {
  readonly x: number;
  readonly y: number;
}

/** Finds the mark nearest to a spot, no farther than `reach`; of marks equally near, the last. Gives its place, −1 for none. */
export function nearestMark({ x, y }: Pick<MarkCloud, 'x' | 'y'>, spot: Spot, reach: number): number {
  let [found, least] = [-1, reach * reach];
  for (let i = 0; i < x.length; i += 1) {
    const [across, down] = [(x[i] ?? 0) - spot.x, (y[i] ?? 0) - spot.y];
    const far = across * across + down * down;
    if (far > least) continue;
    least = far;
    found = i;
  }
  return found;
}

/** A mark straight ahead is preferred to a nearer one that lies aside: distance aside counts three times, as in `src/ui/marks.ts`. */
const ASIDE = 3;

/** Finds the next mark in a direction, at another spot; −1 where there is none. */
export function markAhead(
  { x, y }: Pick<MarkCloud, 'x' | 'y'>,
  from: Spot,
  [dx, dy]: readonly [across: number, down: number],
): number {
  let [found, least] = [-1, Number.POSITIVE_INFINITY];
  for (let i = 0; i < x.length; i += 1) {
    const [across, down] = [(x[i] ?? 0) - from.x, (y[i] ?? 0) - from.y];
    const ahead = across * dx + down * dy;
    if (ahead <= 0.5) continue;
    const far = ahead + ASIDE * Math.abs(across * dy - down * dx);
    if (far >= least) continue;
    least = far;
    found = i;
  }
  return found;
}
