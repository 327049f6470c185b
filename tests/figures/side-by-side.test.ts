import { expect, test } from 'vitest';
import {
  asideOf,
  type FigureChoices,
  type FigureScope,
  type InstanceFigure,
  loadFigure,
  MOST_BESIDE,
  runsBeside,
} from '../../src/figures/kit/case-figure.ts';
import { EVERYWHERE } from '../../src/metrics/query.ts';

/** So many judges with a run without a setting and one with an example each. */
const runsOf = (judges: number) =>
  Array.from({ length: judges }, (_, j) =>
    ['hinted', ''].map((variant) => ({
      run: `j${j}${variant}`,
      label: `Judge ${j}`,
      protocol: 'pairwise' as const,
      judge: `j${j}`,
      variant,
      // Later judges say more often what people say.
      asPeople: j,
    })),
  ).flat();

test('of many runs one of each judge stands side by side at first, the one without a setting; of few all', () => {
  expect(asideOf(runsOf(6))).toEqual(new Set());
  expect(asideOf(runsOf(7))).toEqual(new Set(Array.from({ length: 7 }, (_, j) => `j${j}hinted`)));
  const alone = runsOf(7).filter(({ variant, judge }) => judge !== 'j0' || variant === 'hinted');
  expect(asideOf(alone).has('j0hinted')).toBe(false);
  expect(asideOf(runsOf(7).map((run) => ({ ...run, judge: run.run }))).size).toBe(0);
});

test('66 runs: the 16 judges nearest to people at first, at most 40 whatever is asked for, in the order of the page', () => {
  const known = runsOf(33);
  const aside = asideOf(known);
  const runs = known.map((run) => ({ ...run, ...(aside.has(run.run) ? { aside: true } : {}) }));
  expect(runsBeside({ runs }, 'pairwise', [])).toEqual(Array.from({ length: 16 }, (_, j) => `j${17 + j}`));
  const all = runs.map(({ run }) => run);
  expect(runsBeside({ runs }, 'pairwise', all)).toEqual(all.slice(0, MOST_BESIDE));
  expect(runsBeside({ runs }, 'pairwise', ['j3', 'j1hinted'])).toEqual(['j1hinted', 'j3']);
  expect(runsBeside({ runs }, 'critique', [])).toEqual([]);
});

test('a figure of judges side by side is loaded with those runs, another with all', async () => {
  const choices = { runs: runsOf(2) } as unknown as FigureChoices;
  const figure = (reads: 'beside' | 'runs'): InstanceFigure<readonly string[]> => ({
    id: 'made',
    title: 'Made',
    protocol: 'pairwise',
    topic: 'judges',
    reads: [reads],
    view: () => null,
    load: async (_query, _scope, { runs }) => runs.map(({ run }) => run),
  });
  const scope: FigureScope = { where: EVERYWHERE, runs: {}, beside: { pairwise: ['j1', 'j0hinted'] } };
  const query = async () => [];
  expect(await loadFigure(figure('beside'), query, { scope, choices })).toEqual(['j0hinted', 'j1']);
  expect(await loadFigure(figure('runs'), query, { scope, choices })).toHaveLength(4);
});
