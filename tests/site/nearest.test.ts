import { expect, test } from 'vitest';
import { Benchmark } from '../../src/schema/benchmark.ts';
import type { Manifest } from '../../src/schema/release.ts';
import { casesElsewhere } from '../../src/site/cases/cases.ts';

const criteria = [{ id: 'logic', split: 'all', label: 'Logic', about: 'Does it follow?' }];
const made = (id: string, order: number, more: Partial<Benchmark> = {}): Benchmark =>
  Benchmark.parse({
    ...{ id, order, name: id.toUpperCase(), tagline: 'x', summary: ['x'], protocol: 'pairwise', data_licence: 'none' },
    ...{ metrics: [], ...more },
  });
const manifest = (...withCases: readonly string[]): Manifest =>
  ({ benchmarks: withCases.map((id) => ({ id, instances: {} })) }) as unknown as Manifest;
const names = (benchmark: Benchmark, all: readonly Benchmark[], cases: Manifest): readonly string[] =>
  casesElsewhere(benchmark, { benchmarks: all, manifest: cases }).map(({ id }) => id);

const paper = made('paper', 1, { criteria });
const votes = made('votes', 2);
const ratings = made('ratings', 3, { criteria });
const texts = made('texts', 4, { protocol: 'critique' });
const shapes = made('shapes', 0, { synthetic: true, criteria });
const all = [shapes, paper, votes, ratings, texts];

test('real cases of the same kind come first, data of programs last, whatever the order of the list', () => {
  expect(names(paper, all, manifest('shapes', 'texts', 'votes', 'ratings'))).toEqual([
    'ratings',
    'votes',
    'texts',
    'shapes',
  ]);
  expect(names(made('critic', 9, { protocol: 'critique' }), all, manifest('shapes', 'votes', 'texts'))).toEqual([
    'texts',
    'votes',
    'shapes',
  ]);
});

test('neither itself nor a benchmark without cases; none where nobody has cases', () => {
  expect(names(votes, all, manifest('votes', 'shapes'))).toEqual(['shapes']);
  expect(names(votes, all, manifest())).toEqual([]);
});
