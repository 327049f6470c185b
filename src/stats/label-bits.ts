import { type ClusterGroups, FIRST_LABEL, NOT_ASKED, UNREAD } from './cross-table.ts';
import { onesIn } from './ones.ts';
import { hasItem, type Items, movedToSlots, onesInSlot, SLOT_WORDS, type Slots, slotsOf, wordsFor } from './slots.ts';

/** What raters said of the items that another rater gave no label, by slot. */
interface SlotHoles {
  /**
   * A row for each rater and slot, over the slot's items that the rater gave no label: for each rater a byte with how many of these it gave no
   * label either, and then, for each label but the first, for each rater how many it gave that label. `row` and `part`: bytes of a row, and of
   * its part for one label.
   */
  readonly bytes: Uint8Array;
  readonly row: number;
  readonly part: number;
  /** How many items neither of two raters was asked, by the first, `raters` side by side. */
  readonly unasked: Int32Array;
  readonly raters: number;
}

/** Words that are added up in one step. */
const STEP = 3;

/** Items that some raters gave no label: what all raters said of them, in rows that are added up byte by byte, four in one step. */
class Holes {
  readonly #items: Int32Array;
  /** Where the raters without a label of each item end, and these raters: twice their number, and one more if they were not asked. */
  readonly #ends: Int32Array;
  readonly #without: Int32Array;
  /** For each item, label but the first and rater a byte: whether it gave the label. */
  readonly #rows: Int32Array;
  readonly #raters: number;
  readonly #labels: number;
  /** Words of a byte for each rater, of which there are a multiple of a step. */
  readonly #words: number;
  /** Room for sums, since new room costs more than they do. */
  #room = new Int32Array(0);

  /** `codes`: of each rater a code for each item. Loops are plain, because they run over every item and rater. */
  constructor(codes: readonly ArrayLike<number>[], items: Int32Array, labels: number) {
    const words = STEP * Math.ceil(codes.length / (4 * STEP));
    const bytes = new Uint8Array(4 * items.length * (labels - 1) * words);
    const ends = new Int32Array(items.length);
    const without: number[] = [];
    for (let n = 0; n < items.length; n += 1) {
      for (let r = 0; r < codes.length; r += 1) {
        const code = codes[r]?.[items[n] ?? 0] ?? NOT_ASKED;
        if (code < FIRST_LABEL) without.push(2 * r + Number(code === NOT_ASKED));
        else if (code > FIRST_LABEL) bytes[4 * words * (n * (labels - 1) + code - FIRST_LABEL - 1) + r] = 1;
      }
      ends[n] = without.length;
    }
    this.#items = items;
    this.#ends = ends;
    this.#without = Int32Array.from(without);
    this.#rows = new Int32Array(bytes.buffer);
    this.#raters = codes.length;
    this.#labels = labels;
    this.#words = words;
  }

  #emptied(length: number): Int32Array<ArrayBuffer> {
    if (this.#room.length < length) this.#room = new Int32Array(length);
    else this.#room.fill(0, 0, length);
    return this.#room;
  }

  /** Adds up rows by slot, over the items that count; the sums are only good until the next. */
  bySlot({ ends: slots }: Slots, items: Items): SlotHoles {
    const [rows, raters, words, without] = [this.#rows, this.#raters, this.#words, this.#without];
    const width = (this.#labels - 1) * words;
    const row = width + words;
    const sums = this.#emptied(raters * slots.length * row);
    const bytes = new Uint8Array(sums.buffer);
    const unasked = new Int32Array(raters * raters);
    let [s, end] = [0, 0];
    for (let n = 0; n < this.#items.length; n += 1) {
      const item = this.#items[n] ?? 0;
      const from = end;
      end = this.#ends[n] ?? 0;
      if (!hasItem(items, item)) continue;
      while ((slots[s] ?? item + 1) <= item) s += 1;
      for (let k = from; k < end; k += 1) {
        const one = without[k] ?? 0;
        const to = ((one >>> 1) * slots.length + s) * row;
        for (let w = 0, at = n * width, sum = to + words; w < width; w += STEP, at += STEP, sum += STEP) {
          sums[sum] = (sums[sum] ?? 0) + (rows[at] ?? 0);
          sums[sum + 1] = (sums[sum + 1] ?? 0) + (rows[at + 1] ?? 0);
          sums[sum + 2] = (sums[sum + 2] ?? 0) + (rows[at + 2] ?? 0);
        }
        for (let m = from; m < end; m += 1) {
          const other = without[m] ?? 0;
          const at = 4 * to + (other >>> 1);
          bytes[at] = (bytes[at] ?? 0) + 1;
          const pair = (one >>> 1) * raters + (other >>> 1);
          unasked[pair] = (unasked[pair] ?? 0) + (one & other & 1);
        }
      }
    }
    return { bytes, row: 4 * row, part: 4 * words, unasked, raters };
  }
}

/** What a rater said of items: those that it was asked, those that it gave no label, and those that it gave each label. */
interface RaterSets {
  readonly asked: Items;
  readonly unread: Items;
  readonly labels: readonly Items[];
}

/** Which items pairs of raters are counted over. */
export interface ItemChoice {
  /** The items, a bit each; null for all of them. */
  readonly within: ArrayLike<number> | null;
  readonly groups: ClusterGroups;
}

/** A rater over the items that pairs are counted over, with its own counts. */
export interface CountedRater {
  /** Its number among all raters. */
  readonly place: number;
  /** Items by code. */
  readonly totals: Int32Array;
  /** The labels' numbers from 0 on, in binary: of plane p the items whose label has bit p, moved to slots. The first label and none have no bits. */
  readonly planes: readonly Items[];
  /** Its share of the counts of a pair, as the first and as the second rater (see `PairCounts`). */
  readonly asFirst: Int32Array;
  readonly asSecond: Int32Array;
}

/** Raters over the items chosen: what pairs of them are counted from. Only good until others are made of the same raters. */
export interface LabelBits {
  readonly labels: number;
  /** Number of codes, those of two labels at least. */
  readonly codes: number;
  readonly items: number;
  readonly groups: ClusterGroups;
  readonly slots: Slots;
  readonly holes: SlotHoles;
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

/** Raters of the same items: what they said as sets, made once when it is asked for. */
export class CodedRaters {
  readonly items: number;
  readonly labels: number;
  readonly codes: number;
  readonly #lists: readonly ArrayLike<number>[];
  readonly #sets: RaterSets[] = [];
  #holes: Holes | null = null;

  /** `lists`: of each rater a code for each item (see `NOT_ASKED`). */
  constructor(lists: readonly ArrayLike<number>[], { items, labels }: Pick<CodedRaters, 'items' | 'labels'>) {
    this.#lists = lists;
    this.items = items;
    this.labels = labels;
    this.codes = FIRST_LABEL + Math.max(2, labels);
  }

  setsOf(place: number): RaterSets {
    const words = wordsFor(this.items);
    const made = (): RaterSets => {
      const sets = setsByCode(this.#lists[place] ?? [], this.codes);
      const [asked, unread] = [sets.slice(UNREAD), sets.slice(NOT_ASKED, FIRST_LABEL)];
      return { asked: unionOf(asked, words), unread: unionOf(unread, words), labels: sets.slice(FIRST_LABEL) };
    };
    const sets = this.#sets[place] ?? made();
    this.#sets[place] = sets;
    return sets;
  }

  holes(): Holes {
    const unread = () => this.#lists.map((_, place) => this.setsOf(place).unread);
    this.#holes ??= new Holes(this.#lists, itemsIn(unionOf(unread(), wordsFor(this.items))), this.codes - FIRST_LABEL);
    return this.#holes;
  }
}

/** Joins moved sets of each label to planes. */
function planesOf(sets: readonly Items[]): readonly Items[] {
  return Array.from({ length: Math.ceil(Math.log2(sets.length)) }, (_, p) => {
    const [one = new Int32Array(), ...others] = sets.filter((__, k) => ((k >>> p) & 1) === 1);
    return others.length === 0 ? one : unionOf([one, ...others], one.length);
  });
}

/** Counts a rater's own labels, in all and by slot: the first label has what the others leave. */
function countedRater(
  sets: readonly Items[],
  place: number,
  { slots: { among }, holes, items }: Pick<LabelBits, 'slots' | 'holes' | 'items'>,
): CountedRater {
  const size = among.length / SLOT_WORDS;
  const totals = new Int32Array(FIRST_LABEL + sets.length);
  const [asFirst, asSecond] = [new Int32Array(size * (sets.length - 1)), new Int32Array(size * (sets.length - 1))];
  let labelled = 0;
  for (let k = 1; k < sets.length; k += 1) {
    const set = sets[k] ?? among;
    let all = 0;
    for (let s = 0, to = size * (k - 1); s < size; s += 1, to += 1) {
      const n = onesInSlot(set, s * SLOT_WORDS);
      asFirst[to] = n << 16;
      asSecond[to] = n << 24;
      all += n;
    }
    totals[FIRST_LABEL + k] = all;
    labelled += all;
  }
  let without = 0;
  for (let s = 0, at = place * size * holes.row + place; s < size; s += 1, at += holes.row) {
    const n = holes.bytes[at] ?? 0;
    asFirst[s] = (asFirst[s] ?? 0) + onesInSlot(among, s * SLOT_WORDS) - n;
    asSecond[s] = (asSecond[s] ?? 0) - n;
    without += n;
  }
  const unasked = holes.unasked[place * holes.raters + place] ?? 0;
  totals.set([unasked, without - unasked, items - without - labelled]);
  return { place, totals, planes: planesOf(sets), asFirst, asSecond };
}

/** Prepares what pairs of the raters at these places are counted from, over the items chosen. */
export function labelBits(raters: CodedRaters, places: readonly number[], { within, groups }: ItemChoice): LabelBits {
  const { items, labels, codes } = raters;
  const all = new Int32Array(wordsFor(items));
  for (let i = 0; 32 * i < items; i += 1) all[i] = within === null ? -1 : (within[i] ?? 0);
  all[items >>> 5] = (all[items >>> 5] ?? 0) & ((1 << (items & 31)) - 1);
  const slots = slotsOf(all, groups);
  const bits = { labels, codes, items: sizeOf(all), groups, slots, holes: raters.holes().bySlot(slots, all) };
  const moved = (set: Items, label: number): Items => (label === 0 ? set : movedToSlots(set, slots));
  return {
    ...bits,
    raters: places.map((place) => countedRater(raters.setsOf(place).labels.map(moved), place, bits)),
  };
}

/** Says how many items each rater was asked, gave a label, and gave each label. */
export const ratersSizes = ({ items, labels, raters }: LabelBits) =>
  raters.map(({ totals }) => {
    const asked = items - (totals[NOT_ASKED] ?? 0);
    const read = asked - (totals[UNREAD] ?? 0);
    return { asked, read, labels: [...totals.subarray(FIRST_LABEL, FIRST_LABEL + labels)] };
  });
