import { describe, expect, test } from 'vitest';
import {
  crossTable,
  FIRST_LABEL,
  type GroupedValue,
  groupedOf,
  groupsOf,
  kappaOf,
  type RaterCodes,
  scratchOf,
  UNREAD,
} from '../../src/stats/cross-table.ts';
import { CodedRaters, labelBits, ratersSizes } from '../../src/stats/label-bits.ts';
import { kappaOfPair, lastLabels, phiOfPair } from '../../src/stats/label-pairs.ts';
import { pairCounts } from '../../src/stats/pair-counts.ts';
import { uniform } from './random.ts';

interface Drawn {
  readonly labels: number;
  readonly items: number;
  readonly most: number;
  /** How often a rater has no label, from none to nearly always. */
  readonly holes: readonly number[];
}

/** Raters' codes over items in clusters of drawn sizes, some of them larger than a word; the last rater was asked nothing. */
function drawn({ labels, items, most, holes }: Drawn) {
  const random = uniform(items + 7 * labels);
  const clusters = new Int32Array(items);
  for (let i = 0, cluster = 0; i < items; cluster += 1) {
    for (let left = 1 + Math.floor(random() * most); left > 0 && i < items; left -= 1, i += 1) clusters[i] = cluster;
  }
  const truth = Array.from({ length: items }, () => Math.floor(random() * labels));
  const raters = holes.map((hole) =>
    Uint16Array.from(truth, (label) => {
      if (random() < hole) return random() < 0.5 ? 0 : UNREAD;
      return FIRST_LABEL + (random() < 0.6 ? label : Math.floor(random() * labels));
    }),
  );
  return { clusters, codes: [...raters, new Uint16Array(items)] };
}

/** The items chosen alone, with their groups. */
function compacted(codes: readonly RaterCodes[], clusters: Int32Array, chosen: readonly number[]) {
  const own = codes.map((list) => Uint16Array.from(chosen, (i) => list[i] ?? 0));
  return { own, groups: groupsOf(Int32Array.from(chosen, (i) => clusters[i] ?? 0)) };
}

const HOLES = [0, 0, 0.03, 0.4, 0.97];

describe('two raters counted by bits', () => {
  test.each([
    { labels: 1, items: 1, most: 1, holes: HOLES },
    { labels: 2, items: 31, most: 2, holes: HOLES },
    { labels: 2, items: 700, most: 90, holes: HOLES },
    { labels: 3, items: 5000, most: 3, holes: HOLES },
    { labels: 3, items: 6400, most: 1, holes: [0, 0, 0] },
    { labels: 5, items: 2000, most: 4, holes: HOLES },
    { labels: 8, items: 320, most: 4, holes: HOLES },
    { labels: 2, items: 9000, most: 4000, holes: HOLES },
    { labels: 2, items: 0, most: 1, holes: HOLES },
    { labels: 2, items: 640, most: 1e9, holes: HOLES },
    { labels: 3, items: 161, most: 1e9, holes: [1, 1, 0.5, 0] },
    { labels: 4, items: 1600, most: 320, holes: Array(14).fill(0.2) },
  ])('are those counted item by item: $items items, $labels labels', (one) => {
    const { codes, clusters } = drawn(one);
    const { labels, items } = one;
    const random = uniform(3);
    const size = labels + FIRST_LABEL;
    const sets = new CodedRaters(codes, { items, labels });
    // The last time in room that has been used.
    for (const share of [1, 0.5, 1]) {
      const chosen = Array.from({ length: items }, (_, i) => i).filter(() => random() < share);
      const within = new Uint32Array(Math.ceil(items / 32));
      for (const i of chosen) within[i >>> 5] = (within[i >>> 5] ?? 0) | (1 << (i & 31));
      const { own, groups } = compacted(codes, clusters, chosen);
      const ends = groups.map((end) => (chosen[end - 1] ?? -1) + 1);
      const bits = labelBits(sets, [...codes.keys()], { within: share === 1 ? null : within, groups: ends });
      const pairs = pairCounts(bits);
      for (const [a, first] of own.entries()) {
        for (const second of own.slice(a + 1)) {
          const found = pairs.next().value;
          if (found === undefined) throw new Error('no pair');
          const table = crossTable(first, second, { size, groups, grouped: scratchOf(size, groups) });
          expect([found.n, found.left]).toEqual([table.n, table.left]);
          expectAlike(kappaOfPair(found), kappaOf(table, [...Array(labels).keys()].map(String)), (value) =>
            groupedOf(table, value),
          );
          if (labels !== 2) continue;
          const count = (x: number, y: number): number => table.counts[(FIRST_LABEL + x) * size + FIRST_LABEL + y] ?? 0;
          const both = count(1, 1);
          expect(lastLabels(found)).toEqual({ both, first: both + count(1, 0), second: both + count(0, 1) });
        }
      }
      expect(pairs.next().done).toBe(true);
      expect(ratersSizes(bits)).toEqual(
        own.map((list) => ({
          asked: list.filter((code) => code > 0).length,
          read: list.filter((code) => code > UNREAD).length,
          labels: Array.from({ length: labels }, (_, k) => list.filter((code) => code === FIRST_LABEL + k).length),
        })),
      );
    }
  });
});

/** Value, sums by group and groups met, whichever way they were worked out. */
function expectAlike<T>(
  found: ReturnType<typeof kappaOfPair>,
  wanted: { readonly value: T | null; readonly reason: string },
  grouped: (value: T) => GroupedValue,
): void {
  if (wanted.value === null) {
    expect(found).toMatchObject({ value: null, reason: wanted.reason });
    return;
  }
  const { value, sums, met } = grouped(wanted.value);
  expect(found.value?.value).toBeCloseTo(value, 12);
  expect(found.value?.met).toBe(met);
  for (const [g, sum] of sums.entries()) expect(found.value?.sums[g]).toBeCloseTo(sum, 12);
}

describe('phi', () => {
  const { codes, clusters } = drawn({ labels: 2, items: 600, most: 4, holes: [0.1, 0.1] });
  const [a = new Uint16Array(), b = new Uint16Array()] = codes;
  const phi = (lists: readonly RaterCodes[], own: Int32Array) => {
    const bits = labelBits(new CodedRaters(lists, { items: own.length, labels: 2 }), [0, 1], {
      within: null,
      groups: groupsOf(own),
    });
    const [counts] = pairCounts(bits);
    if (counts === undefined) throw new Error('no pair');
    return phiOfPair(counts);
  };

  test('is the correlation of two yes/no facts, and its terms are those of an item', () => {
    const shared = [...a.keys()].filter((i) => (a[i] ?? 0) > UNREAD && (b[i] ?? 0) > UNREAD);
    const facts = shared.map((i) => [(a[i] ?? 0) - FIRST_LABEL, (b[i] ?? 0) - FIRST_LABEL] as const);
    const mean = (list: readonly number[]): number => list.reduce((sum, v) => sum + v, 0) / list.length;
    const [p, q] = [mean(facts.map(([x]) => x)), mean(facts.map(([, y]) => y))];
    const z = facts.map(([x, y]) => [(x - p) / Math.sqrt(p * (1 - p)), (y - q) / Math.sqrt(q * (1 - q))] as const);
    const r = mean(z.map(([x, y]) => x * y));
    const { value } = phi([a, b], clusters);
    expect(value?.value).toBeCloseTo(r, 12);
    const terms = new Map<number, number>();
    for (const [k, [x, y]] of z.entries()) {
      const cluster = clusters[shared[k] ?? 0] ?? 0;
      terms.set(cluster, (terms.get(cluster) ?? 0) + (x * y - (r * (x * x + y * y)) / 2) / shared.length);
    }
    const squares = (list: Iterable<number>): number => [...list].reduce((sum, v) => sum + v * v, 0);
    expect(Math.abs(squares(value?.sums ?? []) / squares(terms.values()) - 1)).toBeLessThan(
      groupsOf(clusters).length === terms.size ? 1e-9 : 0.2,
    );
  });

  test('does not exist where one of the two is always right', () => {
    expect(phi([a.map(() => FIRST_LABEL), b], clusters)).toMatchObject({ value: null });
  });

  test('has the error that leaving out one cluster after the other gives', () => {
    const { value } = phi([a, b], clusters);
    const ids = [...new Set(clusters)];
    const without = ids.map((cluster) => {
      const kept = [...clusters.keys()].filter((i) => clusters[i] !== cluster);
      const part = (list: RaterCodes): RaterCodes => Uint16Array.from(kept, (i) => list[i] ?? 0);
      return (
        phi(
          [part(a), part(b)],
          Int32Array.from(kept, (i) => clusters[i] ?? 0),
        ).value?.value ?? Number.NaN
      );
    });
    const mean = without.reduce((sum, v) => sum + v, 0) / without.length;
    const jackknife = Math.sqrt(((ids.length - 1) / ids.length) * without.reduce((sum, v) => sum + (v - mean) ** 2, 0));
    const se = Math.sqrt((value?.sums ?? new Float64Array()).reduce((sum, v) => sum + v * v, 0));
    expect(se).toBeCloseTo(jackknife, 2);
  });
});
