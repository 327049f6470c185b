import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerConditions } from '../../src/cases/sets.ts';
import { ANY_ANSWERS, ANY_CRITIQUE, type CritiqueRange } from '../../src/cases/wanted.ts';
import {
  brushed,
  type FlatTexts,
  flatTexts,
  type LengthScoreData,
  MOST_SERVED,
  spread,
  viewOf,
} from '../../src/figures/length-score/data.ts';
import { answerOfAll } from '../../src/figures/length-score/LengthBrush.tsx';
import { LENGTH_FIGURES } from '../../src/figures/length-score/LengthScore.tsx';
import { cloudChart, cloudOf, geometryOf } from '../../src/figures/length-score/plot.ts';
import { instanceColumns } from '../../src/metrics/items.ts';
import { type Condition, EVERYWHERE, facetCondition } from '../../src/metrics/query.ts';
import { measuredTexts } from '../../src/metrics/texts.ts';
import { mean } from '../shapes/world.ts';
import { ALL, openShapes, type ShapesWorld } from './shapes.ts';

let shapes: ShapesWorld;
let data: LengthScoreData;
beforeAll(async () => {
  shapes = await openShapes(200, 7);
  const loaded = await LENGTH_FIGURES[0]?.load(shapes.query, ALL, shapes.choices);
  if (!loaded) throw new Error('no critiques');
  data = loaded;
});
afterAll(() => shapes.close());

const rubric = (scorer: string) => {
  const found = data.views.find(({ part }) => part === scorer);
  if (found === undefined) throw new Error(`no rubric ${scorer}`);
  return found;
};

/** Every text of a rubric, as the page gets them. */
const textsOf = async (part: string, where: Condition = EVERYWHERE): Promise<FlatTexts> => {
  const runs = shapes.choices.runs.filter(({ protocol }) => protocol === 'critique').map(({ run }) => run);
  const columns = await instanceColumns(shapes.query);
  return flatTexts(await measuredTexts(shapes.query, columns, { of: 'critique', part, where, runs }));
};

/** Scored critiques by hand. */
const critiques = (run: string, scorer: string) =>
  shapes.world
    .rows(run)
    .filter((row) => row.stage === 'critique' && row.critique_judge === scorer && row.score != null)
    .map((row) => ({ instance: row.instance, length: [...(row.rationale ?? '')].length, score: row.score ?? 0 }))
    .filter(({ length }) => length > 0);

test('the padder gains by length under the rubric that loves it, and under no other', () => {
  const slope = (scorer: string) => rubric(scorer).judges.find(({ run }) => run === 'padder-critique')?.slope;
  expect(slope('rubric-length')?.lo).toBeGreaterThan(0);
  expect(slope('rubric-neutral')?.lo).toBeLessThan(0);
  expect(slope('rubric-neutral')?.slope ?? 1).toBeLessThan((slope('rubric-length')?.slope ?? 0) / 3);
});

test('each judge’s numbers are those of its own critiques', () => {
  for (const { part: scorer, judges, n } of data.views) {
    expect(n).toBe(judges.reduce((sum, judge) => sum + judge.n, 0));
    for (const judge of judges) {
      const own = critiques(judge.run, scorer);
      expect(judge.n).toBe(own.length);
      expect(judge.score).toBeCloseTo(mean(own.map(({ score }) => score)), 10);
      expect(Math.log(judge.length)).toBeCloseTo(mean(own.map(({ length }) => Math.log(length))), 10);
      if (judge.slope === null) continue;
      const x = own.map(({ length }) => Math.log(length) - Math.log(judge.length));
      const sxy = own.reduce((sum, { score }, i) => sum + (x[i] ?? 0) * score, 0);
      expect(judge.slope.slope).toBeCloseTo(sxy / x.reduce((sum, v) => sum + v * v, 0), 8);
    }
  }
});

test('a judge whose critiques are all equally long says so, and does not spoil the others’ adjusted means', () => {
  const { judges, adjustedReason } = rubric('rubric-neutral');
  const flat = judges.find(({ run }) => run === 'always-error-critique');
  expect(flat).toMatchObject({ slope: null, adjusted: null, reason: 'all its texts are equally long' });
  expect(adjustedReason).toBe('');
  expect(judges.filter(({ adjusted }) => adjusted !== null)).toHaveLength(judges.length - 1);
});

test('a judge that always gets one score has no slope, and keeps its adjusted mean', () => {
  const places = Array.from({ length: 12 }, (_, i) => i);
  const series = (run: string, value: number[]) => ({
    ...{ run, part: '', at: places, value },
    length: places.map((i) => 40 + i * i),
  });
  const { judges } = viewOf(
    { of: 'critique', part: '', label: '', choices: shapes.choices },
    {
      cases: places.map((i) => ({ instance: `i${i}`, cluster: `c${i}`, task: '', band: '' })),
      series: [
        series(
          'x',
          places.map(() => 5.3),
        ),
        series(
          'y',
          places.map((i) => i % 5),
        ),
      ],
    },
  );
  expect(judges[0]).toMatchObject({ slope: null, reason: 'no variation between clusters' });
  expect(judges[0]?.adjusted?.mean).toBeCloseTo(5.3, 10);
  expect(judges[1]?.adjusted).not.toBeNull();
});

test('at a common length the padder loses its lead under the rubric that loves length', () => {
  const lead = (of: 'score' | 'adjusted'): number => {
    const value = (run: string): number => {
      const judge = rubric('rubric-length').judges.find((one) => one.run === run);
      return (of === 'score' ? judge?.score : judge?.adjusted?.mean) ?? Number.NaN;
    };
    return value('padder-critique') - value('full-checker-critique');
  };
  expect(lead('score')).toBeGreaterThan(0.5);
  expect(lead('adjusted')).toBeLessThan(lead('score') / 2);
});

test('the page is served with some of the texts, evenly taken; the page has every one, each at its own place', async () => {
  const [view, texts] = [rubric('rubric-neutral'), await textsOf('rubric-neutral')];
  const served = view.judges.reduce((sum, judge) => sum + judge.served.length.length, 0);
  expect(served).toBeLessThanOrEqual(MOST_SERVED + view.judges.length);
  expect(served * view.every).toBeGreaterThanOrEqual(view.n);
  const shown = view.judges.map((judge, index) => ({ judge, index }));
  const chart = cloudChart({ domain: data.domain, view, shown }, 'wide', true);
  const cloud = cloudOf(texts, { domain: data.domain, view, shown: shown.slice(1) }, chart);
  expect(cloud.text.length).toBe(view.n - (view.judges[0]?.n ?? 0));
  const geometry = geometryOf(chart, view);
  for (let i = 0; i < cloud.text.length; i += 7) {
    const text = cloud.text[i] ?? 0;
    const [length, score] = [texts.length[text] ?? 0, texts.score[text] ?? 0];
    // A rectangle drawn around the mark alone holds it.
    const [x, y] = [cloud.x[i] ?? 0, cloud.y[i] ?? 0];
    const found = geometry.range({ x: x - 1, y: y - 1 }, { x: x + 1, y: y + 1 });
    expect(found.length.from).toBeLessThanOrEqual(length);
    expect(found.length.to).toBeGreaterThanOrEqual(length);
    expect(found.score).toEqual({ from: score, to: score });
  }
});

test('a whole value is spread within its own room, always alike, and any other stays', () => {
  const places = Array.from({ length: 500 }, (_, i) => spread(7, i, { parts: 1, edge: 0.5 }));
  expect(Math.min(...places)).toBeGreaterThan(6.5);
  expect(Math.max(...places)).toBeLessThan(7.5);
  expect(new Set(places.map((place) => place.toFixed(2))).size).toBeGreaterThan(60);
  expect(places).toEqual(places.map((_, i) => spread(7, i, { parts: 1, edge: 0.5 })));
  expect(spread(6.5, 3, { parts: 1, edge: 0.5 })).toBe(6.5);
  expect(Math.abs(spread(5 / 3, 3, { parts: 3, edge: 1 / 6 }) - 5 / 3)).toBeLessThan(1 / 6);
  expect(spread(1.5, 3, { parts: 3, edge: 1 / 6 })).toBe(1.5);
});

test('thirds are taken whole: a rectangle around one, with room to round, holds it and not the next', () => {
  const view = { ...rubric('rubric-length'), of: 'distance' as const, parts: 3 };
  const geometry = geometryOf(cloudChart({ domain: data.domain, view, shown: [] }, 'wide', true), view);
  for (let third = 0; third <= 30; third += 1) {
    const score = { from: Math.floor((100 * third) / 3) / 100, to: Math.ceil((100 * third) / 3) / 100 };
    const { first, last } = geometry.corners({ length: { from: 50, to: 90 }, score });
    const found = geometry.range(first, last).score;
    expect(found).toEqual(score);
    expect([third - 1, third, third + 1].filter((k) => k / 3 >= (found.from ?? 0) && k / 3 <= (found.to ?? 0))).toEqual(
      [third],
    );
  }
});

test('a rectangle is drawn around every mark that it counts, and none of its neighbours', () => {
  const view = rubric('rubric-length');
  const geometry = geometryOf(cloudChart({ domain: data.domain, view, shown: [] }, 'phone', true), view);
  const { plot } = geometry;
  for (const [from, to] of [
    [0, 0],
    [3, 7],
    [10, 10],
  ] as const) {
    const { first, last } = geometry.corners({ length: { from: null, to: null }, score: { from, to } });
    expect(geometry.range(first, last).score).toEqual({ from, to });
    expect([first.x, last.x]).toEqual([plot.left, plot.right]);
  }
});

test('all texts together say what was worked out with the view: count, mean and slope', async () => {
  for (const view of data.views) {
    const found = brushed(await textsOf(view.part), { ...ANY_CRITIQUE, runs: [] }, 3);
    const whole = answerOfAll(view);
    expect([found.texts, found.cases]).toEqual([whole.texts, whole.cases]);
    expect(found.mean).toBeCloseTo(whole.mean, 10);
    expect(found.slope.value?.slope).toBeCloseTo(whole.slope.value?.slope ?? Number.NaN, 10);
    expect(found.slope.value?.lo).toBeCloseTo(whole.slope.value?.lo ?? Number.NaN, 10);
  }
});

test.each<[string, Partial<CritiqueRange>]>([
  ['a corner', { length: { from: 40, to: 90 }, score: { from: 0, to: 3 } }],
  ['one judge', { length: { from: 100, to: 400 }, score: { from: 7.5, to: 10 }, runs: ['full-checker-critique'] }],
  ['no lower end', { length: { from: null, to: 60 } }],
  ['edges are in it', { score: { from: 8, to: 8 } }],
  ['nothing', { length: { from: 1, to: 2 }, score: { from: 0, to: 0 } }],
])('a rectangle holds the same critiques and cases as the explorer and as a count by hand: %s', async (_, part) => {
  const range: CritiqueRange = { ...ANY_CRITIQUE, ...part, part: 'rubric-length' };
  const found = brushed(await textsOf(range.part), range, 1000);
  const inside = (value: number, { from, to }: CritiqueRange['length']): boolean =>
    value >= (from ?? 0) && value <= (to ?? Number.POSITIVE_INFINITY);
  const runs = rubric(range.part).judges.map(({ run }) => run);
  const hand = runs
    .filter((run) => range.runs.length === 0 || range.runs.includes(run))
    .flatMap((run) => critiques(run, range.part))
    .filter(({ length, score }) => inside(length, range.length) && inside(score, range.score));
  const instances = [...new Set(hand.map(({ instance }) => instance))].sort();
  expect([found.texts, found.cases]).toEqual([hand.length, instances.length]);
  expect([...found.first].sort()).toEqual(instances);
  if (hand.length > 0) expect(found.mean).toBeCloseTo(mean(hand.map(({ score }) => score)), 10);
  else expect(found.slope.reason).toBe('no scored text');
  const [condition] = answerConditions({ ...ANY_ANSWERS, critique: range }, '', new Set());
  const rows = await shapes.query(
    `SELECT instance FROM instances WHERE ${condition?.sql} ORDER BY rowid`,
    condition?.params ?? [],
  );
  expect(rows.map(({ instance }) => instance)).toEqual(found.first);
});

test('of a selection of cases only their critiques are loaded, each under its own case', async () => {
  const where = facetCondition({ band: ['high'] }, new Set(['band']));
  const { length, score, judge, at, runs, cases } = await textsOf('rubric-length', where);
  const found = Array.from(length, (characters, i) =>
    [runs[judge[i] ?? -1], cases[at[i] ?? -1], characters, score[i]].join(' '),
  );
  const hand = runs.flatMap((id) =>
    critiques(id, 'rubric-length')
      .filter(({ instance }) => shapes.attributes.get(instance)?.['band'] === 'high')
      .map((one) => [id, one.instance, one.length, one.score].join(' ')),
  );
  expect(hand.length).toBeGreaterThan(20);
  expect(found.toSorted()).toEqual(hand.toSorted());
});
