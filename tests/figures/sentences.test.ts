import { expect, test } from 'vitest';
import { agreementSentence, sharedErrorsSentence } from '../../src/figures/cases/Agreement.tsx';
import { allOrNothingSentence } from '../../src/figures/cases/AllOrNothing.tsx';
import { conflictsSentence, leakageSentence } from '../../src/figures/cases/Conflicts.tsx';
import { discriminationSentence } from '../../src/figures/cases/Discrimination.tsx';
import { funnelSentence } from '../../src/figures/cases/Funnel.tsx';
import { selfEnhancementSentence } from '../../src/figures/cases/QualityBands.tsx';
import { scorePairsSentence } from '../../src/figures/cases/ScorePairs.tsx';
import { matrixSentence } from '../../src/figures/instance-matrix/InstanceMatrix.tsx';
import { clusterOrder } from '../../src/figures/kit/cluster-order.ts';
import { type RaterPair, rankedPairs, similarOrder } from '../../src/figures/kit/PairMatrix.tsx';
import type { Estimated } from '../../src/figures/kit/words.ts';
import { lengthSentence } from '../../src/figures/length-score/data.ts';

const estimated = (value: number | null): Estimated => ({
  value,
  lo: null,
  hi: null,
  n: 10,
  reason: 'too few',
});
const criteria = [
  { id: 'x', label: 'Ex' },
  { id: 'y', label: 'Why' },
  { id: 'z', label: 'Zed' },
];

test('a line per split names whose labels agree least; a split without a value is left out', () => {
  const cell = { criterion: 'x', n: 10, conflicts: 4, noPhi: '', matched: estimated(0.5) };
  const cells = [
    { ...cell, other: 'y', phi: 0.2 },
    { ...cell, other: 'z', phi: -0.3 },
  ];
  const panel = { id: 'one', label: 'One', criteria, cells, whole: estimated(0.625) };
  const nothing = { ...panel, id: 'two', label: 'Two', whole: estimated(null) };
  expect(conflictsSentence({ run: 'a', label: 'Judge A', panels: [panel, nothing] })).toBe(
    'One: labels of Ex and Zed agree least (φ −0.30); Judge A is right on both in 62.5 % of conflicts.',
  );
});

test('the strongest leak is named; a judge without answers says nothing', () => {
  const panel = (values: readonly (number | null)[]) => ({
    ...{ id: '', label: 'All', criteria, whole: estimated(0.1) },
    cells: values.map((value, i) => ({ criterion: 'x', other: i === 0 ? 'y' : 'z', leaked: estimated(value) })),
  });
  const said = (values: readonly (number | null)[]): string =>
    leakageSentence({ run: 'a', label: 'A', panels: [panel(values)] });
  expect(said([0.4, 0.1])).toMatch(/^All: A most often answers for Why when asked for Ex \(40\.0\s%/);
  expect(said([null, 0.1])).toMatch(/answers for Zed when asked for Ex \(10\.0\s%/);
  expect(said([null, null])).toBe('');
});

test('the judge that is best at following every criterion, and the one that separates criteria best, are named per split', () => {
  const row = (label: string, value: number | null) => ({
    ...{ run: label, label, all: estimated(0), calm: estimated(0), conflict: estimated(value) },
    ...{ noticed: estimated(0), falseAlarms: estimated(0), j: estimated(value), halo: estimated(0), tos: estimated(0) },
  });
  const panel = (label: string, rows: readonly ReturnType<typeof row>[]) => ({
    ...{ id: label, label, rows, prompts: 9, conflictPrompts: 9, conflictPairs: 9, references: [], coinTos: null },
  });
  const panels = [panel('One', [row('A', 0.25), row('B', 0.5), row('C', null)]), panel('Two', [row('A', null)])];
  expect(allOrNothingSentence({ panels })).toMatch(/^One: B is right most often where criteria conflict, 50\.0\s%/);
  expect(discriminationSentence({ panels })).toBe('One: B separates criteria best (J 50.0 points).');
});

test('the change that a judge notices least, and the one that moves its scores most, are named with their values', () => {
  const panel = (label: string, metric: string, value: number | null) => ({
    ...{ id: label, label, about: '', dimension: '', dimensionLabel: '', metric, cells: [], pairs: 1, unscored: 0 },
    ...{ leftOut: 0, value: { value, lo: null, hi: null, reason: '' } },
  });
  const panels = [
    ...[panel('Cropped', 'bd', 0.5), panel('Swapped', 'bd', 0.25)],
    ...[panel('Padded', 'bc', 0.75), panel('Reworded', 'bc', 0.875), panel('Nothing', 'bc', null)],
  ];
  expect(scorePairsSentence({ run: 'a', label: 'A', panels })).toBe(
    'A notices Swapped (BD\u00a00.25) least and is least steady under Padded (BC\u00a00.75).',
  );
  expect(scorePairsSentence({ run: 'a', label: 'A', panels: panels.slice(2) })).toBe(
    'A is least steady under Padded (BC\u00a00.75).',
  );
  expect(scorePairsSentence({ run: 'a', label: 'A', panels: [] })).toBe('');
});

test('the strongest favour is named by judge and writer', () => {
  const cell = (generator: string, favour: number) => ({ generator, n: 5, score: 5, favour, own: false });
  const rows = [
    { run: 'a', label: 'A', cells: [cell('x', 0.1), cell('y', -0.4)] },
    { run: 'b', label: 'B', cells: [cell('x', -0.1), cell('y', 0.4)] },
  ];
  const data = { generators: criteria, rows, incomplete: [] };
  expect(selfEnhancementSentence(data)).toBe('B favours Why most, by +0.40 points.');
  expect(selfEnhancementSentence({ ...data, rows: [] })).toBe('');
});

test('pairs that were lost are counted apart from those in a value', () => {
  const total = { pairs: 1200, parsed: 900, eligible: 800, scored: 700, abstained: 200, unparsed: 200, lowest: 100 };
  expect(funnelSentence({ run: 'a', label: 'A', repeats: 1, total, byType: {} })).toMatch(
    /^Of 1\s?200 pairs of A, 900 have both scores, 800 could show a change, and 700 are counted\.$/,
  );
  expect(funnelSentence(undefined)).toBe('The chosen judge has no pairs here.');
});

test('a slope is told per doubling, a missing one with its reason', () => {
  const shared = { slope: 1 / Math.LN2, lo: 0.5 / Math.LN2, hi: 1.5 / Math.LN2 };
  const said = (more: object): string => lengthSentence({ of: 'critique', ...more } as never);
  expect(said({ shared })).toBe('Within judges, a critique twice as long scores +1.00 points [+0.50, +1.50] (dashed).');
  expect(said({ of: 'right', shared: { slope: -0.1 / Math.LN2, lo: -0.2 / Math.LN2, hi: 0.05 / Math.LN2 } })).toBe(
    'Within judges, twice the length of the reason goes with −10.0 percentage points [−20.0, +5.0] of right answers (dashed).',
  );
  expect(said({ shared: null, sharedReason: 'one length only' })).toBe('No slope within judges: one length only.');
});

const pairOf = (value: number | null): RaterPair => ({
  ...{ n: 5, left: 0, reason: '' },
  statistic: value === null ? null : { value, lo: null, hi: null },
});

test('the two judges most alike are named, people aside; errors that go together are counted beside chance', () => {
  const row = (run: string) => ({ run, label: run === '' ? 'Labels' : run, asked: 5, read: 5, wrong: 2 });
  const rows = [row(''), row('A'), row('B')];
  const pairs = [pairOf(0.9), pairOf(0.1), pairOf(0.5)];
  const data = { protocol: 'pairwise', weights: 'equal', rows, pairs, items: 5, ownLabels: [] } as const;
  expect(agreementSentence(data)).toBe('Most alike: A and B, κ\u00a00.50.');
  expect(agreementSentence({ ...data, rows: rows.slice(0, 2), pairs: [pairOf(0.9)] })).toBe('');
  const together = pairs.map((pair) => ({ ...pair, both: 2, expected: 0.75 }));
  expect(sharedErrorsSentence({ ...data, pairs: together })).toBe(
    'Labels and A share the most errors: 2, where 0.8 are expected by chance.',
  );
});

test('of judges in the order of their errors the first and the last are named; one alone is not compared', () => {
  const row = (label: string, value: number | null) => ({
    ...{ run: label, label, levels: '', wrong: 1, read: 4 },
    wrongShare: value === null ? null : { value, lo: null, hi: null },
  });
  const said = (rows: readonly ReturnType<typeof row>[]): string => matrixSentence({ rows } as never);
  expect(said([row('A', 0.1), row('B', 0.2), row('C', 0.4), row('D', null)])).toBe(
    'A is wrong least often (10.0 % of its answers), C most often (40.0 %).',
  );
  expect(said([row('A', 0.1)])).toBe('');
});

test('pairs of rows stand in the order of their statistic, those without one last', () => {
  const ranked = rankedPairs(['a', 'b', 'c'], [pairOf(null), pairOf(-0.5), pairOf(0.5)]);
  expect(ranked.map(({ one, other }) => one + other)).toEqual(['bc', 'ac', 'ab']);
});

test('no rows have no order', () => {
  expect(clusterOrder([])).toEqual([]);
});

test('rows that are alike stand side by side, those without any statistic last', async () => {
  // Rows 0 and 3 are alike, 1 has no statistic, 4 is not to be ordered.
  const values = [null, 0.1, 0.9, 0.2, null, null, null, 0.1, 0.2, 0.2];
  expect(await similarOrder(values.map(pairOf), [0, 1, 2, 3], 5)).toEqual([2, 3, 0, 1]);
});
