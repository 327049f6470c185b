import { none, type Outcome, some } from './intervals.ts';

export const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

export interface CorrelatedPoint {
  readonly x: number;
  readonly y: number;
}

/** Gives Pearson's r, −1 to 1; none for fewer than two points or when x or y does not vary. */
export function pearson(points: readonly CorrelatedPoint[]): Outcome<number> {
  const n = points.length;
  if (n < 2) return none('fewer than two points');
  // Asked of the values themselves: the mean of three times 0.1 is not 0.1, so that sums of squares need not be 0.
  const [first] = points;
  if (points.every(({ x }) => x === first?.x) || points.every(({ y }) => y === first?.y))
    return none('all values are equal');
  const meanX = points.reduce((sum, { x }) => sum + x, 0) / n;
  const meanY = points.reduce((sum, { y }) => sum + y, 0) / n;
  let [xx, yy, xy] = [0, 0, 0];
  for (const { x, y } of points) {
    xx += (x - meanX) ** 2;
    yy += (y - meanY) ** 2;
    xy += (x - meanX) * (y - meanY);
  }
  return some(Math.max(-1, Math.min(1, xy / Math.sqrt(xx * yy))));
}

/** Gives Spearman's rank correlation: Pearson's r of the ranks, equal values sharing their mean rank. */
export function spearman(points: readonly CorrelatedPoint[]): Outcome<number> {
  const xs = midRanks(points.map((point) => point.x));
  const ys = midRanks(points.map((point) => point.y));
  return pearson(xs.map((x, i) => ({ x, y: ys[i] ?? 0 })));
}

function midRanks(values: readonly number[]): number[] {
  const order = [...values.keys()].sort((i, j) => (values[i] ?? 0) - (values[j] ?? 0));
  const result = new Array<number>(values.length).fill(0);
  for (let start = 0; start < order.length; ) {
    let end = start;
    while (end < order.length && values[order[end] ?? 0] === values[order[start] ?? 0]) end += 1;
    for (const i of order.slice(start, end)) result[i] = (start + 1 + end) / 2;
    start = end;
  }
  return result;
}

/** Says for each point whether no other is at least as high in both and higher in one. Equal points are in it together or not at all. */
export function paretoFront(points: readonly CorrelatedPoint[]): boolean[] {
  return points.map((p) => !points.some((q) => q.x >= p.x && q.y >= p.y && (q.x > p.x || q.y > p.y)));
}

type Cells = readonly (readonly (number | null)[])[];

const SWEEPS = 1000;
const SETTLED = 1e-12;

/** x_jg − x_j· − x_·g + x_··, what is left of a matrix after row and column effects; with missing cells (null, kept) the least-squares fit takes the means' place. */
export function doublyCentred(matrix: Cells): (number | null)[][] {
  let rest = matrix.map((row) => [...row]);
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    const swept = transposed(withoutRowMeans(transposed(withoutRowMeans(rest))));
    const moved = change(rest, swept);
    rest = swept;
    if (moved < SETTLED) break;
  }
  return rest;
}

function withoutRowMeans(matrix: Cells): (number | null)[][] {
  return matrix.map((row) => {
    const present = row.filter((x) => x !== null);
    const mean = meanOf(present);
    return row.map((x) => (x === null ? null : x - mean));
  });
}

function transposed(matrix: Cells): (number | null)[][] {
  return (matrix[0] ?? []).map((_, column) => matrix.map((row) => row[column] ?? null));
}

function change(before: Cells, after: Cells): number {
  const moves = before.flatMap((row, i) => row.map((x, j) => Math.abs((x ?? 0) - (after[i]?.[j] ?? 0))));
  return moves.reduce((most, move) => Math.max(most, move), 0);
}
