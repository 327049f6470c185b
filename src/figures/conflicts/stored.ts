import {
  andBits,
  type Bits,
  countShared,
  eachBit,
  emptyBits,
  fullBits,
  hasBit,
  setBit,
} from '../../cases/columns/bits.ts';
import type { AnswerSheet } from '../../cases/columns/sheet.ts';
import { cmr } from '../../metrics/cmr.ts';
import type { CriterionPair } from '../../metrics/labels.ts';
import { parseSlice } from '../../metrics/slice.ts';
import type { RunClusterSum } from '../../metrics/sums.ts';
import type { Sums } from '../../metrics/values.ts';
import { number, type Query, text } from '../../sql/query.ts';
import { bound, listedTable } from '../../sql/quote.ts';
import type { QuickSource } from '../kit/instance-figure.ts';
import { clusterNumbers } from '../kit/stored-sheet.ts';

/** What a stored sheet of conflicts says beside the codes; its slices are those of the metric's rows. */
interface ConflictsAbout {
  readonly slices: readonly string[];
  /** In the order of their sets. */
  readonly splits: readonly string[];
  readonly criteria: readonly string[];
}

/** A code is DEN times the denominator and the numerator of a run's rows of a case and slice: 0 where it has none. */
const DEN = 16;

const SETS = {
  split: (k: number): string => `split ${k}`,
  /** Cases on which people prefer the one or the other by a criterion. */
  label: (k: number, value: 'a' | 'b'): string => `${value} ${k}`,
  /** Cases that the run could have had rows of. */
  sampled: (run: number): string => `sampled ${run}`,
};

const LABELS = `SELECT criterion, split, instances.rowid::INTEGER AS place, bool_or(value = 'a') AS a, bool_or(value = 'b') AS b
FROM gold JOIN instances USING (instance)
WHERE kind = 'preference' AND annotator = '' AND value IN ('a', 'b') GROUP BY ALL ORDER BY criterion, place`;

const rowsSql = (
  runs: readonly string[],
): string => `SELECT place, slice, list(run_no) AS runs, list(num) AS nums, list(den) AS dens FROM (
  SELECT instances.rowid::INTEGER AS place, coalesce(nullif(instances.cluster, ''), instances.instance) AS cluster, slice,
    run_no, sum(num)::DOUBLE AS num, sum(den)::DOUBLE AS den
  FROM contributions JOIN instances USING (instance) JOIN ${listedTable(
    'listed',
    { run: 'VARCHAR', run_no: 'INTEGER' },
    runs.map((run, k) => [run, k]),
  )} USING (run)
  WHERE metric IN (${bound(cmr.rows)}) GROUP BY ALL)
GROUP BY place, cluster, slice ORDER BY cluster, place, slice`;

const sampledSql = `SELECT run, list(DISTINCT instances.rowid::INTEGER) AS places FROM contributions JOIN instances USING (instance)
WHERE metric = ? GROUP BY run`;

const numbersIn = (list: unknown): readonly number[] => (Array.isArray(list) ? list.map(Number) : []);

function named(sets: Map<string, Bits>, name: string, cases: number): Bits {
  const known = sets.get(name) ?? emptyBits(cases);
  sets.set(name, known);
  return known;
}

/**
 * What people's labels say of every two criteria and how each run fares where they conflict, all cases, as it is stored; null where nobody
 * labelled, or where sums are no small whole numbers.
 */
export async function storedConflicts(query: Query, runs: readonly string[]): Promise<AnswerSheet | null> {
  const labels = await query(LABELS);
  if (labels.length === 0) return null;
  const clusters = await clusterNumbers(query);
  const cases = clusters.length;
  // In the order of SQL, by which `criterionPairs` tells the first of two criteria.
  const criteria = [...new Set(labels.map((row) => text(row, 'criterion')))];
  const splits = [...new Set(labels.map((row) => text(row, 'split')))];
  const sets = new Map<string, Bits>();
  for (const row of labels) {
    const [place, criterion] = [number(row, 'place'), criteria.indexOf(text(row, 'criterion'))];
    setBit(named(sets, SETS.split(splits.indexOf(text(row, 'split'))), cases), place);
    for (const value of ['a', 'b'] as const) {
      const set = named(sets, SETS.label(criterion, value), cases);
      if (row[value] === true) setBit(set, place);
    }
  }
  for (const row of await query(sampledSql, [cmr.sampledAs ?? ''])) {
    const run = runs.indexOf(text(row, 'run'));
    if (run >= 0) for (const place of numbersIn(row['places'])) setBit(named(sets, SETS.sampled(run), cases), place);
  }
  const rows = await query(rowsSql(runs), cmr.rows);
  const slices = [...new Set(rows.map((row) => text(row, 'slice')))].sort();
  const codes = runs.map(() => new Uint8Array(rows.length));
  for (const [item, row] of rows.entries()) {
    const [nums, dens] = [numbersIn(row['nums']), numbersIn(row['dens'])];
    for (const [k, run] of numbersIn(row['runs']).entries()) {
      const [num, den] = [nums[k] ?? 0, dens[k] ?? 0];
      if (![num, den].every((n) => Number.isInteger(n) && n >= 0 && n < DEN)) return null;
      const list = codes[run];
      if (list !== undefined) list[item] = den * DEN + num;
    }
  }
  return {
    ...{ cases, runs, clusters, codes, sets },
    about: { slices, splits, criteria } satisfies ConflictsAbout,
    places: Uint32Array.from(rows, (row) => number(row, 'place')),
    slices: Uint32Array.from(rows, (row) => slices.indexOf(text(row, 'slice'))),
  };
}

/** Every pair of criteria that share labelled cases, by split, as `criterionPairs` gives them. */
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
          aa: countShared(one.a, two.a),
          ab: countShared(one.a, two.b),
          ba: countShared(one.b, two.a),
          bb: countShared(one.b, two.b),
        };
        if (counts.aa + counts.ab + counts.ba + counts.bb === 0) return [];
        return [{ split, criterion: criteria[i] ?? '', other: criteria[i + 1 + k] ?? '', ...counts }];
      }),
    );
  });
}

/** Items of each group of slices, in their order. Loops are plain: they run over every item. */
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

/** Items by the values of these keys of their slices, as JSON. */
function itemsByKeys(sheet: AnswerSheet, keys: readonly string[]): ReadonlyMap<string, Uint32Array> {
  const { slices } = sheet.about as ConflictsAbout;
  const names = slices.map((slice) => {
    const values = parseSlice(slice);
    return JSON.stringify(keys.map((key) => values.get(key) ?? ''));
  });
  const groups = [...new Set(names)];
  const groupOf = Int32Array.from(names, (name) => groups.indexOf(name));
  const items = itemsByGroup(sheet, groupOf, groups.length);
  return new Map(groups.map((group, k) => [group, items[k] ?? new Uint32Array()]));
}

interface GroupedItems {
  readonly cells: ReadonlyMap<string, Uint32Array>;
  readonly wholes: ReadonlyMap<string, Uint32Array>;
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

/** A cluster's rows so far: each further one, slice and code, leads on. */
interface Path {
  readonly before: Path | null;
  readonly slice: number;
  readonly code: number;
  readonly next: Map<number, Path>;
  /** How many clusters have exactly these rows. */
  copies: number;
}

const emptyPath = (before: Path | null, slice: number, code: number): Path => {
  return { before, slice, code, next: new Map(), copies: 0 };
};

/** Puts clusters with equal rows together. Loops are plain: they run over every item. */
function pathsOf({ sheet, selected }: QuickSource, run: number, items: Uint32Array): readonly Path[] {
  const { places, slices, clusters, codes } = sheet;
  const own = codes[run] ?? new Uint8Array();
  const paths: Path[] = [];
  const root = emptyPath(null, 0, 0);
  let path = root;
  let cluster = -1;
  const close = (): void => {
    if (path.copies === 0 && path !== root) paths.push(path);
    path.copies += 1;
  };
  for (let i = 0; i < items.length; i += 1) {
    const item = items[i] ?? 0;
    const code = own[item] ?? 0;
    const place = places[item] ?? 0;
    if (code === 0 || (selected !== null && !hasBit(selected, place))) continue;
    if (clusters[place] !== cluster) {
      close();
      path = root;
      cluster = clusters[place] ?? -1;
    }
    const slice = slices[item] ?? 0;
    const key = slice * 256 + code;
    let next = path.next.get(key);
    if (next === undefined) {
      next = emptyPath(path, slice, code);
      path.next.set(key, next);
    }
    path = next;
  }
  close();
  return paths;
}

/** Sums by slice of the rows of a cluster, in the order of the slices. */
function sumsOfPath(path: Path): readonly (readonly [slice: number, sums: { num: number; den: number }])[] {
  const sums = new Map<number, { num: number; den: number }>();
  for (let at: Path = path; at.before !== null; at = at.before) {
    const known = sums.get(at.slice) ?? { num: 0, den: 0 };
    sums.set(at.slice, { num: known.num + (at.code % DEN), den: known.den + Math.floor(at.code / DEN) });
  }
  return [...sums].sort(([one], [other]) => one - other);
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
 * What the metric's values of a run are made of, each from its own rows alone, which are few kinds of clusters. Throws for a run that the
 * sheet does not have.
 */
export function sumsFrom(source: QuickSource, run: string): ConflictSums {
  const { sheet } = source;
  const { slices, splits } = sheet.about as ConflictsAbout;
  const place = sheet.runs.indexOf(run);
  if (place < 0) throw new Error(`no answers of the run "${run}"`);
  const { cells, wholes } = groupsIn(sheet);
  const counts = sampledBy(source, place);
  const sampled: Sums['sampled'] = (_metric, { split = '' }) => counts[splits.indexOf(split)] ?? 0;
  return ({ split, criterion, other }) => {
    const items =
      criterion === undefined
        ? wholes.get(JSON.stringify([split]))
        : cells.get(JSON.stringify([split, criterion, other]));
    const rows = pathsOf(source, place, items ?? new Uint32Array()).flatMap((path, k) =>
      sumsOfPath(path).map(([slice, sums]): RunClusterSum => {
        return { run, metric: cmr.id, cluster: String(k), slice: slices[slice] ?? '', ...sums, copies: path.copies };
      }),
    );
    return { clusters: new Map([[run, rows]]), slices: new Map(), sampled };
  };
}
