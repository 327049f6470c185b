import { type Bits, emptyBits, setBit } from '../../cases/columns/bits.ts';
import type { AnswerSheet } from '../../cases/columns/sheet.ts';
import { cmr } from '../../metrics/cmr.ts';
import { number, type Query, text } from '../../sql/query.ts';
import { bound, listedTable } from '../../sql/quote.ts';
import { clusterNumbers } from '../kit/stored-sheet.ts';

/** What a stored sheet of conflicts holds beside the codes; its slices are those of the metric's rows. */
export interface ConflictsAbout {
  readonly slices: readonly string[];
  /** In the order of their sets. */
  readonly splits: readonly string[];
  readonly criteria: readonly string[];
}

/** A code is DEN times the denominator and the numerator of a run's rows of a case and slice: 0 where it has none. */
export const DEN = 16;

export const SETS = {
  split: (k: number): string => `split ${k}`,
  /** Cases on which people prefer `a`, or `b`, by a criterion. */
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
 * Makes the sheet of all cases: people's labels of every two criteria, and how each run fares where they conflict. Null where nobody
 * labelled, or where a sum is no whole number below `DEN`.
 */
export async function storedConflicts(query: Query, runs: readonly string[]): Promise<AnswerSheet | null> {
  const labels = await query(LABELS);
  if (labels.length === 0) return null;
  const clusters = await clusterNumbers(query);
  const cases = clusters.length;
  // They stand in the order of SQL, by which `criterionPairs` tells the first of two criteria.
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
