import { expect, test } from 'vitest';
import { OFFICIAL_SETTINGS } from '../../src/metrics/query.ts';
import { scoreRunsInto } from '../../src/metrics/score.ts';
import { judgeRates, tabledSource } from '../../src/scoring/board-values.ts';
import { randomFrom } from '../metrics/generate.ts';
import { withDatabase } from '../metrics/small.ts';
import { type ClusterCounts, clusteredRates } from '../stats/clustered-rates.ts';

type Pair = {
  readonly split: string;
  readonly cluster: string;
  readonly said: string;
  readonly verdict: string | null;
};

/** Draws pairs of one split with labels and answers of these kinds. */
function pairsOf(split: string, n: number, kinds: readonly string[]): Pair[] {
  const next = randomFrom(n);
  const one = (list: readonly string[]) => list[Math.floor(next() * list.length)] ?? '';
  return Array.from({ length: n }, () => {
    const said = one(kinds);
    const verdict = next() < 0.5 ? said : one([...kinds, 'tie', '']);
    return {
      split,
      cluster: `${split} ${Math.floor((next() * n) / 3)}`,
      said,
      verdict: verdict === '' ? null : verdict,
    };
  });
}

/** Counts by cluster, from the definition: pairs in which both prefer one. */
function countsOf(pairs: readonly Pair[]): ClusterCounts[] {
  const both = pairs.filter(({ said, verdict }) => /^[ab]$/.test(said) && /^[ab]$/.test(verdict ?? ''));
  const count = (own: readonly Pair[], said: string, verdict: RegExp) =>
    own.filter((pair) => pair.said === said && verdict.test(pair.verdict ?? '')).length;
  return [...Map.groupBy(both, ({ cluster }) => cluster).values()].map(
    (own) => [count(own, 'a', /a/), count(own, 'a', /[ab]/), count(own, 'b', /a/), count(own, 'b', /[ab]/)] as const,
  );
}

const SPLITS = {
  level: pairsOf('level', 90, ['a', 'b', 'tie', 'both_bad']),
  decided: pairsOf('decided', 60, ['a', 'b']),
  onlyA: pairsOf('onlyA', 12, ['a']),
};

test('rates of a run and their errors are those counted by cluster, in splits with and without ties; labels of one kind give none', async () => {
  const pairs = Object.values(SPLITS).flat();
  const rates = await withDatabase(
    {
      protocol: 'pairwise',
      instances: pairs.map(({ split, cluster }, i) => ({ instance: `i${i}`, split, cluster })),
      gold: pairs.map(({ said }, i) => ({ instance: `i${i}`, value: said })),
      judgments: pairs.map(({ verdict }, i) => ({
        instance: `i${i}`,
        verdict,
        parse: verdict === null ? 'failed' : 'ok',
      })),
    },
    async ({ query }) => {
      await scoreRunsInto(query, OFFICIAL_SETTINGS);
      const source = await tabledSource(query);
      return Promise.all(Object.keys(SPLITS).map(async (split) => (await judgeRates(source, split)).get('r')));
    },
  );
  for (const [i, split] of (['level', 'decided'] as const).entries()) {
    const expected = clusteredRates(countsOf(SPLITS[split]));
    const found = rates[i];
    expect([found?.n, found?.clusters], split).toEqual([expected.n, expected.clusters]);
    expect(found?.tpr).toBeCloseTo(expected.tpr, 12);
    expect(found?.tnr).toBeCloseTo(expected.tnr, 12);
    for (const [j, error] of (found?.errors ?? [0, 0, 0]).entries())
      expect(error, `${split} ${j}`).toBeCloseTo(expected.errors?.[j] ?? Number.NaN, 12);
  }
  expect(rates[2]).toBeUndefined();
});
