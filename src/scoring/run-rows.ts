import type { BoardPlaces, HeldRows } from './board-rows.ts';

/** Sums of a run in a cluster and part over judgments that the same runs have: row by row, in the order of clusters, parts and sets. */
export interface RunRows {
  readonly clusters: Int32Array;
  readonly parts: Int32Array;
  readonly sets: Int32Array;
  readonly n: Float64Array;
  readonly num: Float64Array;
  readonly den: Float64Array;
  /** Σnum². */
  readonly squares: Float64Array;
}

/** The contributions to a part, and the place of each set of runs in the list of holders. */
interface PartHeld {
  readonly held: readonly HeldRows[];
  readonly holders: readonly number[];
}

/** Contributions of a run, one by one. */
type Single = Pick<RunRows, 'clusters' | 'parts' | 'sets' | 'num' | 'den'>;

/** Sorts places by their keys, which are numbers below `range`; equal ones keep their order. */
function sortedBy(order: Int32Array, keys: Int32Array, range: number): Int32Array {
  const next = new Int32Array(range + 1);
  for (let i = 0; i < keys.length; i++) {
    const after = (keys[i] ?? 0) + 1;
    next[after] = (next[after] ?? 0) + 1;
  }
  for (let key = 0; key < range; key++) next[key + 1] = (next[key + 1] ?? 0) + (next[key] ?? 0);
  const sorted = new Int32Array(order.length);
  for (let i = 0; i < order.length; i++) {
    const place = order[i] ?? 0;
    const key = keys[place] ?? 0;
    const to = next[key] ?? 0;
    next[key] = to + 1;
    sorted[to] = place;
  }
  return sorted;
}

/** Lists the contributions of a run to all parts. */
function singles(
  own: readonly { readonly held: HeldRows; readonly part: number; readonly holders: readonly number[] }[],
  { clusterOf }: BoardPlaces,
): Single {
  const count = own.reduce((sum, { held }) => sum + held.places.length, 0);
  const [clusters, parts, sets] = [new Int32Array(count), new Int32Array(count), new Int32Array(count)];
  const [num, den] = [new Float64Array(count), new Float64Array(count)];
  let at = 0;
  for (const { held, part, holders } of own) {
    const { places, nums, dens } = held;
    num.set(nums, at);
    den.set(dens, at);
    parts.fill(part, at, at + places.length);
    for (let i = 0; i < places.length; i++) {
      clusters[at + i] = clusterOf[places[i] ?? 0] ?? 0;
      sets[at + i] = holders[held.holders[i] ?? 0] ?? 0;
    }
    at += places.length;
  }
  return { clusters, parts, sets, num, den };
}

/** Says where contributions that are alike in cluster, part and set begin in an order in which they follow one another. */
function startsOf({ clusters, parts, sets }: Single, order: Int32Array): Int32Array {
  const starts = new Int32Array(order.length);
  let count = 0;
  let last = -1;
  for (let i = 0; i < order.length; i++) {
    const place = order[i] ?? 0;
    const isAlike =
      i > 0 && clusters[place] === clusters[last] && parts[place] === parts[last] && sets[place] === sets[last];
    if (!isAlike) starts[count++] = i;
    last = place;
  }
  return starts.subarray(0, count);
}

/** Adds up the contributions that are alike, in the order in which they come. */
function summed(single: Single, order: Int32Array): RunRows {
  const { num: nums, den: dens } = single;
  const starts = startsOf(single, order);
  const n = new Float64Array(starts.length);
  const num = new Float64Array(starts.length);
  const den = new Float64Array(starts.length);
  const squares = new Float64Array(starts.length);
  for (let row = 0; row < starts.length; row++) {
    const start = starts[row] ?? 0;
    const end = starts[row + 1] ?? order.length;
    let ownNum = 0;
    let ownDen = 0;
    let ownSquares = 0;
    for (let i = start; i < end; i++) {
      const place = order[i] ?? 0;
      const one = nums[place] ?? 0;
      ownNum += one;
      ownDen += dens[place] ?? 0;
      ownSquares += one * one;
    }
    n[row] = end - start;
    num[row] = ownNum;
    den[row] = ownDen;
    squares[row] = ownSquares;
  }
  const named = (of: Int32Array): Int32Array => starts.map((start) => of[order[start] ?? 0] ?? 0);
  return {
    ...{ clusters: named(single.clusters), parts: named(single.parts), sets: named(single.sets) },
    ...{ n, num, den, squares },
  };
}

/** Sums up the contributions to the parts of a column, run by run; `sets`: how many sets of runs there are. */
export function runRows(
  parts: readonly PartHeld[],
  { places, sets }: { readonly places: BoardPlaces; readonly sets: number },
): readonly RunRows[] {
  const byRun = Map.groupBy(
    parts.flatMap(({ held, holders }, part) => held.map((one) => ({ held: one, part, holders }))),
    ({ held }) => held.run,
  );
  return places.runs.map((_, run) => {
    const single = singles(byRun.get(run) ?? [], places);
    // They come part by part.
    const start = single.parts.map((_, i) => i);
    const bySet = sets > 1 ? sortedBy(sortedBy(start, single.sets, sets), single.parts, parts.length) : start;
    return summed(single, sortedBy(bySet, single.clusters, places.clusters));
  });
}
