import { type ClusterGroups, FIRST_LABEL, NOT_ASKED } from './cross-table.ts';
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

/** Two raters over the items that both labelled; only good until the next pair is counted. */
export interface PairCounts {
  readonly labels: number;
  /** Items that both labelled, and items that at least one of the two was asked and that lack a label of one or of both. */
  readonly n: number;
  readonly left: number;
  /** Items that both gave one and the same label, of all groups and by group. */
  readonly alike: number;
  readonly equal: Float64Array;
  readonly first: CodeCounts;
  readonly second: CodeCounts;
  /** Groups with items that both labelled. */
  readonly met: number;
  readonly room: PairSums;
}

type Two = readonly [CountedRater, CountedRater];

/** What counting a pair needs room for. */
interface PairRoom {
  readonly counts: CodeCounts;
  /** A number for each item. */
  readonly running: Int32Array;
}

/**
 * Takes the items that the other gave no label off a rater's counts. Each adds a mark to a running sum, so that two sums differ by the
 * counts of a group, a field for each label: exact whatever overflows on the way, since the fields of one group do not.
 */
function takeOff([own, other]: Two, { running, counts }: PairRoom): CodeCounts {
  const { codes } = own;
  const { unread, unreadGroups } = other;
  const { ends, marks, width } = unreadGroups;
  for (let i = 0, sum = 0; i < unread.length; i += 1) {
    sum = (sum + (marks[codes[unread[i] ?? 0] ?? NOT_ASKED] ?? 0)) | 0;
    running[i + 1] = sum;
  }
  const field = 2 ** width - 1;
  for (let code = FIRST_LABEL; code < marks.length; code += 1) {
    const [from, shift] = [code * ends.length, width * (code - FIRST_LABEL)];
    let [off, before] = [0, 0];
    for (let g = 0; g < ends.length; g += 1) {
      const sum = running[ends[g] ?? 0] ?? 0;
      const n = ((sum - before) >>> shift) & field;
      before = sum;
      off += n;
      counts.grouped[from + g] = (own.counts.grouped[from + g] ?? 0) - n;
    }
    counts.totals[code] = (own.counts.totals[code] ?? 0) - off;
  }
  return counts;
}

/** Beyond this share of the items, counting those that are labelled is faster than taking off those that are not. */
const MANY = 1 / 8;

/** A rater's items by label and group, without those that the other gave no label. */
function sharedCounts({ counter, labels, items }: LabelBits, [own, other]: Two, room: PairRoom): CodeCounts {
  const { unread, unreadGroups, read } = other;
  if (unread.length === 0) return own.counts;
  if (unread.length <= MANY * items && unreadGroups.width * labels <= 32) return takeOff([own, other], room);
  const shared = own.labels.map((set) => keepShared(set, read, new Int32Array(set.length)));
  counter.countLabels(shared, room.counts);
  return room.counts;
}

/** How many items neither of the two was asked. */
function neitherAsked([one, other]: Two): number {
  const [few, many] = one.unasked.length < other.unasked.length ? [one, other] : [other, one];
  const { unasked } = few;
  let n = unasked.length;
  for (let i = 0; i < unasked.length; i += 1) if (hasItem(many.asked, unasked[i] ?? 0)) n -= 1;
  return n;
}

/** Writes how many items of each group both gave one label. Gives the sum. */
function countEqual(
  [one, other]: Two,
  counter: GroupCounter,
  { set, equal }: { set: Items; equal: Float64Array },
): number {
  set.fill(0);
  // Most answers have two labels or three.
  for (let k = 2; k < one.labels.length; k += 1) {
    const [a, b] = [one.labels[k] ?? set, other.labels[k] ?? set];
    for (let i = 0; i < set.length; i += 1) set[i] = (set[i] ?? 0) | ((a[i] ?? 0) & (b[i] ?? 0));
  }
  const [a = set, c = a] = one.labels;
  const [b = set, d = b] = other.labels;
  const { running } = counter;
  for (let i = 0, sum = 0; i < set.length; i += 1) {
    const word = ((a[i] ?? 0) & (b[i] ?? 0)) | ((c[i] ?? 0) & (d[i] ?? 0)) | (set[i] ?? 0);
    set[i] = word;
    running[i] = sum;
    sum += onesIn(word);
  }
  return counter.countSummed(set, equal, 0);
}

/** Says whether both labelled an item from `from` on, up to the one before `to`. */
function meet([one, other]: Two, from: number, to: number): boolean {
  for (let i = from; i < to; i += 1) if (hasItem(one.read, i) && hasItem(other.read, i)) return true;
  return false;
}

/** In how many groups both labelled an item: where they gave none the same label, items are looked at one by one. */
function groupsMet(two: Two, groups: ClusterGroups, equal: Float64Array): number {
  let met = 0;
  for (let g = 0; g < groups.length; g += 1)
    if ((equal[g] ?? 0) > 0 || meet(two, groups[g - 1] ?? 0, groups[g] ?? 0)) met += 1;
  return met;
}

/** The counts of every two raters, (0, 1), (0, 2), …; each is only good until the next. */
export function* pairCounts(bits: LabelBits): Generator<PairCounts> {
  const { raters, counter, labels, items } = bits;
  const { groups } = counter;
  const set = new Int32Array(raters[0]?.asked.length ?? 0);
  const running = new Int32Array(items + 1);
  const [room, otherRoom] = [
    { running, counts: noCounts(labels, groups) },
    { running, counts: noCounts(labels, groups) },
  ];
  const equal = new Float64Array(groups.length);
  const weights = { first: new Float64Array(FIRST_LABEL + labels), second: new Float64Array(FIRST_LABEL + labels) };
  const sums = { sums: new Float64Array(groups.length), ...weights };
  for (const [a, one] of raters.entries()) {
    for (const other of raters.slice(a + 1)) {
      const two = [one, other] as const;
      const alike = countEqual(two, counter, { set, equal });
      const met = groupsMet(two, groups, equal);
      const first = sharedCounts(bits, two, room);
      const second = sharedCounts(bits, [other, one], otherRoom);
      let n = 0;
      for (let code = FIRST_LABEL; code < first.totals.length; code += 1) n += first.totals[code] ?? 0;
      const left = items - neitherAsked(two) - n;
      yield { labels, n, left, alike, equal, first, second, met, room: sums };
    }
  }
}
