import { andBits, type Bits, countSharedBits, eachBit, emptyBits, fullBits, hasBit } from '../../cases/columns/bits.ts';
import type { AnswerSheet } from '../../cases/columns/sheet.ts';
import { cmr } from '../../metrics/cmr.ts';
import type { CriterionPair } from '../../metrics/labels.ts';
import { reading, sliceRows } from '../../metrics/reading.ts';
import type { RunClusterSum } from '../../metrics/sums.ts';
import type { Sums } from '../../metrics/values.ts';
import { parseSlice } from '../../schema/slice.ts';
import type { QuickSource } from '../kit/instance-figure.ts';
import { type ConflictsAbout, DEN, SETS } from './stored.ts';

/** Gives every pair of criteria that share labelled cases, by split, as `criterionPairs` gives them. */
export function pairsFrom({ sheet, selected }: QuickSource): readonly CriterionPair[] {
  const { splits, criteria } = sheet.about as ConflictsAbout;
  const none = emptyBits(sheet.cases);
  return splits.flatMap((split, s) => {
    const within = sheet.sets.get(SETS.split(s)) ?? none;
    const kept = selected === null ? within : andBits(within, selected);
    const own = criteria.map((_, k) => {
      const [a, b] = (['a', 'b'] as const).map((value) => sheet.sets.get(SETS.label(k, value)) ?? none) as [Bits, Bits];
      return { a: andBits(a, kept), b: andBits(b, kept) };
    });
    return own.flatMap((one, i) =>
      own.slice(i + 1).flatMap((two, k): CriterionPair[] => {
        const counts = {
          aa: countSharedBits(one.a, two.a),
          ab: countSharedBits(one.a, two.b),
          ba: countSharedBits(one.b, two.a),
          bb: countSharedBits(one.b, two.b),
        };
        if (counts.aa + counts.ab + counts.ba + counts.bb === 0) return [];
        return [{ split, criterion: criteria[i] ?? '', other: criteria[i + 1 + k] ?? '', ...counts }];
      }),
    );
  });
}

/** The items whose slices have the same values of some keys. */
interface ItemGroup {
  readonly items: Uint32Array;
  /** Slices cut to these keys and to those that the metric keeps apart: rows of equal ones are added up. */
  readonly cuts: readonly string[];
  /** Each item has here its case, the cluster of the case, and the place of its slice's cut. */
  readonly places: Uint32Array;
  readonly clusters: Uint32Array;
  readonly cutOf: Uint32Array;
}

/** Lists the items of each group of slices, in their order. Loops are plain, because they run over every item. */
function itemsByGroup({ slices }: AnswerSheet, groupOf: Int32Array, groups: number): readonly Uint32Array[] {
  const sizes = new Uint32Array(groups);
  for (let item = 0; item < slices.length; item += 1) {
    const group = groupOf[slices[item] ?? 0] ?? 0;
    sizes[group] = (sizes[group] ?? 0) + 1;
  }
  const items = Array.from(sizes, (size) => new Uint32Array(size));
  sizes.fill(0);
  for (let item = 0; item < slices.length; item += 1) {
    const group = groupOf[slices[item] ?? 0] ?? 0;
    const list = items[group];
    const at = sizes[group] ?? 0;
    if (list !== undefined) list[at] = item;
    sizes[group] = at + 1;
  }
  return items;
}

/** Groups items by the values of these keys of their slices, as JSON. */
function itemsByKeys(sheet: AnswerSheet, keys: readonly string[]): ReadonlyMap<string, ItemGroup> {
  const { slices } = sheet.about as ConflictsAbout;
  const names = slices.map((slice) => {
    const values = parseSlice(slice);
    return JSON.stringify(keys.map((key) => values.get(key) ?? ''));
  });
  const apart = [...keys, ...(reading(cmr)?.keys ?? [])];
  const cut = sliceRows(
    slices.map((slice) => ({ slice })),
    apart,
  ).map(({ slice }) => slice);
  const groups = [...new Set(names)];
  const groupOf = Int32Array.from(names, (name) => groups.indexOf(name));
  const items = itemsByGroup(sheet, groupOf, groups.length);
  return new Map(
    groups.map((group, k) => {
      const cuts = [...new Set(cut.filter((_, i) => groupOf[i] === k))];
      const cutOf = cut.map((slice) => Math.max(0, cuts.indexOf(slice)));
      const own = items[k] ?? new Uint32Array();
      const places = own.map((item) => sheet.places[item] ?? 0);
      return [
        group,
        {
          ...{ items: own, cuts, places },
          clusters: places.map((place) => sheet.clusters[place] ?? 0),
          cutOf: own.map((item) => cutOf[sheet.slices[item] ?? 0] ?? 0),
        },
      ];
    }),
  );
}

interface GroupedItems {
  readonly cells: ReadonlyMap<string, ItemGroup>;
  readonly wholes: ReadonlyMap<string, ItemGroup>;
}

/** Groups depend on the sheet alone: they are found once for all judges and cases. */
const groupedItems = new WeakMap<AnswerSheet, GroupedItems>();

function groupsIn(sheet: AnswerSheet): GroupedItems {
  const known = groupedItems.get(sheet);
  if (known !== undefined) return known;
  const found = { cells: itemsByKeys(sheet, ['split', 'criterion', 'other']), wholes: itemsByKeys(sheet, ['split']) };
  groupedItems.set(sheet, found);
  return found;
}

/** The numerator and the denominator of a cluster, one cut after the other; and how many clusters have exactly these. */
interface ClusterKind {
  readonly sums: Int32Array;
  copies: number;
}

type ClusterKinds = Map<string | number, ClusterKind>;

/** Two sums below this fit into one small whole number, the fastest key of a Map. */
const SMALL = 2 ** 15;

/** Counts a cluster with these sums, and begins the next. */
function addKind(kinds: ClusterKinds, sums: Int32Array): void {
  const num = sums[0] ?? 0;
  const den = sums[1] ?? 0;
  // Most often there is one cut, and sums are small.
  const key = sums.length === 2 && num < SMALL && den < SMALL ? num * SMALL + den : sums.join();
  const kind = kinds.get(key);
  if (kind === undefined) kinds.set(key, { sums: sums.slice(), copies: 1 });
  else kind.copies += 1;
  for (let i = 0; i < sums.length; i += 1) sums[i] = 0;
}

/** Puts clusters with equal sums together. The loop is plain: it runs over every item. */
function clusterKinds(
  { sheet, selected }: QuickSource,
  run: number,
  { items, places, clusters, cuts, cutOf }: ItemGroup,
): readonly ClusterKind[] {
  const own = sheet.codes[run] ?? new Uint8Array();
  const kinds: ClusterKinds = new Map();
  const sums = new Int32Array(2 * cuts.length);
  let cluster = -1;
  for (let i = 0; i < items.length; i += 1) {
    const code = own[items[i] ?? 0] ?? 0;
    if (code === 0 || (selected !== null && !hasBit(selected, places[i] ?? 0))) continue;
    const next = clusters[i] ?? 0;
    if (next !== cluster && cluster >= 0) addKind(kinds, sums);
    cluster = next;
    const at = 2 * (cutOf[i] ?? 0);
    sums[at] = (sums[at] ?? 0) + (code & (DEN - 1));
    sums[at + 1] = (sums[at + 1] ?? 0) + Math.floor(code / DEN);
  }
  if (cluster >= 0) addKind(kinds, sums);
  return [...kinds.values()];
}

/** Clusters of the cases that the run could have had rows of, by split. */
function sampledBy({ sheet, selected }: QuickSource, run: number): readonly number[] {
  const { splits } = sheet.about as ConflictsAbout;
  const none = emptyBits(sheet.cases);
  const asked = andBits(sheet.sets.get(SETS.sampled(run)) ?? none, selected ?? fullBits(sheet.cases));
  // Clusters are numbered from 1 to at most the number of cases.
  const met = new Uint8Array(sheet.cases + 1);
  return splits.map((_, s) => {
    let n = 0;
    met.fill(0);
    eachBit(andBits(asked, sheet.sets.get(SETS.split(s)) ?? none), (place) => {
      const cluster = sheet.clusters[place] ?? 0;
      n += 1 - (met[cluster] ?? 0);
      met[cluster] = 1;
    });
    return n;
  });
}

/** Sums of a run for the value of a split, or of a pair of its criteria. */
export type ConflictSums = (slice: {
  readonly split: string;
  readonly criterion?: string;
  readonly other?: string;
}) => Sums;

/**
 * Gives, for each slice, the sums that a run's values are made of. Each slice is summed from its own rows alone, which are few kinds of
 * clusters. Throws for a run that the sheet does not have.
 */
export function sumsFrom(source: QuickSource, run: string): ConflictSums {
  const { sheet } = source;
  const { splits } = sheet.about as ConflictsAbout;
  const place = sheet.runs.indexOf(run);
  if (place < 0) throw new Error(`no answers of the run "${run}"`);
  const { cells, wholes } = groupsIn(sheet);
  const counts = sampledBy(source, place);
  const sampled: Sums['sampled'] = (_metric, { split = '' }) => counts[splits.indexOf(split)] ?? 0;
  return ({ split, criterion, other }) => {
    const group =
      criterion === undefined
        ? wholes.get(JSON.stringify([split]))
        : cells.get(JSON.stringify([split, criterion, other]));
    const kinds = group === undefined ? [] : clusterKinds(source, place, group);
    const rows = kinds.flatMap(({ sums, copies }, k) =>
      (group?.cuts ?? []).flatMap((slice, cut): RunClusterSum[] => {
        const [num = 0, den = 0] = sums.subarray(2 * cut);
        return num === 0 && den === 0 ? [] : [{ run, metric: cmr.id, cluster: String(k), slice, num, den, copies }];
      }),
    );
    return { clusters: new Map([[run, rows]]), slices: new Map(), sampled };
  };
}
