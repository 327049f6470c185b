import type { GeneratorRanking, RankInterval } from '../schema/board.ts';
import { better, type Direction } from '../schema/metric.ts';
import { meanOf, none, normalTwoSided, type Outcome, some, Z95 } from './intervals.ts';

/** What a judge and people gave to responses of several generators, summed by cluster: cell = cluster · generators + generator. */
export interface GeneratorSums {
  readonly generators: readonly string[];
  readonly clusters: number;
  readonly n: Float64Array;
  readonly judge: Float64Array;
  readonly people: Float64Array;
}

/** The same with the order correlation of every sample, as far as it has one: means over several rankings are drawn sample by sample. */
export interface SampledRanking extends GeneratorRanking {
  readonly taus: Float64Array;
}

/** Fewest generators and scores of which an order is made. */
export const FEWEST_GENERATORS = 3;
export const FEWEST_SCORES = 50;
/** The smallest share of samples that hold every generator. */
export const FEWEST_WHOLE = 0.5;

const SAMPLES = 1000;
const SURE_SHARE = 0.95;
/** Means nearer than this are equal: they are sums of the same numbers in another order. */
export const EQUAL = 1e-9;

const above = (a: number, b: number): number => (a - b > EQUAL ? 1 : b - a > EQUAL ? -1 : 0);

/** Gives Kendall's τ-b of two lists; none where all values of one are equal. */
export function kendall(xs: ArrayLike<number>, ys: ArrayLike<number>): number | null {
  let [concordant, ofX, ofY] = [0, 0, 0];
  for (let i = 1; i < xs.length; i += 1) {
    for (let j = 0; j < i; j += 1) {
      const x = above(xs[i] ?? 0, xs[j] ?? 0);
      const y = above(ys[i] ?? 0, ys[j] ?? 0);
      concordant += x * y;
      ofX += x * x;
      ofY += y * y;
    }
  }
  return ofX === 0 || ofY === 0 ? null : concordant / Math.sqrt(ofX * ofY);
}

/** Gives 1 where the best of the first is the best of the second; where several share the best place of the first, the share that are. */
export function sameBest(judge: ArrayLike<number>, people: ArrayLike<number>): number {
  let [best, most] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let g = 0; g < judge.length; g += 1) {
    best = Math.max(best, judge[g] ?? best);
    most = Math.max(most, people[g] ?? most);
  }
  let [named, right] = [0, 0];
  for (let g = 0; g < judge.length; g += 1) {
    if (above(best, judge[g] ?? 0) > 0) continue;
    named += 1;
    if (above(most, people[g] ?? 0) === 0) right += 1;
  }
  return right / named;
}

/** mulberry32: the same numbers in every engine. */
function drawer(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return (t ^ (t >>> 14)) >>> 0;
  };
}

/** Samples of clusters, drawn once for each size: judges of the same clusters are held against the same samples. */
export class Samples {
  private readonly drawn = new Map<string, Uint8Array>();

  /** How often each cluster is in each sample of so many, one sample after the other. */
  weights(clusters: number, size: number): Uint8Array {
    const key = `${clusters} ${size}`;
    const known = this.drawn.get(key);
    if (known !== undefined) return known;
    const weights = new Uint8Array(SAMPLES * clusters);
    const draw = drawer(clusters * 65_537 + size);
    for (let s = 0; s < SAMPLES; s += 1) {
      for (let k = 0; k < size; k += 1) {
        const at = s * clusters + (draw() % clusters);
        weights[at] = (weights[at] ?? 0) + 1;
      }
    }
    this.drawn.set(key, weights);
    return weights;
  }
}

interface SampleMeans {
  readonly judge: Float64Array;
  readonly people: Float64Array;
}

/** The means of one sample after the other, in the same two lists; none of a sample that lacks a generator. */
class Sampler {
  private readonly clusters: number;
  private readonly samples: Samples;
  /** n, judge and people of every generator, cluster by cluster: read from front to back, which is most of the time that all takes. */
  private readonly cells: Float64Array;
  private readonly totals: Float64Array;
  private readonly found: SampleMeans;

  constructor({ generators: { length }, clusters, n, judge, people }: GeneratorSums, samples: Samples) {
    this.clusters = clusters;
    this.samples = samples;
    this.cells = Float64Array.from(
      { length: 3 * n.length },
      (_, i) => ([n, judge, people][i % 3] ?? n)[Math.floor(i / 3)] ?? 0,
    );
    this.totals = new Float64Array(3 * length);
    this.found = { judge: new Float64Array(length), people: new Float64Array(length) };
  }

  means(weights: Uint8Array, from: number): SampleMeans | null {
    const { cells, totals, found } = this;
    const width = totals.length;
    totals.fill(0);
    for (let k = 0, at = 0; k < this.clusters; k += 1, at += width) {
      const w = weights[from + k] as number;
      if (w === 0) continue;
      for (let i = 0; i < width; i += 1) (totals[i] as number) += w * (cells[at + i] as number);
    }
    for (let g = 0; g < found.judge.length; g += 1) {
      const count = totals[3 * g] ?? 0;
      if (count === 0) return null;
      found.judge[g] = (totals[3 * g + 1] ?? 0) / count;
      found.people[g] = (totals[3 * g + 2] ?? 0) / count;
    }
    return found;
  }

  /** Gives the share of samples of so many clusters in which the best is the same. */
  probability(size: number): number {
    const weights = this.samples.weights(this.clusters, size);
    let same = 0;
    for (let s = 0; s < SAMPLES; s += 1) {
      const means = this.means(weights, s * this.clusters);
      if (means !== null) same += sameBest(means.judge, means.people);
    }
    return same / SAMPLES;
  }
}

/** Finds the fewest clusters of which 95 % of samples have the same best, by halving; null where all that there are do not suffice. */
function neededOf(sampler: Sampler, clusters: number, whole: number): number | null {
  if (whole < SURE_SHARE) return null;
  let [enough, tooFew] = [clusters, 0];
  while (enough - tooFew > Math.max(1, enough / 10)) {
    const size = Math.ceil((enough + tooFew) / 2);
    if (sampler.probability(size) >= SURE_SHARE) enough = size;
    else tooFew = size;
  }
  return enough;
}

/** The share of samples of the clusters in which every generator is, as if they were drawn apart: a statement of SQL works out the same. */
function wholeSamples({ generators, clusters, n }: GeneratorSums): number {
  return generators.reduce((share, _, g) => {
    const own = n.filter((count, cell) => cell % generators.length === g && count > 0).length;
    return share * (1 - (1 - own / clusters) ** clusters);
  }, 1);
}

/** Ranks generators by means of judge and people over the same responses; clusters are drawn a thousand times. None under three generators or 50 scores. */
export function generatorRanking(sums: GeneratorSums, samples: Samples): Outcome<SampledRanking> {
  const { generators, clusters } = sums;
  const n = sums.n.reduce((total, one) => total + one, 0);
  if (generators.length < FEWEST_GENERATORS) return none(`fewer than ${FEWEST_GENERATORS} generators`);
  if (n < FEWEST_SCORES) return none(`fewer than ${FEWEST_SCORES} labelled responses, or pairs`);
  if (clusters < 2) return none('all responses are one cluster');
  if (wholeSamples(sums) < FEWEST_WHOLE) return none('most samples of the clusters lack a generator');
  const sampler = new Sampler(sums, samples);
  const whole = sampler.means(new Uint8Array(clusters).fill(1), 0);
  if (whole === null) return none('a generator without scores');
  const [judge, people] = [whole.judge.slice(), whole.people.slice()];
  const weights = samples.weights(clusters, clusters);
  const taus = new Float64Array(SAMPLES).fill(Number.NaN);
  let same = 0;
  for (let s = 0; s < SAMPLES; s += 1) {
    const sample = sampler.means(weights, s * clusters);
    if (sample === null) continue;
    same += sameBest(sample.judge, sample.people);
    taus[s] = kendall(sample.judge, sample.people) ?? Number.NaN;
  }
  const probability = same / SAMPLES;
  const ranked = generators
    .map((generator, g) => ({ generator, judge: judge[g] ?? 0, people: people[g] ?? 0 }))
    .sort((a, b) => b.people - a.people);
  return some({
    generators: ranked,
    n,
    clusters,
    same: sameBest(judge, people),
    tau: kendall(judge, people),
    probability,
    needed: neededOf(sampler, clusters, probability),
    taus,
  });
}

/** Gives the mean order correlation of several rankings with the ends between which 95 % of the means of samples lie; none where no ranking has one. */
export function meanTau(rankings: readonly SampledRanking[]): Outcome<{
  readonly value: number;
  readonly lo: number;
  readonly hi: number;
  readonly se: number;
}> {
  const ordered = rankings.flatMap(({ tau, taus }) => (tau === null ? [] : [{ tau, taus }]));
  if (ordered.length === 0) return none('the judge, or people, give every generator the same');
  const means = Array.from({ length: SAMPLES }, (_, s) => meanOf(ordered.map(({ taus }) => taus[s] ?? Number.NaN)))
    .filter((one) => !Number.isNaN(one))
    .sort((a, b) => a - b);
  if (means.length < SAMPLES / 2) return none('most samples of the clusters have no order');
  const at = (share: number): number => means[Math.round(share * (means.length - 1))] ?? 0;
  const centre = meanOf(means);
  const se = Math.sqrt(meanOf(means.map((one) => (one - centre) ** 2)));
  return some({ value: meanOf(ordered.map(({ tau }) => tau)), lo: at(0.025), hi: at(0.975), se });
}

/** A judge in a column that has a value; SE in the same unit, null where it cannot be tested. */
export interface Contender {
  readonly value: number;
  readonly se: number | null;
}

/** A test of two judges, i − j; p null where there is none. */
export interface PairTest {
  readonly value: number | null;
  readonly p: number | null;
}

/** Level of every test, after Holm's adjustment. */
export const SIGNIFICANT = 0.05;

/** A difference of two values from their errors alone, with its 95 % interval; null without an error. */
export interface UnpairedTest extends PairTest {
  readonly value: number;
  readonly interval: readonly [lo: number, hi: number] | null;
}

/** z from two errors: safe unless errors of judges on shared items are negatively correlated. Two SEs of 0 show nothing, so p is 1. */
export function unpairedTest(a: Contender, b: Contender): UnpairedTest {
  const value = a.value - b.value;
  if (a.se === null || b.se === null) return { value, interval: null, p: null };
  const se = Math.hypot(a.se, b.se);
  const p = value === 0 || se === 0 ? 1 : normalTwoSided(value / se);
  return { value, interval: [value - Z95 * se, value + Z95 * se], p };
}

/** Applies Holm's step-down adjustment (Scand. J. Statist. 6, 1979): p-values in, adjusted p-values in the same order out. */
export function holm(p: Float64Array): Float64Array {
  const order = Uint32Array.from(p.keys()).sort((i, j) => (p[i] ?? 0) - (p[j] ?? 0));
  const adjusted = new Float64Array(p.length);
  let most = 0;
  for (const [rank, i] of order.entries()) {
    most = Math.max(most, (p.length - rank) * (p[i] ?? 0));
    adjusted[i] = Math.min(1, most);
  }
  return adjusted;
}

/** Two judges by their places in a column, i < j; `adjusted` is Holm's p over all pairs of the column, null without a test. */
export interface ColumnPair<T extends PairTest = PairTest> {
  readonly i: number;
  readonly j: number;
  readonly test: T;
  readonly adjusted: number | null;
}

export function columnPairs<T extends PairTest>(
  column: readonly (Contender | null)[],
  test: (i: number, j: number) => T,
): readonly ColumnPair<T>[] {
  const places = column.flatMap((contender, i) => (contender === null ? [] : [i]));
  const pairs = places.flatMap((i, at) => places.slice(at + 1).map((j) => ({ i, j, test: test(i, j) })));
  const tested = pairs.filter((pair) => pair.test.p !== null);
  const adjusted = holm(Float64Array.from(tested, (pair) => pair.test.p ?? 1));
  const found = new Map(tested.map((pair, at) => [pair, adjusted[at] ?? 1]));
  return pairs.map((pair) => ({ ...pair, adjusted: found.get(pair) ?? null }));
}

export function unpairedColumn(column: readonly (Contender | null)[]): readonly ColumnPair[] {
  const none = { value: null, p: null };
  return columnPairs(column, (i, j) => {
    const [a, b] = [column[i] ?? null, column[j] ?? null];
    return a === null || b === null ? none : unpairedTest(a, b);
  });
}

/** Says whether the difference of i and j is significant and so is its direction: the two values point the same way as what was tested. */
export function isTold({ i, j, test, adjusted }: ColumnPair, column: readonly (Contender | null)[]): boolean {
  const between = (column[i]?.value ?? 0) - (column[j]?.value ?? 0);
  return adjusted !== null && adjusted < SIGNIFICANT && between * (test.value ?? 0) > 0;
}

/** How far a contender is from 0, with the same error. */
const distanceOf = (contender: Contender | null): Contender | null =>
  contender === null ? null : { ...contender, value: Math.abs(contender.value) };

/** Which is nearer to 0: on one side the test of their difference; on two, of their sum, whose error is at most the sum of theirs, whatever they share. */
function distanceTest(a: Contender, b: Contender, test: PairTest): PairTest {
  if (a.value * b.value >= 0) {
    const isBelow = a.value < 0 || b.value < 0;
    return { value: test.value === null ? null : isBelow ? -test.value : test.value, p: test.p };
  }
  const value = Math.abs(a.value) - Math.abs(b.value);
  if (a.se === null || b.se === null) return { value, p: null };
  const se = a.se + b.se;
  return { value, p: value === 0 || se === 0 ? 1 : normalTwoSided(value / se) };
}

interface RankedColumn {
  readonly column: readonly (Contender | null)[];
  readonly direction: 'higher' | 'lower';
  readonly pairs: readonly ColumnPair[];
}

/** Makes of a column whose ideal is 0 that of the distances from it, with tests adjusted together; any other stays as it is. */
export function towardsBest(
  column: readonly (Contender | null)[],
  direction: Exclude<Direction, 'none'>,
  pairs: readonly ColumnPair[],
): RankedColumn {
  if (direction !== 'zero') return { column, direction, pairs };
  const tests = new Map(pairs.map(({ i, j, test }) => [`${i} ${j}`, test]));
  const distances = columnPairs(column, (i, j) => {
    const [a, b, test] = [column[i] ?? null, column[j] ?? null, tests.get(`${i} ${j}`)];
    return a === null || b === null || test === undefined ? { value: null, p: null } : distanceTest(a, b, test);
  });
  return { column: column.map(distanceOf), direction: 'lower', pairs: distances };
}

/** Best = 1 + significantly better ones, worst = K − significantly worse ones, by Holm-adjusted tests at 5 %; K counts all with a value, and who has no SE has no interval. */
export function ranks(
  column: readonly (Contender | null)[],
  direction: 'higher' | 'lower',
  pairs: readonly ColumnPair[] = unpairedColumn(column),
): (RankInterval | null)[] {
  const all = column.filter((contender) => contender !== null).length;
  const ahead = column.map(() => new Set<number>());
  const behind = column.map(() => new Set<number>());
  for (const pair of pairs.filter((one) => isTold(one, column))) {
    const above = better(direction, pair.test.value ?? 0, 0) > 0;
    ahead[above ? pair.j : pair.i]?.add(above ? pair.i : pair.j);
    behind[above ? pair.i : pair.j]?.add(above ? pair.j : pair.i);
  }
  const tiers = tiersOf(column, direction, (i, j) => ahead[i]?.has(j) === true);
  return column.map((contender, i): RankInterval | null => {
    if (contender === null || contender.se === null) return null;
    const above = ahead[i]?.size ?? 0;
    return { best: 1 + above, worst: all - (behind[i]?.size ?? 0), couldBeFirst: above === 0, tier: tiers.get(i) ?? 1 };
  });
}

/** Assigns tiers from the best value down: a new one begins at the first contender significantly worse than the best of the present one. */
function tiersOf(
  column: readonly (Contender | null)[],
  direction: Direction,
  isWorse: (i: number, j: number) => boolean,
): ReadonlyMap<number, number> {
  const order = column
    .flatMap((contender, i) => (contender === null || contender.se === null ? [] : [{ i, value: contender.value }]))
    .sort((a, b) => better(direction, b.value, a.value));
  const tiers = new Map<number, number>();
  let leader = order[0]?.i ?? 0;
  let tier = 1;
  for (const { i } of order) {
    if (isWorse(i, leader)) {
      leader = i;
      tier += 1;
    }
    tiers.set(i, tier);
  }
  return tiers;
}
