import { describe, expect, it } from 'vitest';
import { EVERYWHERE, facetCondition, OFFICIAL_SETTINGS } from '../../src/metrics/query.ts';
import { contributionsOf, prepare, scoreRunsInto, storedMetrics } from '../../src/metrics/score.ts';
import { readSums, sharedSums, sliceSums } from '../../src/metrics/sums.ts';
import { valueOfRun } from '../../src/metrics/values.ts';
import { text } from '../../src/sql/query.ts';
import { clusterSums } from './cluster-sums.ts';
import { openDatabase } from './database.ts';
import { generate } from './generate.ts';
import { ATTRIBUTES, load } from './load.ts';
import { known, type Small, withDatabase } from './small.ts';

const DIMENSION = { dimension: 'integrity', bias_type: 'text-dominance' };
/** Two runs with the scores before and after; s1 is eligible for BD in run j1 only. */
const bias: Small = {
  protocol: 'perturbation',
  instances: ['s0', 's1', 's2'].map((instance) => ({
    instance,
    ...DIMENSION,
    task: instance === 's2' ? "maths'; --" : 'coding',
  })),
  judgments: Object.entries({ j1: [5, 1, 9, 9, 4, 1], j2: [3, 1, 1, 1, 7, 7] }).flatMap(([run, scores]) =>
    scores.map((value, k) => ({ run, instance: `s${k >> 1}`, condition: k % 2 ? 'after' : 'base', score: value })),
  ),
};

describe('sums of contributions', () => {
  it('common support keeps what every run has', async () => {
    await withDatabase(bias, async ({ query }) => {
      await scoreRunsInto(query, OFFICIAL_SETTINGS);
      const own = await readSums(query, { metrics: [known('bd')] });
      const of = (sums: typeof own) => sliceSums(sums.rows).map((s) => [s.run, s.num, s.den]);
      expect(of(own)).toEqual([
        ['j1', 2, 3],
        ['j2', 1, 2],
      ]);
      expect(of(sharedSums(own, ['j1', 'j2']))).toEqual([
        ['j1', 2, 2],
        ['j2', 1, 2],
      ]);
    });
  });

  it('common support pairs runs with different repeats', async () => {
    const again = bias.judgments.map((j) => ({ ...j, repeat: j.run === 'j1' ? 3 : 0 }));
    const twice = { ...bias, judgments: [...bias.judgments.filter((j) => j.run === 'j1'), ...again] };
    await withDatabase(twice, async ({ query }) => {
      await scoreRunsInto(query, OFFICIAL_SETTINGS);
      const { rows } = sharedSums(await readSums(query, { metrics: [known('bd')] }), ['j1', 'j2']);
      expect(sliceSums(rows).map((s) => [s.run, s.slice.split(';')[2] ?? '', s.den])).toEqual([
        ['j1', 'repeat=0', 2],
        ['j1', 'repeat=3', 2],
        ['j2', '', 2],
      ]);
    });
  });

  it('a value over the rows of two metrics counts every cluster once, also where clusters are alike under one of them', async () => {
    const place = (instance: string, cluster: string, dimension: string) => ({
      ...{ instance, cluster, dimension, bias_type: dimension },
    });
    // Both clusters are alike under BD; one of them alone has a row of BC.
    const instances = [place('s0', 'c0', 'integrity'), place('s1', 'c1', 'integrity'), place('s2', 'c0', 'robustness')];
    const judgments = instances.flatMap(({ instance }) => [
      { instance, condition: 'base', score: 5 },
      { instance, condition: 'after', score: 1 },
    ]);
    await withDatabase({ protocol: 'perturbation', instances, judgments }, async ({ query }) => {
      await scoreRunsInto(query, OFFICIAL_SETTINGS);
      const sums = await readSums(query, { metrics: [known('reliability')] });
      expect(valueOfRun(sums, known('reliability'), { run: 'r' })).toMatchObject({ n: 3, summary: { clusters: 2 } });
    });
  });

  it('a facet filter is a condition on instances, with values bound', async () => {
    await withDatabase(bias, async ({ query }) => {
      await scoreRunsInto(query, OFFICIAL_SETTINGS);
      const columns = new Set(['task', 'split']);
      const where = facetCondition({ task: ["maths'; --"], split: [] }, columns);
      const { rows } = await readSums(query, { metrics: [known('bd')], where });
      expect(sliceSums(rows).map((s) => [s.run, s.num])).toEqual([
        ['j1', 1],
        ['j2', 0],
      ]);
      expect(facetCondition({}, columns)).toBe(EVERYWHERE);
      expect(() => facetCondition({ 'task" OR true --': ['x'] }, columns)).toThrow(/no facet.*task, split/);
    });
  });

  it('stores contributions that add up to those selected afresh', async () => {
    for (const clustered of [true, false]) {
      const sets = Array.from({ length: 80 }, (_, n) => generate(n));
      if (!clustered) for (const i of sets.flatMap((s) => s.instances)) i.cluster = '';
      const database = await openDatabase(ATTRIBUTES);
      await load(database, sets);
      await scoreRunsInto(database.query, OFFICIAL_SETTINGS);
      const all = contributionsOf(storedMetrics(new Set(['pairwise', 'perturbation', 'pointwise', 'critique'])));
      const rows = await clusterSums(database.query, 'SELECT * FROM contributions');
      const stored = rows.map((r) => [r.run, r.metric, r.cluster, r.slice, r.num, r.den].join('|'));
      expect(stored.length).toBeGreaterThan(1000);
      const left = await database.query(
        'SELECT table_name FROM duckdb_tables() WHERE temporary UNION SELECT view_name FROM duckdb_views() WHERE temporary AND NOT internal',
      );
      expect(left).toEqual([]);
      await prepare(database.query, OFFICIAL_SETTINGS);
      const fresh = await clusterSums(database.query, all.sql);
      expect(stored).toEqual(fresh.map((r) => [r.run, r.metric, r.cluster, r.slice, r.num, r.den].join('|')));
      const protocols = await database.query('SELECT DISTINCT metric FROM contributions');
      expect(protocols.map((row) => text(row, 'metric'))).not.toContain('leakage');
      database.close();
    }
  });
});
