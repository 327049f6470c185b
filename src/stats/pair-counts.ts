import { FIRST_LABEL, NOT_ASKED, UNREAD } from './cross-table.ts';
import type { CountedRater, LabelBits } from './label-bits.ts';
import { onesIn } from './ones.ts';
import { type Items, SLOT_WORDS } from './slots.ts';

/** Room for what is worked out of a pair: sums by group, and what an item adds to them by the code that each of the two gave. */
interface PairSums {
  readonly sums: Float64Array;
  readonly first: Float64Array;
  readonly second: Float64Array;
}

/** Two raters over the items that both labelled, all of them and by slot; only good until the next pair is counted. */
export interface PairCounts {
  /** Items that both labelled, and items that at least one of the two was asked and that lack a label of one or of both. */
  readonly n: number;
  readonly left: number;
  /** Items that both gave one and the same label. */
  readonly alike: number;
  /** Items that each of the two gave each label, by its code. */
  readonly first: Int32Array;
  readonly second: Int32Array;
  /**
   * Four bytes by slot, from the lowest on: items that both labelled, those of them with different labels, those that the first gave the second label,
   * and those that the second gave it. Such slots follow for each further label, without items that both labelled; what they have of items with
   * different labels is to be taken off that of the slots of the second label.
   */
  readonly counts: Int32Array;
  /** The group of each slot. */
  readonly groups: Int32Array;
  readonly room: PairSums;
}

type Two = readonly [CountedRater, CountedRater];

/** Room that is used again for each pair. */
interface PairRoom extends Pick<PairCounts, 'counts' | 'first' | 'second'> {
  readonly set: Items;
  readonly nothing: Items;
}

/** Writes the items that the two gave different labels; one without a label counts as given the first. */
function markDiffering([one, other]: Two, set: Items): Items {
  set.fill(0);
  for (const [plane, a] of one.planes.entries()) {
    const b = other.planes[plane] ?? set;
    for (let i = 0; i < set.length; i += 1) set[i] = (set[i] ?? 0) | ((a[i] ?? 0) ^ (b[i] ?? 0));
  }
  return set;
}

/**
 * Counts all that is counted by slot, of labels the second only. What a rater without a label said counts as the first label at first and is
 * taken off then. Bytes do not overflow, whatever order they are added in, since in the end none is less than 0 or more than a slot's items.
 */
function countSlots(
  { holes: { bytes, row, part } }: LabelBits,
  two: Two,
  { set, nothing, counts, first, second }: PairRoom,
) {
  const [one, other] = two;
  const [{ planes, asFirst }, { asSecond }] = two;
  // Most answers have two labels, which one plane tells apart.
  const a = planes.length === 1 ? (planes[0] ?? nothing) : markDiffering(two, set);
  const b = planes.length === 1 ? (other.planes[0] ?? nothing) : nothing;
  const size = a.length / SLOT_WORDS;
  let [p, q] = [other.place * size * row + one.place, one.place * size * row + other.place + part];
  let [without, differing, offFirst, offSecond] = [0, 0, 0, 0];
  for (let s = 0, w = 0; s < size; s += 1, w += SLOT_WORDS, p += row, q += row) {
    const unlike =
      onesIn((a[w] ?? 0) ^ (b[w] ?? 0)) +
      onesIn((a[w + 1] ?? 0) ^ (b[w + 1] ?? 0)) +
      onesIn((a[w + 2] ?? 0) ^ (b[w + 2] ?? 0)) +
      onesIn((a[w + 3] ?? 0) ^ (b[w + 3] ?? 0)) +
      onesIn((a[w + 4] ?? 0) ^ (b[w + 4] ?? 0));
    const neither = bytes[p] ?? 0;
    const x = bytes[p + part] ?? 0;
    const y = bytes[q] ?? 0;
    const shared = (asFirst[s] ?? 0) + (asSecond[s] ?? 0) + neither;
    counts[s] = shared + (unlike << 8) - Math.imul(x, 0x10100) - Math.imul(y, 0x1000100);
    without += neither;
    differing += unlike;
    offFirst += x;
    offSecond += y;
  }
  first[FIRST_LABEL + 1] = (one.totals[FIRST_LABEL + 1] ?? 0) - offFirst;
  second[FIRST_LABEL + 1] = (other.totals[FIRST_LABEL + 1] ?? 0) - offSecond;
  return { without, differing: differing - offFirst - offSecond };
}

/** Counts a further label by slot. Gives how many of its items count as different although one rater gave them no label. */
function countLabel(
  { holes: { bytes, row, part } }: LabelBits,
  [one, other]: Two,
  { code, room }: { readonly code: number; readonly room: PairRoom },
): number {
  const { counts, first, second } = room;
  const label = code - FIRST_LABEL;
  const size = room.set.length / SLOT_WORDS;
  let [p, q] = [other.place * size * row + one.place, one.place * size * row + other.place];
  let [offFirst, offSecond] = [0, 0];
  for (let at = size * (label - 1); at < size * label; at += 1, p += row, q += row) {
    const x = bytes[p + label * part] ?? 0;
    const y = bytes[q + label * part] ?? 0;
    const given = (one.asFirst[at] ?? 0) + (other.asSecond[at] ?? 0);
    counts[at] = given - Math.imul(x, 0xff00) - Math.imul(y, 0xffff00);
    offFirst += x;
    offSecond += y;
  }
  first[code] = (one.totals[code] ?? 0) - offFirst;
  second[code] = (other.totals[code] ?? 0) - offSecond;
  return offFirst + offSecond;
}

/** The first label has what the others leave. */
function countFirstLabel(totals: Int32Array, n: number): void {
  let others = 0;
  for (let code = FIRST_LABEL + 1; code < totals.length; code += 1) others += totals[code] ?? 0;
  totals[FIRST_LABEL] = n - others;
}

const withoutLabel = ({ totals }: CountedRater): number => (totals[NOT_ASKED] ?? 0) + (totals[UNREAD] ?? 0);

/** Gives the counts of every two raters, (0, 1), (0, 2), …; each is only good until the next. */
export function* pairCounts(bits: LabelBits): Generator<PairCounts> {
  const { raters, codes, items, holes } = bits;
  const { groups, among } = bits.slots;
  const [counts, first, second] = [
    new Int32Array(groups.length * (codes - FIRST_LABEL - 1)),
    new Int32Array(codes),
    new Int32Array(codes),
  ];
  const room = { set: new Int32Array(among.length), nothing: new Int32Array(among.length), counts, first, second };
  const weights = { first: new Float64Array(codes), second: new Float64Array(codes) };
  const sums = { sums: new Float64Array(bits.groups.length), ...weights };
  for (const [a, one] of raters.entries()) {
    for (const other of raters.slice(a + 1)) {
      const two = [one, other] as const;
      let { without, differing } = countSlots(bits, two, room);
      for (let code = FIRST_LABEL + 2; code < codes; code += 1) differing -= countLabel(bits, two, { code, room });
      const n = items - withoutLabel(one) - withoutLabel(other) + without;
      countFirstLabel(first, n);
      countFirstLabel(second, n);
      const left = items - (holes.unasked[one.place * holes.raters + other.place] ?? 0) - n;
      yield { n, left, alike: n - differing, first, second, counts, groups, room: sums };
    }
  }
}
