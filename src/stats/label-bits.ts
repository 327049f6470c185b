import { type ClusterGroups, type CrossTable, FIRST_LABEL, NOT_ASKED, type RaterCodes } from './cross-table.ts';
import { MOST_WORDS, onesByByte, sumOfBytes } from './ones.ts';

/** With more labels than this, pairs of labels are more than items. */
const MOST_LABELS = 3;

/** Codes of raters as sets of items. */
export interface LabelBits {
  readonly size: number;
  readonly items: number;
  /** Where the words of each group end: a group begins with a word of its own. */
  readonly ends: Int32Array;
  /** Per rater the items that it was asked, and those that it gave each label. */
  readonly raters: readonly { readonly asked: Int32Array; readonly labels: readonly Int32Array[] }[];
}

/** Whether tables are counted faster by bits than item by item. */
export const fitsBits = (size: number): boolean => size - FIRST_LABEL <= MOST_LABELS;

/** Codes as bits. Loops are plain here and below, because they run over every item and pair. */
export function labelBits(codes: readonly RaterCodes[], size: number, groups: ClusterGroups): LabelBits {
  const items = groups.at(-1) ?? 0;
  const ends = new Int32Array(groups.length);
  const bitOf = new Int32Array(items);
  let [word, item] = [0, 0];
  for (let g = 0; g < groups.length; g += 1) {
    const end = groups[g] ?? 0;
    const first = item;
    for (; item < end; item += 1) bitOf[item] = 32 * word + (item - first);
    word += Math.ceil((end - first) / 32);
    ends[g] = word;
  }
  const raters = codes.map((list) => {
    const asked = new Int32Array(word);
    const labels = Array.from({ length: size - FIRST_LABEL }, () => new Int32Array(word));
    for (let i = 0; i < items; i += 1) {
      const code = list[i] ?? NOT_ASKED;
      if (code === NOT_ASKED) continue;
      const at = bitOf[i] ?? 0;
      const bit = 1 << (at & 31);
      asked[at >> 5] = (asked[at >> 5] ?? 0) | bit;
      const label = labels[code - FIRST_LABEL];
      if (label !== undefined) label[at >> 5] = (label[at >> 5] ?? 0) | bit;
    }
    return { asked, labels };
  });
  return { size, items, ends, raters };
}

/** How many items two sets share, group by group: into every `cells`th place from `cell` on. Gives the sum. */
function countGroups(
  one: Int32Array,
  two: Int32Array,
  { ends, grouped, cell, cells }: { ends: Int32Array; grouped: Int32Array; cell: number; cells: number },
): number {
  let [total, i] = [0, 0];
  for (let g = 0; g < ends.length; g += 1) {
    const end = ends[g] ?? 0;
    let n = 0;
    while (i < end) {
      const stop = Math.min(end, i + MOST_WORDS);
      let bytes = 0;
      for (; i < stop; i += 1) bytes += onesByByte((one[i] ?? 0) & (two[i] ?? 0));
      n += sumOfBytes(bytes);
    }
    grouped[g * cells + cell] = n;
    total += n;
  }
  return total;
}

function countEither(one: Int32Array, two: Int32Array): number {
  let n = 0;
  for (let i = 0; i < one.length; i += 1) n += sumOfBytes(onesByByte((one[i] ?? 0) | (two[i] ?? 0)));
  return n;
}

/**
 * The table of two raters, as `crossTable` counts it, with the cells of labels alone and the first, of items that neither was asked.
 * `grouped` is the scratch, in which other cells must be 0.
 */
export function tableOfBits(
  bits: LabelBits,
  [first, second]: readonly [number, number],
  grouped: Int32Array,
): CrossTable {
  const { size, items, ends, raters } = bits;
  const cells = size * size;
  const counts = new Int32Array(cells);
  const [one, two] = [raters[first], raters[second]];
  if (one === undefined || two === undefined) throw new RangeError(`no rater ${first} or ${second}`);
  let n = 0;
  for (const [a, own] of one.labels.entries()) {
    for (const [b, other] of two.labels.entries()) {
      const cell = (a + FIRST_LABEL) * size + b + FIRST_LABEL;
      const count = countGroups(own, other, { ends, grouped, cell, cells });
      counts[cell] = count;
      n += count;
    }
  }
  const asked = countEither(one.asked, two.asked);
  counts[0] = items - asked;
  return { size, counts, n, left: asked - n, grouped };
}
