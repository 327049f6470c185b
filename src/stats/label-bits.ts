import { type ClusterGroups, FIRST_LABEL, NOT_ASKED, UNREAD } from './cross-table.ts';
import { onesIn } from './ones.ts';

/** A set of items: item i is bit i mod 32 of word ⌊i/32⌋. The last word has room for one item more than there are. */
export type Items = Int32Array;

const wordsFor = (items: number): number => (items >>> 5) + 1;

export const hasItem = (set: Items, item: number): boolean => ((set[item >>> 5] ?? 0) & (1 << (item & 31))) !== 0;

/** What a rater said of items. */
export interface RaterSets {
  /** A code for each item (see `NOT_ASKED`). */
  readonly codes: ArrayLike<number>;
  /** The items that the rater was asked, those that it gave any label, and those that it gave each label. */
  readonly asked: Items;
  readonly read: Items;
  readonly labels: readonly Items[];
  /** The labels' numbers from 0 on, in binary: of plane p the items whose label has bit p. The first label and none have no bits. */
  readonly planes: readonly Items[];
  /** The items that it was not asked, and those that it gave no label, as numbers in order. */
  readonly unasked: Int32Array;
  readonly unread: Int32Array;
}

/** Which items pairs of raters are counted over. */
export interface ItemChoice {
  readonly labels: number;
  /** The items, a bit each; null for all of them. */
  readonly within: ArrayLike<number> | null;
  readonly groups: ClusterGroups;
}

/** How items that lack a label are counted by group. */
interface UnreadGroups {
  /** Where those of each group end. */
  readonly ends: Int32Array;
  /**
   * What an item adds to a running sum, by its code: one, in a bit field wide enough for the largest group. The first field counts items
   * without a label, since items with the first label follow from the rest.
   */
  readonly marks: Int32Array;
  readonly width: number;
}

/** Items by the code that a rater gave: of all groups, and by group, the groups of one code side by side. Only codes of labels are counted. */
export interface CodeCounts {
  readonly totals: Int32Array;
  /** Of every label but the first, which has what the others leave. */
  readonly grouped: Int32Array;
}

/** A rater over the items that pairs are counted over, with its own counts. */
export interface CountedRater extends RaterSets {
  readonly unreadGroups: UnreadGroups;
  readonly counts: CodeCounts;
  /** Items with a label, by group. */
  readonly readGroups: Int32Array;
}

/** Raters over the items chosen: what pairs of them are counted from. */
export interface LabelBits {
  readonly labels: number;
  readonly items: number;
  readonly counter: GroupCounter;
  readonly raters: readonly CountedRater[];
}

/** Sorts items by their code. The loop is plain and has a function of its own, because it runs over every item. */
function setsByCode(codes: ArrayLike<number>, size: number): readonly Items[] {
  const words = wordsFor(codes.length);
  const bits = new Int32Array(size * words);
  for (let i = 0; i < codes.length; i += 1) {
    const at = (codes[i] ?? NOT_ASKED) * words + (i >>> 5);
    bits[at] = (bits[at] ?? 0) | (1 << (i & 31));
  }
  return Array.from({ length: size }, (_, code) => bits.subarray(code * words, (code + 1) * words));
}

/** The items of any of some sets. Loops are plain here and below, because they run over every word of every rater or pair. */
function unionOf(sets: readonly Items[], words: number): Items {
  const all = new Int32Array(words);
  for (const set of sets) for (let i = 0; i < words; i += 1) all[i] = (all[i] ?? 0) | (set[i] ?? 0);
  return all;
}

function sizeOf(set: Items): number {
  let n = 0;
  for (let i = 0; i < set.length; i += 1) n += onesIn(set[i] ?? 0);
  return n;
}

/** The items of a set as numbers in order. */
function itemsIn(set: Items): Int32Array {
  const items = new Int32Array(sizeOf(set));
  for (let i = 0, n = 0; i < set.length; i += 1) {
    for (let word = set[i] ?? 0; word !== 0; word &= word - 1, n += 1)
      items[n] = 32 * i + 31 - Math.clz32(word & -word);
  }
  return items;
}

/** Makes sets of a rater's codes. */
export function raterSetsOf(codes: ArrayLike<number>, labels: number): RaterSets {
  const sets = setsByCode(codes, FIRST_LABEL + labels);
  const words = wordsFor(codes.length);
  const own = sets.slice(FIRST_LABEL);
  const planes = Array.from({ length: Math.ceil(Math.log2(labels)) }, (_, p) =>
    unionOf(
      own.filter((__, k) => ((k >>> p) & 1) === 1),
      words,
    ),
  );
  return {
    codes,
    asked: unionOf(sets.slice(UNREAD), words),
    read: unionOf(own, words),
    labels: own,
    planes,
    unasked: itemsIn(unionOf(sets.slice(NOT_ASKED, UNREAD), words)),
    unread: itemsIn(unionOf(sets.slice(NOT_ASKED, FIRST_LABEL), words)),
  };
}

/** Counts the items of sets by group. */
export class GroupCounter {
  readonly groups: ClusterGroups;
  /** For each word of a set, how many items the words before it hold. */
  readonly running: Int32Array;

  constructor(groups: ClusterGroups, words: number) {
    this.groups = groups;
    this.running = new Int32Array(words);
  }

  /** Writes how many items of a set each group has, from the place `from` of `counts` on. Gives the sum. */
  count(set: Items, counts: Int32Array, from: number): number {
    for (let i = 0, sum = 0; i < set.length; i += 1) {
      this.running[i] = sum;
      sum += onesIn(set[i] ?? 0);
    }
    return this.countSummed(set, counts, from);
  }

  /** Counts the same for a set whose words are summed up in `running`; of the word in which a group ends, only its part is added. */
  countSummed(set: Items, counts: Int32Array, from: number): number {
    const { groups, running } = this;
    let before = 0;
    for (let g = 0; g < groups.length; g += 1) {
      const end = groups[g] ?? 0;
      const last = end >>> 5;
      const sum = (running[last] ?? 0) + onesIn((set[last] ?? 0) & ((1 << (end & 31)) - 1));
      counts[from + g] = sum - before;
      before = sum;
    }
    return before;
  }

  /** Writes how many items each label has, the labels in the order of their codes; `n` items have any. */
  countLabels(sets: readonly Items[], n: number, { totals, grouped }: CodeCounts): void {
    totals[FIRST_LABEL] = n;
    for (let k = 1; k < sets.length; k += 1) {
      const code = FIRST_LABEL + k;
      const own = this.count(sets[k] ?? this.running, grouped, code * this.groups.length);
      totals[code] = own;
      totals[FIRST_LABEL] = (totals[FIRST_LABEL] ?? 0) - own;
    }
  }
}

/** Makes room for the counts of items by code and group, all of them 0. */
export const noCounts = (labels: number, groups: ClusterGroups): CodeCounts => ({
  totals: new Int32Array(FIRST_LABEL + labels),
  grouped: new Int32Array((FIRST_LABEL + labels) * groups.length),
});

/** Writes the items of one set that are in the other. */
export function keepShared(one: Items, other: Items, both: Items): Items {
  for (let i = 0; i < both.length; i += 1) both[i] = (one[i] ?? 0) & (other[i] ?? 0);
  return both;
}

function unreadGroups(items: Int32Array, groups: ClusterGroups, labels: number): UnreadGroups {
  const ends = new Int32Array(groups.length);
  let [end, most] = [0, 0];
  for (let g = 0; g < ends.length; g += 1) {
    const start = end;
    while (end < items.length && (items[end] ?? 0) < (groups[g] ?? 0)) end += 1;
    ends[g] = end;
    most = Math.max(most, end - start);
  }
  const width = 32 - Math.clz32(most);
  const marks = new Int32Array(FIRST_LABEL + labels);
  marks.fill(1, 0, FIRST_LABEL);
  for (let k = 1; k < labels; k += 1) marks[FIRST_LABEL + k] = 1 << (width * k);
  return { ends, marks, width };
}

/** Restricts a rater to items. */
function chosen(rater: RaterSets, items: Items): RaterSets {
  const set = (own: Items): Items => keepShared(own, items, new Int32Array(items.length));
  const list = (own: Int32Array): Int32Array => own.filter((item) => hasItem(items, item));
  const { codes, asked, read, labels, planes, unasked, unread } = rater;
  return {
    codes,
    asked: set(asked),
    read: set(read),
    labels: labels.map(set),
    planes: planes.map(set),
    unasked: list(unasked),
    unread: list(unread),
  };
}

/** Prepares what pairs of these raters are counted from, over the items chosen of `items`. */
export function labelBits(
  raters: readonly RaterSets[],
  items: number,
  { labels, within, groups }: ItemChoice,
): LabelBits {
  const all = new Int32Array(wordsFor(items));
  for (let i = 0; i < all.length; i += 1) all[i] = within === null ? -1 : (within[i] ?? 0);
  all[items >>> 5] = (all[items >>> 5] ?? 0) & ((1 << (items & 31)) - 1);
  const size = sizeOf(all);
  const counter = new GroupCounter(groups, all.length);
  const counted = raters.map((rater): CountedRater => {
    const own = size === items ? rater : chosen(rater, all);
    const counts = noCounts(labels, groups);
    const readGroups = new Int32Array(groups.length);
    const read = counter.count(own.read, readGroups, 0);
    counter.countLabels(own.labels, read, counts);
    return { ...own, unreadGroups: unreadGroups(own.unread, groups, labels), counts, readGroups };
  });
  return { labels, items: size, counter, raters: counted };
}

/** Says how many items each rater was asked, gave a label, and gave each label. */
export const ratersSizes = ({ items, raters }: LabelBits) =>
  raters.map(({ unread, unasked, counts }) => ({
    asked: items - unasked.length,
    read: items - unread.length,
    labels: [...counts.totals.subarray(FIRST_LABEL)],
  }));
