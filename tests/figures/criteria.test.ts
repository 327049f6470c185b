import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findPlaces } from '../../src/cases/sets.ts';
import { ANY_ANSWERS, EVERY_CASE } from '../../src/cases/wanted.ts';
import { allOrNothingFigure } from '../../src/figures/cases/AllOrNothing.tsx';
import { conflictsFigure, leakageFigure } from '../../src/figures/cases/Conflicts.tsx';
import { discriminationFigure } from '../../src/figures/cases/Discrimination.tsx';
import { SLICE_FIGURES, type SlicesData } from '../../src/figures/cases/Slices.tsx';
import type { FigureChoices, FigureScope } from '../../src/figures/kit/case-figure.ts';
import { CASE_FIGURES } from '../../src/figures/page/case-figures.ts';
import { gatherCuts } from '../../src/figures/page/gather-figures.ts';
import { EVERYWHERE, facetCondition } from '../../src/metrics/query.ts';
import { CASES, openSmall, RUNS, type Small } from '../cases/fixture.ts';

/**
 * The fixture: on every case people prefer a on `clear` and b on `true`. A judge is right on both (+), on `true` only (-), unreadable
 * on both (?) or was not asked (.). Judge A has + + - - + ? + . and judge B + - + - ? - . .
 */
let small: Small;
let choices: FigureChoices;
const [A, B] = RUNS;
const scope = (run: string, task?: string): FigureScope => ({
  where: task === undefined ? EVERYWHERE : facetCondition({ task: [task] }, new Set(['task'])),
  runs: { pairwise: run },
});

beforeAll(async () => {
  small = await openSmall();
  const runs = RUNS.map((run) => ({ run, label: run.toUpperCase(), protocol: 'pairwise' as const, judge: run }));
  const known = { ...small.choices, runs, biasTypes: [] };
  choices = { ...known, cuts: await gatherCuts(small.query, known) };
});
afterAll(() => small.close());

const exact = (value: number) => expect.closeTo(value, 12);

describe('conflicts', () => {
  test('people above, a judge below, each with its n', async () => {
    const data = await conflictsFigure.load(small.query, scope(A), choices);
    expect(data?.panels).toHaveLength(1);
    const [panel] = data?.panels ?? [];
    expect(panel?.cells).toMatchObject([
      // All eight cases conflict and neither label varies; A was asked on seven and right on both in four.
      { criterion: 'clear', other: 'true', conflicts: 8, n: 8, phi: null, matched: { value: exact(4 / 7), n: 7 } },
    ]);
    expect(panel?.cells[0]?.matched.lo).toBeLessThan(4 / 7);
    expect(panel?.cells[0]?.matched.hi).toBeGreaterThan(4 / 7);
  });

  test('another judge, and a selection of cases', async () => {
    const other = await conflictsFigure.load(small.query, scope(B), choices);
    expect(other?.panels[0]?.whole).toMatchObject({ value: exact(2 / 6), n: 6 });
    const selected = await conflictsFigure.load(small.query, scope(A, 'count'), choices);
    // Cases 0, 1, 4 and 7 have the task: A has + + + and was not asked on the last.
    expect(selected?.panels[0]).toMatchObject({ cells: [{ conflicts: 4 }], whole: { value: 1, n: 3 } });
  });

  test('labels that go together have a phi above 0', async () => {
    const own = await openSmall();
    // People now prefer b on `clear` in cases 0 and 2, and a on both criteria in case 1: aa 1, ab 5, ba 0, bb 2.
    await own.query("UPDATE gold SET value = 'b' WHERE criterion = 'clear' AND instance IN ('case-0', 'case-2')");
    await own.query("UPDATE gold SET value = 'a' WHERE instance = 'case-1'");
    const data = await conflictsFigure.load(own.query, scope(A), choices);
    own.close();
    expect(data?.panels[0]?.cells).toMatchObject([{ conflicts: 5, n: 8, phi: exact(2 / Math.sqrt(6 * 2 * 1 * 7)) }]);
  });

  test('a selection without labels has none', async () => {
    expect(await conflictsFigure.load(small.query, scope(A, 'nothing of the kind'), choices)).toBeNull();
  });
});

test('PAcc with and without a conflict beside what trivial judges reach', async () => {
  const data = await allOrNothingFigure.load(small.query, scope(A), choices);
  expect(data?.panels).toMatchObject([
    {
      prompts: 8,
      conflictPrompts: 8,
      // Two criteria: a coin is right on both in a quarter; one verdict never.
      references: [
        { label: 'Coin flip', all: 0.25, conflict: 0.25, calm: null },
        { label: 'One-verdict oracle', all: 0, conflict: 0, calm: null },
      ],
      rows: [
        { run: A, all: { value: exact(4 / 7), n: 7 }, conflict: { value: exact(4 / 7) }, calm: { value: null } },
        { run: B, all: { value: exact(2 / 6), n: 6 } },
      ],
    },
  ]);
});

test('discrimination: noticed conflicts, TOS and halo, the best first', async () => {
  const data = await discriminationFigure.load(small.query, scope(A), choices);
  const [panel] = data?.panels ?? [];
  expect(panel).toMatchObject({ conflictPrompts: 8, conflictPairs: 8, coinTos: 0.5 });
  const first = panel?.rows.find(({ run }) => run === A);
  expect(first).toMatchObject({
    noticed: { value: exact(4 / 7), n: 7 },
    tos: { value: exact(4 / 7), n: 7 },
    // Of the six cases with two readable answers, verdicts differ on four.
    halo: { value: exact(1 - 4 / 6), n: 6 },
    // No two criteria agree here.
    falseAlarms: { value: null },
    j: { value: null },
  });
});

describe('leakage', () => {
  test('what stays unreadable follows nobody', async () => {
    const data = await leakageFigure.load(small.query, scope(A), choices);
    expect(data?.panels[0]?.cells).toMatchObject([
      { criterion: 'clear', other: 'true', leaked: { value: exact(2 / 7), n: 7 } },
      { criterion: 'true', other: 'clear', leaked: { value: 0, n: 7 } },
    ]);
  });

  test('the explorer lists exactly the cases of a cell', async () => {
    const slice = 'split=open;criterion=clear;other=true';
    const lost = { ...EVERY_CASE, metric: 'leakage', run: A, slice };
    expect(await findPlaces(small.query, { lost, answers: ANY_ANSWERS, run: A })).toEqual(
      CASES.flatMap((marks, i) => (marks.startsWith('-') ? [i] : [])),
    );
  });
});

test('the explorer lists the cases on which labels conflict', async () => {
  const conflict = { criterion: 'clear', other: 'true' };
  const found = async () =>
    (await findPlaces(small.query, { lost: null, answers: { ...ANY_ANSWERS, conflict }, run: '' }))?.length;
  expect(await found()).toBe(8);
  await small.query("UPDATE gold SET value = 'a' WHERE instance = 'case-3' AND criterion = 'true'");
  try {
    expect(await found()).toBe(7);
  } finally {
    await small.query("UPDATE gold SET value = 'b' WHERE instance = 'case-3' AND criterion = 'true'");
  }
});

describe('slices', () => {
  const load = async (metric: string, facet: string): Promise<SlicesData | null> => {
    const figure = SLICE_FIGURES.find(({ protocol }) => protocol === 'pairwise');
    return (await figure?.load(small.query, { ...scope(A), cuts: { pairwise: { metric, facet } } }, choices)) ?? null;
  };

  test('only metrics with rows and facets that differ can be asked for', () => {
    expect(choices.cuts?.pairwise?.facets).toEqual(['task']);
    expect(choices.cuts?.pairwise?.metrics).toContain('cmr');
    expect(choices.cuts?.perturbation).toBeUndefined();
  });

  test('every value of a facet with its n, also the missing one', async () => {
    const data = await load('pacc', 'task');
    expect(data?.columns.map(({ value }) => value)).toEqual(['count', 'say, so', '', '~']);
    const row = data?.rows.find(({ run }) => run === A);
    // count: cases 0 1 4 (7 was not asked) + + +; `say, so`: 2 and 6, - +; none: 5, ?; `~`: 3, -.
    expect(row?.cells.map((cell) => [cell?.value, cell?.n])).toEqual([
      [1, 3],
      [0.5, 2],
      [0, 1],
      [0, 1],
    ]);
    // B was asked on 0 1 4, on 2, on 5 and on 3.
    const other = data?.rows.find(({ run }) => run === B);
    expect(other?.cells.map((cell) => cell?.n)).toEqual([3, 1, 1, 1]);
  });

  test('a metric or facet that is not there is replaced by the first', async () => {
    expect((await load('bd', 'planet'))?.cut).toEqual({ metric: 'pacc', facet: 'task' });
  });
});

test('every figure has an id of its own', () => {
  expect(new Set(CASE_FIGURES.map(({ id }) => id)).size).toBe(CASE_FIGURES.length);
});
