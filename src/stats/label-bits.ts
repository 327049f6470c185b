import { type ClusterGroups, FIRST_LABEL, NOT_ASKED } from './cross-table.ts';
import { onesByByte, sumOfBytes } from './ones.ts';

/** A set of items: item i is bit i mod 32 of word ⌊i/32⌋. The last word has room for one item more than there are. */
type Items = Int32Array;

const emptyItems = (items: number): Items => new Int32Array((items >>> 5) + 1);

/** What a rater said of items. */
export interface RaterSets {
  /** A code for each item (see `NOT_ASKED`). */
  readonly codes: ArrayLike<number>;
  /** The items that the rater was asked, and those that it gave each label. */
  readonly asked: Items;
  readonly labels: readonly Items[];
}

/** Which items pairs of raters are counted over. */
export interface ItemChoice {
  readonly labels: number;
  /** The items, a bit each; null for all of them. */
  readonly within: ArrayLike<number> | null;
  readonly groups: ClusterGroups;
}

interface CountedRater extends RaterSets {
  /** The items that it gave any label. */
  readonly read: Items;
  /** The items that it gave no label, and those that it was not asked, as numbers. */
  readonly unread: Int32Array;
  readonly unasked: Int32Array;
  readonly counts: CodeCounts;
}

/** Items by the code that a rater gave: of all groups, and by group, the groups of one code side by side. Only codes of labels are counted. */
export interface CodeCounts {
  readonly totals: Int32Array;
  readonly grouped: Int32Array;
}

/** Raters over the items chosen: what pairs of them are counted from. */
export interface LabelBits {
  readonly labels: number;
  readonly items: number;
  readonly groups: ClusterGroups;
  /** Per item its group. */
  readonly groupOf: Int32Array;
  readonly raters: readonly CountedRater[];
}

/** Codes as sets. Loops are plain here and below, because they run over every item and pair. */
export function setsOf(codes: ArrayLike<number>, labels: number): RaterSets {
  const asked = emptyItems(codes.length);
  const sets = Array.from({ length: labels }, () => emptyItems(codes.length));
  for (let i = 0; i < codes.length; i += 1) {
    const code = codes[i] ?? NOT_ASKED;
    if (code === NOT_ASKED) continue;
    const [at, bit] = [i >>> 5, 1 << (i & 31)];
    asked[at] = (asked[at] ?? 0) | bit;
    const own = sets[code - FIRST_LABEL];
    if (own !== undefined) own[at] = (own[at] ?? 0) | bit;
  }
  return { codes, asked, labels: sets };
}

/** Ones in each half of a word: looked up faster than worked out. */
const ONES = Uint8Array.from({ length: 2 ** 16 }, (_, half) => sumOfBytes(onesByByte(half)));
const onesIn = (word: number): number => (ONES[word & 0xffff] ?? 0) + (ONES[word >>> 16] ?? 0);

function sizeOf(set: Items): number {
  let n = 0;
  for (let i = 0; i < set.length; i += 1) n += onesIn(set[i] ?? 0);
  return n;
}

/** Writes how many items of a set each group has, from the place `from` of `counts` on; a group ends within a word or after it. Gives the sum. */
function countGroups(
  set: Items,
  groups: ClusterGroups,
  { counts, from }: { counts: Int32Array; from: number },
): number {
  let total = 0;
  let word = 0;
  let before = 0;
  for (let g = 0; g < groups.length; g += 1) {
    const end = groups[g] ?? 0;
    const last = end >>> 5;
    let n = -before;
    for (; word < last; word += 1) n += onesIn(set[word] ?? 0);
    before = onesIn((set[last] ?? 0) & ((1 << (end & 31)) - 1));
    counts[from + g] = n + before;
    total += n + before;
  }
  return total;
}

/** One piece of memory for many lists: hundreds of small ones cost more than what is counted in them. */
function listsIn(length: number): (length: number) => Int32Array {
  const all = new Int32Array(length);
  let used = 0;
  return (own) => {
    used += own;
    return all.subarray(used - own, used);
  };
}

/** Writes the items of one set that are in the other. */
function keepShared(one: Items, other: Items, both: Items): Items {
  for (let i = 0; i < both.length; i += 1) both[i] = (one[i] ?? 0) & (other[i] ?? 0);
  return both;
}

/** The items of `all` that are not in the set, as numbers. */
function lacking(set: Items, all: Items, most: number): Int32Array {
  const items = new Int32Array(most - sizeOf(set));
  let n = 0;
  for (let i = 0; i < all.length; i += 1) {
    for (let word = (all[i] ?? 0) & ~(set[i] ?? 0); word !== 0; n += 1) {
      const bit = 31 - Math.clz32(word);
      items[n] = 32 * i + bit;
      word ^= 1 << bit;
    }
  }
  return items;
}

function countLabel(
  set: Items,
  groups: ClusterGroups,
  { counts: { totals, grouped }, code }: { readonly counts: CodeCounts; readonly code: number },
): void {
  totals[code] = countGroups(set, groups, { counts: grouped, from: code * groups.length });
}

/** Restricts raters to the items chosen. */
function countedRaters(raters: readonly RaterSets[], all: Items, { labels, groups }: ItemChoice): CountedRater[] {
  const [words, codes, items] = [all.length, labels + FIRST_LABEL, sizeOf(all)];
  const list = listsIn(raters.length * ((labels + 2) * words + codes * (groups.length + 1)));
  return raters.map((rater) => {
    const asked = keepShared(rater.asked, all, list(words));
    const read = list(words);
    const counts = { totals: list(codes), grouped: list(codes * groups.length) };
    const sets = rater.labels.map((set) => keepShared(set, all, list(words)));
    for (const [k, set] of sets.entries()) {
      for (let i = 0; i < words; i += 1) read[i] = (read[i] ?? 0) | (set[i] ?? 0);
      countLabel(set, groups, { counts, code: k + FIRST_LABEL });
    }
    const [unread, unasked] = [lacking(read, all, items), lacking(asked, all, items)];
    return { codes: rater.codes, asked, labels: sets, read, unread, unasked, counts };
  });
}

/** What pairs of these raters are counted from, over the items chosen of `items`. */
export function labelBits(
  raters: readonly RaterSets[],
  items: number,
  { labels, within, groups }: ItemChoice,
): LabelBits {
  const chosen = emptyItems(items);
  for (let i = 0; i < chosen.length; i += 1) chosen[i] = within === null ? -1 : (within[i] ?? 0);
  chosen[items >>> 5] = (chosen[items >>> 5] ?? 0) & ((1 << (items & 31)) - 1);
  const groupOf = new Int32Array(items);
  for (let g = 0, i = 0; g < groups.length; g += 1) for (; i < (groups[g] ?? 0); i += 1) groupOf[i] = g;
  const own = countedRaters(raters, chosen, { labels, within, groups });
  return { labels, groups, groupOf, items: sizeOf(chosen), raters: own };
}

/** How many items a rater was asked, gave a label, and gave each label. */
export function sizesOf({ asked, read, counts }: CountedRater) {
  return { asked: sizeOf(asked), read: sizeOf(read), labels: [...counts.totals.subarray(FIRST_LABEL)] };
}

/** Two raters over the items that both labelled; only good until the next pair is counted. */
export interface PairCounts {
  readonly labels: number;
  /** Items that both labelled, and items that at least one of the two was asked and that lack a label of one or of both. */
  readonly n: number;
  readonly left: number;
  /** Items that both gave one and the same label, of all groups and by group. */
  readonly alike: number;
  readonly equal: Int32Array;
  readonly first: CodeCounts;
  readonly second: CodeCounts;
  /** Room for sums by group. */
  readonly sums: Float64Array;
  readonly shared: Int32Array;
}

/** What counting a pair needs room for. */
interface PairRoom {
  readonly both: Items;
  readonly counts: CodeCounts;
}

type Two = readonly [CountedRater, CountedRater];

/** A rater's items by label and group, without those that the other gave no label: taken off one by one where they are few, else counted anew. */
function sharedCounts({ groups, groupOf }: LabelBits, [own, other]: Two, { both, counts }: PairRoom): CodeCounts {
  const { unread } = other;
  if (unread.length === 0) return own.counts;
  if (unread.length > 4 * both.length) {
    for (const [k, set] of own.labels.entries())
      countLabel(keepShared(set, other.read, both), groups, { counts, code: k + FIRST_LABEL });
    return counts;
  }
  const { codes } = own;
  const { totals, grouped } = counts;
  const { length } = groups;
  totals.set(own.counts.totals);
  grouped.set(own.counts.grouped);
  for (let i = 0; i < unread.length; i += 1) {
    const item = unread[i] ?? 0;
    const code = codes[item] ?? NOT_ASKED;
    const at = code * length + (groupOf[item] ?? 0);
    totals[code] = (totals[code] ?? 0) - 1;
    grouped[at] = (grouped[at] ?? 0) - 1;
  }
  return counts;
}

/** How many items neither of the two was asked. */
function neitherAsked([one, other]: Two): number {
  const [few, many] = one.unasked.length < other.unasked.length ? [one, other] : [other, one];
  let n = few.unasked.length;
  for (let i = 0; i < few.unasked.length; i += 1) {
    const item = few.unasked[i] ?? 0;
    n -= ((many.asked[item >>> 5] ?? 0) >>> (item & 31)) & 1;
  }
  return n;
}

/** Writes the items to which both gave one label; three labels are looked at in one go, since few answers have more. */
function writeEqual([one, other]: Two, both: Items): void {
  for (let k = 0; k < one.labels.length; k += 3) {
    const a = one.labels[k] ?? both;
    const b = other.labels[k] ?? both;
    const c = one.labels[k + 1] ?? a;
    const d = other.labels[k + 1] ?? b;
    const e = one.labels[k + 2] ?? a;
    const f = other.labels[k + 2] ?? b;
    const kept = k === 0 ? 0 : -1;
    for (let i = 0; i < both.length; i += 1) {
      const equal = ((a[i] ?? 0) & (b[i] ?? 0)) | ((c[i] ?? 0) & (d[i] ?? 0)) | ((e[i] ?? 0) & (f[i] ?? 0));
      both[i] = ((both[i] ?? 0) & kept) | equal;
    }
  }
}

/** The counts of every two raters, (0, 1), (0, 2), …; each is only good until the next. */
export function* pairCounts(bits: LabelBits): Generator<PairCounts> {
  const { raters, groups, labels, items } = bits;
  const both = new Int32Array(raters[0]?.asked.length ?? 0);
  const [first, second] = [0, 1].map(() => {
    const totals = new Int32Array(labels + FIRST_LABEL);
    return { both, counts: { totals, grouped: new Int32Array(totals.length * groups.length) } };
  }) as [PairRoom, PairRoom];
  const room = { sums: new Float64Array(groups.length), shared: new Int32Array(groups.length) };
  const equal = new Int32Array(groups.length);
  for (const [a, one] of raters.entries()) {
    for (const other of raters.slice(a + 1)) {
      writeEqual([one, other], both);
      const alike = countGroups(both, groups, { counts: equal, from: 0 });
      const own = sharedCounts(bits, [one, other], first);
      const others = sharedCounts(bits, [other, one], second);
      let n = 0;
      for (let code = FIRST_LABEL; code < own.totals.length; code += 1) n += own.totals[code] ?? 0;
      const left = items - neitherAsked([one, other]) - n;
      yield { labels, n, left, alike, equal, first: own, second: others, ...room };
    }
  }
}
