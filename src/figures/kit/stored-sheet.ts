import { type AnswerSheet, MOST_CODE } from '../../cases/columns/sheet.ts';
import { number, type Query } from '../../sql/query.ts';
import { groupsOf, NOT_ASKED, type RaterCodes } from '../../stats/cross-table.ts';
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
    codes: sheet.codes.map((list) => Uint8Array.from(list)),
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

/** Lists the items of the cases asked for that some of the raters were asked. Loops are plain here and below, because they run over every item. */
function askedItems({ sheet, selected }: QuickSource, asked: readonly number[]): Int32Array {
  const { places } = sheet;
  const lists = asked.flatMap((rater) => sheet.codes[rater] ?? []);
  const items: number[] = [];
  for (let i = 0; i < places.length; i += 1) {
    const place = places[i] ?? 0;
    if (selected !== null && ((selected[place >>> 5] ?? 0) >>> (place & 31)) % 2 === 0) continue;
    if (lists.some((codes) => codes[i] !== NOT_ASKED)) items.push(i);
  }
  return Int32Array.from(items);
}

/** Items of a stored sheet, as the query engine would have chosen them. */
interface PickedItems extends Pick<Sheet, 'groups' | 'places' | 'codes'> {
  /** Numbers of the items in the stored sheet. */
  readonly items: Int32Array;
}

/** Which items to pick: those that some of `asked` were asked. `raters`: these and others with labels of the items. */
interface Picked {
  readonly asked: readonly number[];
  readonly raters: readonly number[];
}

/** Picks the items of some runs, by their places in the sheet, over the cases asked for. */
export function pickItems(source: QuickSource, { asked, raters }: Picked): PickedItems {
  const { sheet } = source;
  const items = askedItems(source, asked);
  const places = new Int32Array(items.length);
  const clusters = new Int32Array(items.length);
  for (let i = 0; i < items.length; i += 1) {
    const place = sheet.places[items[i] ?? 0] ?? 0;
    places[i] = place;
    clusters[i] = sheet.clusters[place] ?? 0;
  }
  const codesOfRater = (rater: number): RaterCodes => {
    const list = sheet.codes[rater] ?? new Uint8Array();
    const codes = new Uint16Array(items.length);
    for (let i = 0; i < items.length; i += 1) codes[i] = list[items[i] ?? 0] ?? NOT_ASKED;
    return codes;
  };
  return { items, places, groups: groupsOf(clusters), codes: raters.map(codesOfRater) };
}
