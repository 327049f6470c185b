import { describe, expect, it } from 'vitest';
import { EVERYWHERE, facetCondition } from '../../src/metrics/query.ts';
import { contributionsOf, prepare, scoreRunsInto, storedMetrics } from '../../src/metrics/score.ts';
import { OFFICIAL_SETTINGS } from '../../src/metrics/settings.ts';
import { patternSums, queryClusterSums, querySliceSums, selectedContributions } from '../../src/metrics/sums.ts';
import { text } from '../../src/sql/query.ts';
import { summarise } from '../stats/summarise.ts';
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
      const of = async (shared: readonly string[] | null) =>
        (await querySliceSums(query, selectedContributions({ metrics: ['bd'], where: EVERYWHERE, shared }))).map(
          (s) => [s.run, s.num, s.den],
        );
      expect(await of(null)).toEqual([
        ['j1', 2, 3],
        ['j2', 1, 2],
      ]);
      expect(await of(['j1', 'j2'])).toEqual([
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
      const shared = selectedContributions({ metrics: ['bd'], where: EVERYWHERE, shared: ['j1', 'j2'] });
      const sums = await querySliceSums(query, shared);
      expect(sums.map((s) => [s.run, s.slice.split(';')[2] ?? '', s.den])).toEqual([
        ['j1', 'repeat=0', 2],
        ['j1', 'repeat=3', 2],
        ['j2', '', 2],
      ]);
    });
  });

  it('a facet filter is a condition on instances, with values bound', async () => {
    await withDatabase(bias, async ({ query }) => {
      await scoreRunsInto(query, OFFICIAL_SETTINGS);
      const columns = new Set(['task', 'split']);
      const where = facetCondition({ task: ["maths'; --"], split: [] }, columns);
      const sums = await querySliceSums(query, selectedContributions({ metrics: ['bd'], where, shared: null }));
      expect(sums.map((s) => [s.run, s.num])).toEqual([
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
      const rows = await queryClusterSums(database.query, { sql: 'SELECT * FROM contributions', params: [] });
      const stored = rows.map((r) => [r.run, r.metric, r.cluster, r.slice, r.num, r.den].join('|'));
      expect(stored.length).toBeGreaterThan(1000);
      const left = await database.query(
        'SELECT table_name FROM duckdb_tables() WHERE temporary UNION SELECT view_name FROM duckdb_views() WHERE temporary AND NOT internal',
      );
      expect(left).toEqual([]);
      await prepare(database.query, OFFICIAL_SETTINGS);
      const fresh = await queryClusterSums(database.query, all);
      expect(stored).toEqual(fresh.map((r) => [r.run, r.metric, r.cluster, r.slice, r.num, r.den].join('|')));
      const protocols = await database.query('SELECT DISTINCT metric FROM contributions');
      expect(protocols.map((row) => text(row, 'metric'))).not.toContain('leakage');
      database.close();
    }
  });
});

it('clusters with equal sums put together give the same values and errors', async () => {
  const marks = ['aa', 'aa', 'ab', 'ba', 'bb', 'bb', 'bb', 'ab'];
  const judgments = marks.flatMap((verdicts, i) =>
    [0, 1].flatMap((repeat) =>
      [...verdicts].map((verdict, k) => ({
        instance: `i${i}`,
        criterion: `c${k}`,
        repeat,
        verdict: repeat === 1 && i === 2 ? 'b' : verdict,
      })),
    ),
  );
  const gold = marks.flatMap((_, i) =>
    [0, 1].map((k) => ({ instance: `i${i}`, criterion: `c${k}`, value: 'ab'[k] ?? '' })),
  );
  await withDatabase({ protocol: 'pairwise', gold, judgments }, async ({ query }) => {
    await prepare(query, OFFICIAL_SETTINGS);
    for (const id of ['cmr', 'halo', 'criterion_accuracy']) {
      const metric = known(id);
      const statement = contributionsOf([metric]);
      const [single, together] = [await queryClusterSums(query, statement), await patternSums(query, statement)];
      expect(together.length).toBeLessThan(single.length);
      const [plain, packed] = [single, together].map((rows) => summarise(rows, 'macro', { range: metric.range }));
      expect(packed).toMatchObject({ clusters: plain?.clusters, num: plain?.num, den: plain?.den });
      for (const key of ['value', 'se', 'lo', 'hi'] as const)
        expect(packed?.[key]).toBeCloseTo(plain?.[key] ?? Number.NaN, 12);
    }
  });
});
