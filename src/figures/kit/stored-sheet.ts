import { type Bits, hasBit } from '../../cases/columns/bits.ts';
import { type AnswerSheet, MOST_CODE } from '../../cases/columns/sheet.ts';
import { number, type Query } from '../../sql/query.ts';
import { groupsOf, NOT_ASKED, type RaterCodes } from '../../stats/cross-table.ts';
import type { QuickSource } from './instance-figure.ts';
import type { Sheet } from './sheet.ts';

const CLUSTERS = `SELECT dense_rank() OVER (ORDER BY coalesce(nullif(cluster, ''), instance))::DOUBLE AS cluster FROM instances ORDER BY rowid`;

/** Per case the number of its cluster. */
export async function clusterNumbers(query: Query): Promise<Uint32Array<ArrayBuffer>> {
  return Uint32Array.from(await query(CLUSTERS), (row) => number(row, 'cluster'));
}

/**
 * A sheet of all cases as it is stored; null where it has more codes than a byte holds. `slices`: per item the number of its slice, where
 * there are several.
 */
export async function storedSheet(
  query: Query,
  sheet: Sheet,
  { about, slices }: { readonly about: unknown; readonly slices?: Int32Array },
): Promise<AnswerSheet | null> {
  if (sheet.size > MOST_CODE + 1) return null;
  const clusters = await clusterNumbers(query);
  return {
    cases: clusters.length,
    runs: sheet.runs.map(({ run }) => run),
    about,
    clusters,
    places: Uint32Array.from(sheet.places),
    slices: Uint32Array.from(slices ?? new Int32Array(sheet.places.length)),
    codes: sheet.codes.map((list) => Uint8Array.from(list)),
    sets: new Map(),
  };
}

/** Places of runs in a stored sheet. Throws for a run that it does not have. */
export function ratersOf(sheet: AnswerSheet, runs: Sheet['runs']): readonly number[] {
  return runs.map(({ run }) => {
    const place = sheet.runs.indexOf(run);
    if (place < 0) throw new Error(`no answers of the run "${run}"`);
    return place;
  });
}

/** Items that some of the raters were asked, of the cases asked for. Loops are plain, because they run over every item and rater. */
function askedItems({ codes, places }: AnswerSheet, raters: readonly number[], selected: Bits | null): Uint32Array {
  const asked = new Uint8Array(places.length);
  for (const rater of raters) {
    const list = codes[rater] ?? new Uint8Array();
    for (let i = 0; i < list.length; i += 1) asked[i] = (asked[i] ?? 0) | (list[i] ?? NOT_ASKED);
  }
  const items = new Uint32Array(places.length);
  let n = 0;
  for (let i = 0; i < places.length; i += 1) {
    if (asked[i] === 0 || (selected !== null && !hasBit(selected, places[i] ?? 0))) continue;
    items[n] = i;
    n += 1;
  }
  return items.subarray(0, n);
}

/** Items of a stored sheet, as the query engine would have chosen them. */
export interface PickedItems extends Pick<Sheet, 'groups' | 'places'> {
  /** Numbers of the items in the stored sheet. */
  readonly items: Uint32Array;
  readonly codesOf: (rater: number) => RaterCodes;
}

/** The items of some runs, by their places in the sheet, over the cases asked for. */
export function pickItems({ sheet, selected }: QuickSource, raters: readonly number[]): PickedItems {
  const items = askedItems(sheet, raters, selected);
  const places = new Int32Array(items.length);
  const clusters = new Int32Array(items.length);
  for (let i = 0; i < items.length; i += 1) {
    const place = sheet.places[items[i] ?? 0] ?? 0;
    places[i] = place;
    clusters[i] = sheet.clusters[place] ?? 0;
  }
  return {
    items,
    places,
    groups: groupsOf(clusters),
    codesOf: (rater) => {
      const list = sheet.codes[rater] ?? new Uint8Array();
      const codes = new Uint16Array(items.length);
      for (let i = 0; i < items.length; i += 1) codes[i] = list[items[i] ?? 0] ?? NOT_ASKED;
      return codes;
    },
  };
}
