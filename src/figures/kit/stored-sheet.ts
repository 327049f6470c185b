import { type Bits, emptyBits, placesIn } from '../../cases/columns/bits.ts';
import { type AnswerSheet, MOST_CODE } from '../../cases/columns/sheet.ts';
import { number, type Query } from '../../sql/query.ts';
import { FIRST_LABEL, groupsOf, NOT_ASKED, type RaterCodes } from '../../stats/cross-table.ts';
import { CodedRaters, labelBits } from '../../stats/label-bits.ts';
import type { Items } from '../../stats/slots.ts';
import type { QuickSource } from './instance-figure.ts';
import type { Sheet } from './sheet.ts';

const CLUSTERS = `SELECT dense_rank() OVER (ORDER BY coalesce(nullif(cluster, ''), instance))::DOUBLE AS cluster FROM instances ORDER BY rowid`;

/** Gives per case the number of its cluster. */
export async function clusterNumbers(query: Query): Promise<Uint32Array<ArrayBuffer>> {
  return Uint32Array.from(await query(CLUSTERS), (row) => number(row, 'cluster'));
}

/**
 * Gives a sheet of all cases as it is stored; null where it has more codes than a byte holds. `slices`: per item the number of its slice, where
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
    codes: sheet.codes().map((list) => Uint8Array.from(list)),
    sets: new Map(),
  };
}

/** Finds the places of runs in a stored sheet. Throws for a run that it does not have. */
export function ratersOf(sheet: AnswerSheet, runs: Sheet['runs']): readonly number[] {
  return runs.map(({ run }) => {
    const place = sheet.runs.indexOf(run);
    if (place < 0) throw new Error(`no answers of the run "${run}"`);
    return place;
  });
}

const known = new WeakMap<AnswerSheet, CodedRaters>();

/** Gives the raters of a stored sheet, whose sets are made once. */
function ratersIn(sheet: AnswerSheet, labels: number): CodedRaters {
  const raters = known.get(sheet) ?? new CodedRaters(sheet.codes, { items: sheet.places.length, labels });
  known.set(sheet, raters);
  return raters;
}

/** Items of the cases asked for that some of the raters were asked. Loops are plain here and below, because they run over every item. */
function askedItems({ sheet: { places }, selected }: QuickSource, sets: readonly Items[]): Bits {
  const items = emptyBits(places.length);
  for (const asked of sets) for (let i = 0; i < items.length; i += 1) items[i] = (items[i] ?? 0) | (asked[i] ?? 0);
  if (selected === null) return items;
  for (let i = 0; i < places.length; i += 1) {
    const place = places[i] ?? 0;
    if (((selected[place >>> 5] ?? 0) >>> (place & 31)) % 2 === 0)
      items[i >>> 5] = (items[i >>> 5] ?? 0) & ~(1 << (i & 31));
  }
  return items;
}

/** Items of a stored sheet, as the query engine would have chosen them. */
interface PickedItems extends Pick<Sheet, 'groups' | 'places' | 'codes' | 'bits'> {
  /** Numbers of the items in the stored sheet. */
  readonly items: Uint32Array;
}

/** Which items to pick: those that some of `asked` were asked. `raters`: these and others with labels of the items. */
interface Picked {
  readonly asked: readonly number[];
  readonly raters: readonly number[];
  readonly size: number;
}

/** Picks the items of some runs, by their places in the sheet, over the cases asked for. */
export function pickItems(source: QuickSource, { asked, raters, size }: Picked): PickedItems {
  const { sheet } = source;
  const labels = size - FIRST_LABEL;
  const all = ratersIn(sheet, labels);
  const within = askedItems(
    source,
    asked.map((rater) => all.setsOf(rater).asked),
  );
  const items = placesIn(within);
  const places = new Int32Array(items.length);
  const clusters = new Int32Array(items.length);
  for (let i = 0; i < items.length; i += 1) {
    const place = sheet.places[items[i] ?? 0] ?? 0;
    places[i] = place;
    clusters[i] = sheet.clusters[place] ?? 0;
  }
  const groups = groupsOf(clusters);
  const codesOfRater = (rater: number): RaterCodes => {
    const list = sheet.codes[rater] ?? new Uint8Array();
    const codes = new Uint16Array(items.length);
    for (let i = 0; i < items.length; i += 1) codes[i] = list[items[i] ?? 0] ?? NOT_ASKED;
    return codes;
  };
  return {
    ...{ items, places, groups },
    codes: () => raters.map(codesOfRater),
    // Groups end in the stored sheet after their last item.
    bits: () =>
      labelBits(all, raters, {
        within,
        groups: groups.map((end) => (items[end - 1] ?? -1) + 1),
      }),
  };
}
