import { expect, test } from 'vitest';
import { metricById } from '../../src/metrics/index.ts';
import { loadData } from '../../src/release/load.ts';

test('how often a judge decides, how often it says A and which way it leans have one unit on every benchmark', async () => {
  const { value } = await loadData('.');
  const uses = (value?.benchmarks ?? []).flatMap(({ benchmark }) =>
    benchmark.metrics.map((use) => ({ ...use, benchmark: benchmark.id })),
  );
  for (const id of ['share_decided', 'share_a', 'lean']) {
    const own = uses.filter((use) => use.id === id);
    const unit = metricById(id)?.unit;
    expect(unit).toBe('ratio');
    expect(
      own.map((use) => [use.benchmark, use.unit, use.decimals]),
      id,
    ).toEqual(own.map(({ benchmark }) => [benchmark, unit, undefined]));
  }
  expect(uses.some(({ id }) => id === 'share_decided')).toBe(true);
});
