import { expect, test } from 'vitest';
import { difference, estimate, estimateSummary, type SumTable } from '../../src/stats/cluster.ts';
import { drawn } from '../drawn.ts';
import { uniform } from './helpers.ts';
import { SIMULATED, type SimulatedMetric } from './simulated-judges.ts';
import { sumTables } from './tables.ts';

/** Repetitions per number of clusters: the simulation's own error is then 0.4–0.9 points. */
const REPETITIONS = { 60: 3000, 100: 2000, 200: 2000, 2000: 600 } as const;
const SIZES = drawn<readonly (keyof typeof REPETITIONS)[]>([60, 100, 200, 2000], [60]);

const [empty] = sumTables([[]], 'macro');

function emptyTable(slices: number, clusters: number): SumTable {
  if (empty === undefined) throw new Error('no table');
  return {
    ...empty,
    slices: Array.from({ length: slices }, (_, s) => `slice ${s}`),
    num: new Float64Array(slices * clusters),
    den: new Float64Array(slices * clusters),
  };
}

/**
 * Share of judges, in percent, whose true value lies in the interval. Their level is drawn from a band and not fixed: at one fixed
 * share the coverage of any interval for counts jumps by several points with the share (Brown, Cai & DasGupta 2001).
 */
function coverage(
  metric: SimulatedMetric,
  band: readonly [number, number],
  clusters: number,
  repetitions: number,
  range: readonly [number, number] | null,
): number {
  const random = uniform(clusters);
  const table = emptyTable(metric.slices, clusters);
  let covered = 0;
  for (let i = 0; i < repetitions; i += 1) {
    table.num.fill(0);
    table.den.fill(0);
    const judge = metric.judge(band[0] + (band[1] - band[0]) * random());
    for (let k = 0; k < clusters; k += 1) {
      judge.cluster(random, k, (slice, num, den) => {
        const cell = k * metric.slices + slice;
        table.num[cell] = (table.num[cell] ?? 0) + num;
        table.den[cell] = (table.den[cell] ?? 0) + den;
      });
    }
    const { lo, hi } = estimateSummary(estimate(table), range);
    if (lo !== null && hi !== null && lo <= judge.truth && judge.truth <= hi) covered += 1;
  }
  return (100 * covered) / repetitions;
}

const cases = SIMULATED.flatMap((metric) =>
  (['low', 'middle', 'high'] as const).flatMap((band) => SIZES.map((clusters) => ({ metric, band, clusters }))),
);

test.each(cases)('95 % intervals: $metric.name, $band values, $clusters clusters', ({ metric, band, clusters }) => {
  const share = coverage(metric, metric.levels[band], clusters, REPETITIONS[clusters], metric.range);
  expect(share).toBeGreaterThanOrEqual(93);
  expect(share).toBeLessThanOrEqual(metric.most);
});

test('the simulation is hard enough: the plain interval fails it for BD near 1 and PAcc near 0 at 60 clusters', () => {
  for (const [name, band] of [
    ['BD', 'high'],
    ['PAcc', 'low'],
  ] as const) {
    const metric = SIMULATED.find((m) => m.name === name);
    if (metric === undefined) throw new Error(name);
    expect(coverage(metric, metric.levels[band], 60, 1000, null)).toBeLessThan(91);
  }
});

/** Two judges who answer 1–3 items per cluster, the same way with probability ½. */
function pairedCoverage(band: readonly [number, number], clusters: number, repetitions: number): number {
  const random = uniform(clusters + 1);
  const level = () => band[0] + (band[1] - band[0]) * random();
  const tables = [emptyTable(1, clusters), emptyTable(1, clusters)] as const;
  let covered = 0;
  for (let i = 0; i < repetitions; i += 1) {
    const levels = [level(), level()] as const;
    for (let k = 0; k < clusters; k += 1) {
      const items = 1 + Math.floor(random() * 3);
      const right = [0, 0];
      for (let item = 0; item < items; item += 1) {
        const luck = random();
        const other = random() < 0.5 ? luck : random();
        right[0] = (right[0] ?? 0) + (luck < levels[0] ? 1 : 0);
        right[1] = (right[1] ?? 0) + (other < levels[1] ? 1 : 0);
      }
      for (const [j, table] of tables.entries()) {
        table.num[k] = right[j] ?? 0;
        table.den[k] = items;
      }
    }
    const [a, b] = tables.map((table) => estimate(table).value);
    if (!a || !b) throw new Error('no estimate');
    const { lo, hi } = difference({ other: a, base: b }, [0, 1]);
    const truth = levels[0] - levels[1];
    if (lo !== null && hi !== null && lo <= truth && truth <= hi) covered += 1;
  }
  return (100 * covered) / repetitions;
}

test.each([
  { band: [0.03, 0.15], clusters: 60 },
  { band: [0.2, 0.8], clusters: 60 },
  { band: [0.85, 0.97], clusters: 200 },
] as const)('95 % intervals of paired differences: values in $band, $clusters clusters', ({ band, clusters }) => {
  const share = pairedCoverage(band, clusters, 2000);
  expect(share).toBeGreaterThanOrEqual(93);
  expect(share).toBeLessThanOrEqual(97);
});
