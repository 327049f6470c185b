import { expect, test } from 'vitest';
import { estimate, type SumTable, sumTables, summary } from '../../src/stats/cluster.ts';
import { uniform } from './random.ts';
import { SIMULATED, type SimulatedMetric } from './simulated-judges.ts';

/** Repetitions per number of clusters: the simulation's own error is then 0.3–0.6 points. */
const REPETITIONS = { 60: 6000, 200: 4000, 2000: 1200 } as const;
const SIZES = [60, 200, 2000] as const;

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
function coverage(metric: SimulatedMetric, band: readonly [number, number], clusters: number, repetitions: number) {
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
    const { lo, hi } = summary(estimate(table), [0, 1]);
    if (lo !== null && hi !== null && lo <= judge.truth && judge.truth <= hi) covered += 1;
  }
  return (100 * covered) / repetitions;
}

const cases = SIMULATED.flatMap((metric) =>
  (['low', 'middle', 'high'] as const).flatMap((band) => SIZES.map((clusters) => ({ metric, band, clusters }))),
);

test.each(cases)('95 % intervals: $metric.name, $band values, $clusters clusters', async ({ metric, band, clusters }) => {
  const share = coverage(metric, metric.levels[band], clusters, REPETITIONS[clusters]);
  if (process.env.SHOW) (await import('node:fs')).appendFileSync('/tmp/jb-stats/cov.txt', [metric.name, band, clusters, share.toFixed(1)].join(' ') + '\n');
  expect(share).toBeGreaterThanOrEqual(93);
  expect(share).toBeLessThanOrEqual(97);
});
