import { FIRST_LABEL, NOT_ASKED } from './cross-table.ts';
import { hasItem, type Items, type Slots } from './slots.ts';

/** What raters said of the items that another rater gave no label, by slot. */
export interface SlotHoles {
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
export class Holes {
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
