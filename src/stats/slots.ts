import type { ClusterGroups } from './cross-table.ts';
import { onesIn } from './ones.ts';

/** A set of items: item i is bit i mod 32 of word ⌊i/32⌋. It has a word more than the items need. */
export type Items = Int32Array;

export const wordsFor = (items: number): number => (items >>> 5) + 2;

export const hasItem = (set: Items, item: number): boolean => ((set[item >>> 5] ?? 0) & (1 << (item & 31))) !== 0;

/** Words of a slot: always as many, so that loops over slots have no loop over words within. */
export const SLOT_WORDS = 5;

/** Groups cut into slots of neighbouring items, each so small that a byte counts its items. */
export interface Slots {
  /** Where each slot ends, and its group. */
  readonly ends: Int32Array;
  readonly groups: Int32Array;
  /** The items that count, moved so that every slot has words of its own. */
  readonly among: Items;
}

/** Moves the items of a set that count, so that every slot has words of its own. Loops are plain, because they run over every word. */
export function movedToSlots(set: Items, { ends, among }: Pick<Slots, 'ends' | 'among'>): Items {
  const moved = new Int32Array(among.length);
  for (let s = 0, at = 0; s < ends.length; s += 1) {
    const end = ends[s] ?? 0;
    for (let w = s * SLOT_WORDS; at < end; at += 32, w += 1) {
      const i = at >>> 5;
      const shift = at & 31;
      // A shift by 32 would be none.
      const word = ((set[i] ?? 0) >>> shift) | (((set[i + 1] ?? 0) << 1) << (31 - shift));
      moved[w] = word & (among[w] ?? 0);
    }
    at = end;
  }
  return moved;
}

/** Gives the places that slots have for items, as a moved set. */
function placesOf(ends: Int32Array): Items {
  const places = new Int32Array(SLOT_WORDS * ends.length);
  for (let s = 0, at = 0; s < ends.length; s += 1) {
    const end = ends[s] ?? 0;
    for (let w = s * SLOT_WORDS; at < end; at += 32, w += 1) places[w] = end - at < 32 ? (1 << (end - at)) - 1 : -1;
    at = end;
  }
  return places;
}

/** Cuts groups into slots; `items` are those that count. */
export function slotsOf(items: Items, groups: ClusterGroups): Slots {
  const [cuts, own]: [number[], number[]] = [[], []];
  let at = 0;
  for (const [g, end] of groups.entries()) {
    while (at < end) {
      at = Math.min(end, at + 32 * SLOT_WORDS);
      cuts.push(at);
      own.push(g);
    }
  }
  const ends = Int32Array.from(cuts);
  const among = movedToSlots(items, { ends, among: placesOf(ends) });
  return { ends, groups: Int32Array.from(own), among };
}

/** Counts the items that a moved set has in the slot that begins with this word. */
export const onesInSlot = (moved: Items, word: number): number =>
  onesIn(moved[word] ?? 0) +
  onesIn(moved[word + 1] ?? 0) +
  onesIn(moved[word + 2] ?? 0) +
  onesIn(moved[word + 3] ?? 0) +
  onesIn(moved[word + 4] ?? 0);
