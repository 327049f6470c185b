import { andBits, type Bits, countSharedBits, eachBit, emptyBits, fullBits, hasBit } from '../../cases/columns/bits.ts';
import type { AnswerSheet } from '../../cases/columns/sheet.ts';
import { cmr } from '../../metrics/cmr.ts';
import { type CriterionPair, criterionPairs } from '../../metrics/labels.ts';
import { reading, sliceRows } from '../../metrics/reading.ts';
import type { RunClusterSum } from '../../metrics/sums.ts';
import { readSums, type Sums, valueOfRun } from '../../metrics/values.ts';
import { parseSlice } from '../../schema/slice.ts';
import { phi } from '../../stats/agreement.ts';
import { type Estimated, estimated } from '../kit/estimated.ts';
import type { FigureChoices, InstanceFigure, QuickSource } from '../kit/instance-figure.ts';
import type { Labelled } from '../kit/labelled.ts';
import { chosenRun } from '../kit/run-of.ts';
import { inListedOrder, namedCriteria, splitLabel } from '../kit/splits.ts';
import { type ConflictsAbout, DEN, SETS } from './stored.ts';

/** Gives every pair of criteria that share labelled cases, by split, as `criterionPairs` gives them. */
function pairsFrom({ sheet, selected }: QuickSource): readonly CriterionPair[] {
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
type ConflictSums = (slice: { readonly split: string; readonly criterion?: string; readonly other?: string }) => Sums;

/**
 * Gives, for each slice, the sums that a run's values are made of. Each slice is summed from its own rows alone, which are few kinds of
 * clusters. Throws for a run that the sheet does not have.
 */
function sumsFrom(source: QuickSource, run: string): ConflictSums {
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

/** What is known of two criteria of a split; `criterion` stands before `other` in the alphabet. */
export interface ConflictCell {
  readonly criterion: string;
  readonly other: string;
  /** Cases on which people prefer different responses, of `n` with labels on both. */
  readonly conflicts: number;
  readonly n: number;
  readonly phi: number | null;
  readonly noPhi: string;
  /** How often the judge is right on both, where they conflict. */
  readonly matched: Estimated;
}

export interface ConflictPanel extends Labelled {
  readonly criteria: readonly Labelled[];
  readonly cells: readonly ConflictCell[];
  /** CMR of the split. */
  readonly whole: Estimated;
}

export interface ConflictsData {
  readonly run: string;
  readonly label: string;
  readonly panels: readonly ConflictPanel[];
}

function labelled(
  pair: CriterionPair,
): Pick<ConflictCell, 'criterion' | 'other' | 'conflicts' | 'n' | 'phi' | 'noPhi'> {
  const { criterion, other, aa, ab, ba, bb } = pair;
  const { value, reason } = phi({ both: aa, first: ab, second: ba, neither: bb });
  return { criterion, other, conflicts: ab + ba, n: aa + ab + ba + bb, phi: value, noPhi: reason };
}

/** Makes the figure of one run from every pair of criteria and the sums of the run. */
function conflictsOf(
  choices: FigureChoices,
  { run, label }: FigureChoices['runs'][number],
  { pairs, sumsOf }: { readonly pairs: readonly CriterionPair[]; readonly sumsOf: ConflictSums },
): ConflictsData {
  const bySplit = Map.groupBy(pairs, ({ split }) => split);
  const panels = inListedOrder(choices, 'split', bySplit.keys()).map((split): ConflictPanel => {
    const own = bySplit.get(split) ?? [];
    const value = (of: { readonly criterion?: string; readonly other?: string }): Estimated => {
      const slice = { split, ...of };
      return estimated(valueOfRun(sumsOf(slice), cmr, { run, slice }));
    };
    return {
      id: split,
      label: splitLabel(choices, split),
      criteria: namedCriteria(
        choices,
        own.flatMap(({ criterion, other }) => [criterion, other]),
      ),
      cells: own.map((pair) => ({
        ...labelled(pair),
        matched: value({ criterion: pair.criterion, other: pair.other }),
      })),
      whole: value({}),
    };
  });
  return { run, label, panels };
}

const inConflict = ({ ab, ba }: CriterionPair): boolean => ab + ba > 0;

/** The figure shows where people's labels of two criteria conflict, and how one judge resolves it. */
export const conflictsFigure: InstanceFigure<ConflictsData> = {
  id: 'conflicts',
  title: 'Which criteria conflict, and how the judge resolves it',
  protocol: 'pairwise',
  topic: 'answers',
  load: async (query, scope, choices) => {
    const run = chosenRun(choices, scope, 'pairwise');
    const pairs = (await criterionPairs(query, scope.where)).filter(inConflict);
    if (run === null || pairs.length === 0) return null;
    const sums = await readSums(query, { metrics: [cmr], where: scope.where, runs: [run.run] });
    return conflictsOf(choices, run, { pairs, sumsOf: () => sums });
  },
  quick: {
    sheet: 'conflicts',
    load: async (source, scope, choices) => {
      const run = chosenRun(choices, scope, 'pairwise');
      const pairs = pairsFrom(source).filter(inConflict);
      if (run === null || pairs.length === 0) return null;
      return conflictsOf(choices, run, { pairs, sumsOf: sumsFrom(source, run.run) });
    },
  },
};
