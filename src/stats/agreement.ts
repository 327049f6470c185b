import { boundedInterval, deviating, NO_VARIATION, none, type Outcome, plainInterval, some } from './intervals.ts';

/** How many items the first rater labelled `a` and the second `b`. Labels are any texts; a tie is a label of its own. */
export interface LabelCount {
  readonly a: string;
  readonly b: string;
  readonly n: number;
}

/** Gives the phi coefficient of two yes/no facts, from the counts of the four combinations; none if one fact never varies. */
export function phi(counts: {
  readonly both: number;
  readonly first: number;
  readonly second: number;
  readonly neither: number;
}): Outcome<number> {
  const { both, first, second, neither } = counts;
  const product = (both + first) * (second + neither) * (both + second) * (first + neither);
  return product === 0
    ? none('one of the two never varies')
    : some((both * neither - first * second) / Math.sqrt(product));
}

/** How many items of a cluster the first rater labelled `a` and the second `b`. */
export interface ClusterLabels extends LabelCount {
  readonly cluster: string;
}

/** How far two labels agree, 0 to 1: identity for names, `quadratic` for scores. */
export type Closeness = (a: string, b: string) => number;

const identity: Closeness = (a, b) => (a === b ? 1 : 0);

/** Weighs agreement of scores, which falls with the square of their distance, over `width`, the length of the scale (Psychol. Bull. 70, 1968). */
export const quadratic =
  (width: number): Closeness =>
  (a, b) =>
    1 - ((Number(a) - Number(b)) / width) ** 2;

export interface KappaEstimate {
  readonly kappa: number;
  readonly lo: number | null;
  readonly hi: number | null;
  /** Share of items with equal labels. */
  readonly equal: number;
  readonly n: number;
  readonly clusters: number;
}

function margins(counts: readonly LabelCount[], total: number, closeness: Closeness) {
  const shares = { a: new Map<string, number>(), b: new Map<string, number>() };
  for (const { a, b, n } of counts) {
    shares.a.set(a, (shares.a.get(a) ?? 0) + n / total);
    shares.b.set(b, (shares.b.get(b) ?? 0) + n / total);
  }
  const mean = (other: ReadonlyMap<string, number>, to: (label: string) => number): number =>
    [...other].reduce((sum, [label, share]) => sum + share * to(label), 0);
  const ofA = new Map([...shares.a.keys()].map((a) => [a, mean(shares.b, (b) => closeness(a, b))]));
  const ofB = new Map([...shares.b.keys()].map((b) => [b, mean(shares.a, (a) => closeness(a, b))]));
  return { ofA, ofB, chance: mean(shares.a, (a) => ofA.get(a) ?? 0) };
}

/** Kappa before its error: `term` is what an item with these two labels adds to it, the linearised deviation. */
interface LinearKappa {
  readonly kappa: number;
  readonly equal: number;
  readonly n: number;
  readonly term: (a: string, b: string) => number;
}

/**
 * Gives Cohen's kappa, weighted where the labels are scores, with an item's linearised term ((v − p_o)(1 − p_e) − (1 − p_o)(v̄_a + v̄_b − 2p_e))
 * / (N(1 − p_e)²), v its closeness and v̄ the mean closeness of its labels to the other rater's. Where each item is a cluster of its own,
 * the sum of the squares is the large-sample variance of J. L. Fleiss, J. Cohen, B. S. Everitt (Psychol. Bull. 72, 1969). There is none
 * without items, or where both raters use one label only.
 */
export function linearKappa(counts: readonly LabelCount[], closeness: Closeness = identity): Outcome<LinearKappa> {
  const n = counts.reduce((sum, c) => sum + c.n, 0);
  if (n === 0) return none('no item with two labels');
  const { ofA, ofB, chance } = margins(counts, n, closeness);
  const rest = 1 - chance;
  if (rest < NO_VARIATION) return none('both raters gave one and the same label only');
  const observed = counts.reduce((sum, c) => sum + c.n * closeness(c.a, c.b), 0) / n;
  return some({
    kappa: (observed - chance) / rest,
    equal: counts.reduce((sum, c) => sum + (c.a === c.b ? c.n : 0), 0) / n,
    n,
    term: (a, b) => {
      const spread = (ofA.get(a) ?? 0) + (ofB.get(b) ?? 0) - 2 * chance;
      return ((closeness(a, b) - observed) * rest - (1 - observed) * spread) / (n * rest * rest);
    },
  });
}

/** Gives kappa with an interval from clustered items: SE² = n/(n−1) · Σ over clusters of (Σ terms)²; none with fewer than two clusters. */
export function clusteredKappa(
  counts: readonly ClusterLabels[],
  closeness: Closeness = identity,
): Outcome<KappaEstimate> {
  const linear = linearKappa(counts, closeness);
  if (linear.value === null) return none(linear.reason);
  const { kappa: value, equal, n, term } = linear.value;
  const terms = new Map<string, number>();
  for (const c of counts) terms.set(c.cluster, (terms.get(c.cluster) ?? 0) + c.n * term(c.a, c.b));
  const clusters = terms.size;
  const se = Math.sqrt((clusters / (clusters - 1)) * [...terms.values()].reduce((sum, t) => sum + t * t, 0));
  if (clusters < 2 || se < NO_VARIATION) return some({ kappa: value, lo: null, hi: null, equal, n, clusters });
  const { lo, hi } = plainInterval({ value, se, clusters });
  return some({ kappa: value, lo: Math.max(-1, lo), hi: Math.min(1, hi), equal, n, clusters });
}

/** Codes of what a rater made of an item: 0 was not asked, 1 gave no answer that could be read, from 2 on the labels. */
export const NOT_ASKED = 0;
export const UNREAD = 1;
export const FIRST_LABEL = 2;

/** One rater's codes over items that all raters share, in one order. */
export type RaterCodes = Uint16Array;

/** Most groups that clusters are gathered into: the standard error is then itself good to 1/√(2 · 199), 5 %. */
const MOST_GROUPS = 200;

/** Where each group of items that belong together in the statistics ends. */
export type ClusterGroups = Int32Array;

/** Each cluster is a group; of more than 200 several neighbours are one: sums over groups of independent clusters have the variance of the sums over clusters. */
export function groupsOf(clusters: Int32Array): ClusterGroups {
  const ends: number[] = [];
  for (let i = 1; i < clusters.length; i += 1) if (clusters[i] !== clusters[i - 1]) ends.push(i);
  if (clusters.length > 0) ends.push(clusters.length);
  const count = Math.min(MOST_GROUPS, ends.length);
  return Int32Array.from({ length: count }, (_, g) => ends[Math.floor(((g + 1) * ends.length) / count) - 1] ?? 0);
}

/** How often two raters gave which codes to the same item; `size` codes, cell = a · size + b. */
export interface CrossTable {
  readonly size: number;
  readonly counts: Int32Array;
  /** Items that both labelled. */
  readonly n: number;
  /** Items that at least one of the two was asked, and that lack a label of one or of both. */
  readonly left: number;
  /** The same counts per group, one group after the other; only good until the next table is made of the same scratch. */
  readonly grouped: Int32Array;
}

/** A statistic of two raters' labels, with its 95 % interval within −1 … 1; no interval where one cluster carries all items. */
export interface PairStatistic {
  readonly value: number;
  readonly lo: number | null;
  readonly hi: number | null;
}

/** Makes room for the grouped counts of one table after the other. */
export const scratchOf = (size: number, groups: ClusterGroups): Int32Array =>
  new Int32Array(size * size * groups.length);

/** Counts codes of the same items, in all and by group; `grouped` is scratch for the counts by group. */
export function crossTable(
  a: RaterCodes,
  b: RaterCodes,
  { size, groups, grouped }: { readonly size: number; readonly groups: ClusterGroups; readonly grouped: Int32Array },
): CrossTable {
  const cells = size * size;
  const counts = new Int32Array(cells);
  grouped.fill(0);
  let i = 0;
  for (let g = 0; g < groups.length; g += 1) {
    const end = groups[g] ?? 0;
    const at = g * cells;
    for (; i < end; i += 1) {
      const cell = at + (a[i] ?? 0) * size + (b[i] ?? 0);
      grouped[cell] = (grouped[cell] ?? 0) + 1;
    }
    for (let cell = 0; cell < cells; cell += 1) counts[cell] = (counts[cell] ?? 0) + (grouped[at + cell] ?? 0);
  }
  let n = 0;
  for (const { count } of labelled(size, counts)) n += count;
  return { size, counts, n, left: i - (counts[0] ?? 0) - n, grouped };
}

/** Lists the cells in which both raters gave a label, with the labels numbered from 0. */
function* labelled(size: number, counts: Int32Array) {
  for (let a = FIRST_LABEL; a < size; a += 1) {
    for (let b = FIRST_LABEL; b < size; b += 1) {
      const cell = a * size + b;
      yield { cell, a: a - FIRST_LABEL, b: b - FIRST_LABEL, count: counts[cell] ?? 0 };
    }
  }
}

/** A statistic with what an item adds to its error, by cell: the linearised term, whose squares over clusters sum to SE². */
interface Linearised {
  readonly value: number;
  readonly terms: Float64Array;
}

/** Gives the kappa of the two raters; `names` are the labels in the order of their codes. */
export function kappaOf(table: CrossTable, names: readonly string[], closeness?: Closeness): Outcome<Linearised> {
  const cells = [...labelled(table.size, table.counts)].map(({ cell, a, b, count }) => {
    return { cell, a: names[a] ?? '', b: names[b] ?? '', n: count };
  });
  const linear = linearKappa(
    cells.filter(({ n }) => n > 0),
    closeness,
  );
  if (linear.value === null) return none(linear.reason);
  const terms = new Float64Array(table.counts.length);
  for (const { cell, a, b, n } of cells) if (n > 0) terms[cell] = linear.value.term(a, b);
  return some({ value: linear.value.kappa, terms });
}

/** Counts the items with two labels that the first rater gave the last label (wrong of right and wrong), that the second did, and that both did. */
export function lastLabels({ size, counts }: CrossTable): {
  readonly first: number;
  readonly second: number;
  readonly both: number;
} {
  const last = size - FIRST_LABEL - 1;
  let [first, second] = [0, 0];
  for (const { a, b, count } of labelled(size, counts)) {
    if (a === last) first += count;
    if (b === last) second += count;
  }
  return { first, second, both: counts[size * size - 1] ?? 0 };
}

/** Gives a fact of 0 or 1 that is true of this share, standardised. */
const standardised = (share: number): readonly [number, number] => {
  const spread = Math.sqrt(share * (1 - share));
  return [-share / spread, (1 - share) / spread];
};

/** Of the last of two labels: r of two yes/no facts. Terms, of standardised z: (z_a z_b − r(z_a² + z_b²)/2)/n. None if one of the two never varies. */
export function phiOf(table: CrossTable): Outcome<Linearised> {
  const { size, counts, n } = table;
  if (n === 0) return none('no item that both labelled');
  const { first, second, both } = lastLabels(table);
  const [p, q] = [first / n, second / n];
  const spread = Math.sqrt(p * (1 - p) * q * (1 - q));
  if (spread < NO_VARIATION) return none('one of the two is always right or always wrong');
  const value = (both / n - p * q) / spread;
  const [x, y] = [standardised(p), standardised(q)];
  const terms = new Float64Array(size * size);
  for (const { cell, a, b } of labelled(size, counts)) {
    const [one, other] = [x[a] ?? 0, y[b] ?? 0];
    terms[cell] = (one * other - (value * (one * one + other * other)) / 2) / n;
  }
  return some({ value, terms });
}

/** Gives the share of the last label (wrong of right and wrong) that one rater gave; `table` counts the rater against itself. */
export function shareOfTable(table: CrossTable): Outcome<Linearised> {
  const { size, counts, n } = table;
  if (n === 0) return none('no item with a label');
  const value = (counts[size * size - 1] ?? 0) / n;
  const terms = new Float64Array(size * size);
  for (const { cell, a } of labelled(size, counts)) terms[cell] = (Number(a === size - FIRST_LABEL - 1) - value) / n;
  return some({ value, terms });
}

/** A statistic with the sums of the terms of each group of items, 0 where both labelled none; `met` groups have some. */
interface GroupedValue {
  readonly value: number;
  readonly sums: Float64Array;
  readonly met: number;
}

export function groupedOf({ size, grouped }: CrossTable, { value, terms }: Linearised): GroupedValue {
  const cells = size * size;
  const sums = new Float64Array(grouped.length / cells);
  let met = 0;
  for (let g = 0, at = 0; g < sums.length; g += 1, at += cells) {
    let [sum, shared] = [0, 0];
    for (let row = FIRST_LABEL * size; row < cells; row += size) {
      for (let cell = row + FIRST_LABEL; cell < row + size; cell += 1) {
        const count = grouped[at + cell] ?? 0;
        sum += count * (terms[cell] ?? 0);
        shared += count;
      }
    }
    sums[g] = sum;
    if (shared > 0) met += 1;
  }
  return { value, sums, met };
}

/** Wilson's for shares, else value ± t · SE cut at −1 and 1; SE² = g/(g − 1) · Σ (Σ terms)² over the g groups with shared items. None where nothing varies. */
export function withInterval({ value, sums, met }: GroupedValue, kind: 'share' | 'correlation'): PairStatistic {
  if (met < 2) return { value, lo: null, hi: null };
  let [total, absolute] = [0, 0];
  for (let g = 0; g < sums.length; g += 1) {
    const sum = sums[g] ?? 0;
    total += sum * sum;
    absolute += Math.abs(sum);
  }
  const se = Math.sqrt((total * met) / (met - 1));
  if (kind === 'correlation' && se < NO_VARIATION) return { value, lo: null, hi: null };
  const spread = { value, se, clusters: met, deviating: deviating(absolute, total) };
  const { lo, hi } = kind === 'share' ? boundedInterval(spread, [0, 1]) : plainInterval(spread);
  return { value, lo: Math.max(-1, lo), hi: Math.min(1, hi) };
}
