import type { Bits } from './bits.ts';
import { emptyBits } from './bits.ts';
import { type ColumnBlock, decodeColumns, encodeColumns } from './layout.ts';

/**
 * What many raters made of the same items, a byte each: figures of every two judges, and of one judge's conflicts, are worked out
 * from it for any cases. An item lies in one case; items of one cluster of cases stand side by side.
 */
export interface AnswerSheet<About = unknown> {
  readonly cases: number;
  /** Ids of the runs whose codes stand first, in their order. */
  readonly runs: readonly string[];
  readonly about: About;
  /** Per case a number that it shares with the cases of its cluster alone. */
  readonly clusters: Uint32Array<ArrayBuffer>;
  /** Per item its case, and the number of its slice. */
  readonly places: Uint32Array<ArrayBuffer>;
  readonly slices: Uint32Array<ArrayBuffer>;
  /** Per run, and then per other rater, a code for each item. */
  readonly codes: readonly Uint8Array<ArrayBuffer>[];
  /** Sets of cases, by name. */
  readonly sets: ReadonlyMap<string, Bits>;
}

/** The largest code that a sheet can hold. */
export const MOST_CODE = 255;

interface SheetHead extends Pick<AnswerSheet, 'cases' | 'runs' | 'about'> {
  readonly items: number;
  readonly raters: number;
  readonly sets: readonly string[];
}

const codesOf = (rater: number): string => `codes ${rater}`;
const setOf = (name: string): string => `set ${name}`;

/** Writes the bytes of a sheet, in the form of a file of columns. */
export function encodeSheet(sheet: AnswerSheet): Uint8Array<ArrayBuffer> {
  const { cases, runs, about, clusters, places, slices, codes, sets } = sheet;
  const head: SheetHead = {
    ...{ cases, runs, about },
    items: places.length,
    raters: codes.length,
    sets: [...sets.keys()],
  };
  const blocks: [string, ColumnBlock][] = [
    ['clusters', clusters],
    ['places', places],
    ['slices', slices],
    ...codes.map((list, rater): [string, ColumnBlock] => [codesOf(rater), list]),
    ...[...sets].map(([name, set]): [string, ColumnBlock] => [setOf(name), set]),
  ];
  return encodeColumns(head, new Map(blocks));
}

/** Reads a sheet. Throws RangeError or SyntaxError for bytes of another form. */
export function decodeSheet(bytes: Uint8Array<ArrayBuffer>): AnswerSheet {
  const file = decodeColumns<SheetHead>(bytes);
  const { cases, runs, about, items, raters, sets } = file.head;
  const size = emptyBits(cases).length;
  return {
    ...{ cases, runs, about },
    clusters: file.words('clusters', cases),
    places: file.words('places', items),
    slices: file.words('slices', items),
    codes: Array.from({ length: raters }, (_, rater) => file.bytes(codesOf(rater), items)),
    sets: new Map(sets.map((name) => [name, file.words(setOf(name), size)])),
  };
}
