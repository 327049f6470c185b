import { FIRST_LABEL, NOT_ASKED } from './cross-table.ts';
import {
  type CodeCounts,
  type CountedRater,
  type GroupCounter,
  hasItem,
  type Items,
  keepShared,
  type LabelBits,
  noCounts,
} from './label-bits.ts';
import { onesIn } from './ones.ts';

/** Room for what is worked out of a pair: sums by group, and what an item adds to them by the code that each of the two gave. */
interface PairSums {
  readonly sums: Float64Array;
  readonly first: Float64Array;
  readonly second: Float64Array;
}

/**
 * Two raters over the items that both labelled, all of them and by group; only good until the next pair is counted. The first label's counts
 * by group are not worked out: they are what those of the others leave of `shared`.
 */
export interface PairCounts {
  readonly labels: number;
  /** Items that both labelled, and items that at least one of the two was asked and that lack a label of one or of both. */
  readonly n: number;
  readonly left: number;
  /** Items that both gave one and the same label. */
  readonly alike: number;
  /** By group: items that both labelled, and those of them that each of the two gave another label. */
  readonly shared: Int32Array;
  readonly differ: Int32Array;
  readonly first: CodeCounts;
  readonly second: CodeCounts;
  /** Groups with items that both labelled. */
  readonly met: number;
  readonly room: PairSums;
}

type Two = readonly [CountedRater, CountedRater];

/** Room that is used again for each pair. */
interface PairRoom extends Pick<PairCounts, 'shared' | 'differ' | 'first' | 'second'> {
  readonly counter: GroupCounter;
  readonly set: Items;
  readonly both: Items;
  readonly nothing: Items;
  /** What each said of the items that the other gave no label, summed up item by item. */
  readonly off: readonly [Int32Array, Int32Array];
}

/** Beyond this share of the items, counting those that are labelled is faster than taking off those that are not. */
const MANY = 1 / 8;

/** Writes the items that the two gave different labels, from a plane on; one without a label counts as given the first. */
function markDiffering([one, other]: Two, from: number, set: Items): Items {
  set.fill(0);
  for (let plane = from; plane < one.planes.length; plane += 1) {
    const [a, b] = [one.planes[plane] ?? set, other.planes[plane] ?? set];
    for (let i = 0; i < set.length; i += 1) set[i] = (set[i] ?? 0) | ((a[i] ?? 0) ^ (b[i] ?? 0));
  }
  return set;
}

/** Adds up the items that are in one of two sets alone, word by word. */
function sumUnlike(a: Items, b: Items, running: Int32Array): void {
  for (let i = 0, sum = 0; i < running.length; i += 1) {
    running[i] = sum;
    sum += onesIn((a[i] ?? 0) ^ (b[i] ?? 0));
  }
}

/** Counts the items given different labels by group, in `differ`. Returns how many there are. */
function countDiffering(two: Two, { counter, set, nothing, differ }: PairRoom): number {
  const { groups, running } = counter;
  const [[one = nothing], [other = nothing]] = [two[0].planes, two[1].planes];
  // Most answers have two labels, which one plane tells apart.
  const [a, b] = two[0].planes.length === 1 ? [one, other] : [markDiffering(two, 0, set), nothing];
  sumUnlike(a, b, running);
  let before = 0;
  for (let g = 0; g < groups.length; g += 1) {
    const end = groups[g] ?? 0;
    const last = end >>> 5;
    const sum = (running[last] ?? 0) + onesIn(((a[last] ?? 0) ^ (b[last] ?? 0)) & ((1 << (end & 31)) - 1));
    differ[g] = sum - before;
    before = sum;
  }
  return before;
}

/**
 * Sums up a rater's labels of the items that the other left without one. Each item adds to the bit field of its label, so the difference of
 * two sums holds the counts of a group. Overflow between groups does no harm, since the fields of a single group never overflow.
 */
function sumUp([{ codes }, { unread, unreadGroups }]: Two, off: Int32Array): void {
  const { marks } = unreadGroups;
  for (let i = 0, sum = 0; i < unread.length; i += 1) {
    sum = (sum + (marks[codes[unread[i] ?? 0] ?? NOT_ASKED] ?? 0)) | 0;
    off[i + 1] = sum;
  }
}

/** Writes how many items of each group both labelled: the first's without those that the second gave none. Gives how many there are. */
function countShared([one, { unreadGroups }]: Two, off: Int32Array, shared: Int32Array): number {
  const { ends, width } = unreadGroups;
  const field = 2 ** width - 1;
  let [n, end, before] = [0, 0, 0];
  for (let g = 0; g < ends.length; g += 1) {
    const next = ends[g] ?? 0;
    const sum = off[next] ?? 0;
    const size = (one.readGroups[g] ?? 0) - (next - end) + ((sum - before) & field);
    end = next;
    before = sum;
    shared[g] = size;
    n += size;
  }
  return n;
}

/** Subtracts the items that the other left without a label from a rater's count of one label, and from those that differ. Gives their number. */
function takeOff(
  [own, { unreadGroups }]: Two,
  code: number,
  { off, counts, differ }: { off: Int32Array; counts: CodeCounts; differ: Int32Array },
): number {
  const { ends, width } = unreadGroups;
  const [field, shift, from] = [2 ** width - 1, width * (code - FIRST_LABEL), code * ends.length];
  let [all, before] = [0, 0];
  for (let g = 0; g < ends.length; g += 1) {
    const sum = off[ends[g] ?? 0] ?? 0;
    const n = ((sum - before) >>> shift) & field;
    before = sum;
    all += n;
    counts.grouped[from + g] = (own.counts.grouped[from + g] ?? 0) - n;
    differ[g] = (differ[g] ?? 0) - n;
  }
  counts.totals[code] = (own.counts.totals[code] ?? 0) - all;
  return all;
}

type PairTotals = Pick<PairCounts, 'n' | 'alike' | 'first' | 'second'>;

/** Few items lack a label: what a rater said of those that the other gave none is taken off its counts. */
function countByTakingOff(two: Two, room: PairRoom): PairTotals {
  const [one, other] = two;
  const { differ, shared, off, first, second } = room;
  let differing = countDiffering(two, room);
  const reversed = [other, one] as const;
  sumUp(two, off[0]);
  sumUp(reversed, off[1]);
  const n = countShared(two, off[0], shared);
  for (let code = FIRST_LABEL + 1; code < first.totals.length; code += 1) {
    differing -= takeOff(two, code, { off: off[0], counts: first, differ });
    differing -= takeOff(reversed, code, { off: off[1], counts: second, differ });
  }
  return { n, alike: n - differing, first, second };
}

/** Many items lack a label: sets are cut to those that both labelled. */
function countByCutting(two: Two, { counter, set, both, differ, shared, first, second }: PairRoom): PairTotals {
  const [one, other] = two;
  const n = counter.count(keepShared(one.read, other.read, both), shared, 0);
  for (const [own, { totals, grouped }] of [[one, first] as const, [other, second] as const]) {
    for (let code = FIRST_LABEL + 1; code < totals.length; code += 1) {
      keepShared(own.labels[code - FIRST_LABEL] ?? both, both, set);
      totals[code] = counter.count(set, grouped, code * differ.length);
    }
  }
  keepShared(markDiffering(two, 0, set), both, set);
  return { n, alike: n - counter.count(set, differ, 0), first, second };
}

const isTakenOff = ({ unread, unreadGroups }: CountedRater, { labels, items }: LabelBits): boolean =>
  unread.length <= MANY * items && unreadGroups.width * labels <= 32;

function countPair(bits: LabelBits, two: Two, room: PairRoom): PairTotals {
  const [one, other] = two;
  if (!two.every((rater) => isTakenOff(rater, bits))) return countByCutting(two, room);
  if (one.unread.length > 0 || other.unread.length > 0) return countByTakingOff(two, room);
  room.shared.set(one.readGroups);
  return {
    n: bits.items,
    alike: bits.items - countDiffering(two, room),
    first: one.counts,
    second: other.counts,
  };
}

/** Says how many items neither of the two was asked. */
function neitherAsked([one, other]: Two): number {
  const [few, many] = one.unasked.length < other.unasked.length ? [one, other] : [other, one];
  const { unasked } = few;
  let n = unasked.length;
  for (let i = 0; i < unasked.length; i += 1) if (hasItem(many.asked, unasked[i] ?? 0)) n -= 1;
  return n;
}

/** The first label has what the others leave. */
function countFirstLabel({ totals }: CodeCounts, n: number): void {
  let others = 0;
  for (let code = FIRST_LABEL + 1; code < totals.length; code += 1) others += totals[code] ?? 0;
  totals[FIRST_LABEL] = n - others;
}

function countNonZero(counts: Int32Array): number {
  let n = 0;
  for (let g = 0; g < counts.length; g += 1) if (counts[g] !== 0) n += 1;
  return n;
}

/** Gives the counts of every two raters, (0, 1), (0, 2), …; each is only good until the next. */
export function* pairCounts(bits: LabelBits): Generator<PairCounts> {
  const { raters, counter, labels, items } = bits;
  const groups = counter.groups.length;
  const room: PairRoom = {
    counter,
    set: new Int32Array(counter.running.length),
    both: new Int32Array(counter.running.length),
    nothing: new Int32Array(counter.running.length),
    shared: new Int32Array(groups),
    differ: new Int32Array(groups),
    first: noCounts(labels, counter.groups),
    second: noCounts(labels, counter.groups),
    off: [new Int32Array(items + 1), new Int32Array(items + 1)],
  };
  const weights = { first: new Float64Array(FIRST_LABEL + labels), second: new Float64Array(FIRST_LABEL + labels) };
  const sums = { sums: new Float64Array(groups), ...weights };
  const { shared, differ } = room;
  for (const [a, one] of raters.entries()) {
    for (const other of raters.slice(a + 1)) {
      const two = [one, other] as const;
      const { n, alike, first, second } = countPair(bits, two, room);
      countFirstLabel(first, n);
      countFirstLabel(second, n);
      const left = items - neitherAsked(two) - n;
      yield { labels, n, left, alike, shared, differ, first, second, met: countNonZero(shared), room: sums };
    }
  }
}
