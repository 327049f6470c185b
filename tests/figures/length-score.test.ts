import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerConditions } from '../../src/cases/answers.ts';
import { ANY_ANSWERS, ANY_CRITIQUE, type CritiqueRange } from '../../src/cases/wanted.ts';
import { type BatchQuery, brushed, critiquesOf, loadCritiques } from '../../src/figures/length-score/brush.ts';
import {
  columnEnds,
  drawingOf,
  type LengthScoreData,
  lengthScoreFigure,
  MOST_POINTS,
  rubricOf,
} from '../../src/figures/length-score/data.ts';
import { EVERYWHERE, facetCondition } from '../../src/metrics/query.ts';
import { mean } from '../shapes/world.ts';
import { ALL, openShapes, type ShapesWorld } from './shapes.ts';

let shapes: ShapesWorld;
let data: LengthScoreData;
beforeAll(async () => {
  shapes = await openShapes(200, 7);
  const loaded = await lengthScoreFigure.load(shapes.query, ALL, shapes.choices);
  if (loaded === null) throw new Error('no critiques');
  data = loaded;
});
afterAll(() => shapes.close());

const rubric = (scorer: string) => {
  const found = data.rubrics.find((one) => one.scorer === scorer);
  if (found === undefined) throw new Error(`no rubric ${scorer}`);
  return found;
};

/** Rows a few at a time, as the page gets them. */
const batches: BatchQuery = async function* (sql, params) {
  const rows = await shapes.query(sql, params);
  for (let i = 0; i < rows.length; i += 300) yield rows.slice(i, i + 300);
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
  for (const { scorer, judges, n } of data.rubrics) {
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
  expect(flat).toMatchObject({ slope: null, adjusted: null, reason: 'all its critiques are equally long' });
  expect(adjustedReason).toBe('');
  expect(judges.filter(({ adjusted }) => adjusted !== null)).toHaveLength(judges.length - 1);
});

test('a judge that always gets one score has no slope, and keeps its adjusted mean', () => {
  const own = { cluster: '', judge: 'x', task: '', band: '' };
  const texts = Array.from({ length: 12 }, (_, i) => ({ ...own, cluster: `c${i}`, logLength: Math.log(40 + i * i) }));
  const { judges } = rubricOf(
    shapes.choices,
    { id: '', label: '' },
    new Map([
      ['x', texts.map((text) => ({ ...text, score: 5.3 }))],
      ['y', texts.map((text, i) => ({ ...text, judge: 'y', score: i % 5 }))],
    ]),
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

test('few critiques are drawn one by one, many as a density that holds each of them once', async () => {
  const few = rubric('rubric-neutral').drawing;
  const loaded = await loadCritiques(batches, EVERYWHERE, 'rubric-neutral');
  const own = loaded.runs.map((run) => critiquesOf(loaded, run));
  expect(own.map(({ run, length }) => [run, length.length])).toEqual(
    own.map(({ run }) => [run, critiques(run, 'rubric-neutral').length]),
  );
  expect(few.points.reduce((sum, { score }) => sum + score.length, 0)).toBe(rubric('rubric-neutral').n);
  expect(few.cells).toEqual([]);
  const copies = Array.from({ length: Math.ceil(MOST_POINTS / rubric('rubric-neutral').n) + 1 }, () => own).flat();
  const { cells, points } = drawingOf(data.domain, copies);
  expect(points).toEqual([]);
  expect(cells.reduce((sum, { n }) => sum + n, 0)).toBe(copies.reduce((sum, { length }) => sum + length.length, 0));
  for (const { column, score, n } of cells.filter((_, i) => i % 5 === 0)) {
    const [from, to] = columnEnds(data.domain, column);
    const inside = copies.flatMap((one) =>
      Array.from(one.length).filter((length, i) => length >= from && length < to && one.score[i] === score),
    );
    expect(n).toBe(inside.length);
  }
});

test.each<[string, Partial<CritiqueRange>]>([
  ['a corner', { length: { from: 40, to: 90 }, score: { from: 0, to: 3 } }],
  ['one judge', { length: { from: 100, to: 400 }, score: { from: 7.5, to: 10 }, runs: ['full-checker-critique'] }],
  ['no lower end', { length: { from: null, to: 60 } }],
  ['edges are in it', { score: { from: 8, to: 8 } }],
  ['nothing', { length: { from: 1, to: 2 }, score: { from: 0, to: 0 } }],
])('a rectangle holds the same critiques and cases as the explorer and as a count by hand: %s', async (_, part) => {
  const range: CritiqueRange = { ...ANY_CRITIQUE, ...part, scorer: 'rubric-length' };
  const found = brushed(await loadCritiques(batches, EVERYWHERE, range.scorer), range, 1000);
  const inside = (value: number, { from, to }: CritiqueRange['length']): boolean =>
    value >= (from ?? 0) && value <= (to ?? Number.POSITIVE_INFINITY);
  const runs = rubric(range.scorer).judges.map(({ run }) => run);
  const hand = runs
    .filter((run) => range.runs.length === 0 || range.runs.includes(run))
    .flatMap((run) => critiques(run, range.scorer))
    .filter(({ length, score }) => inside(length, range.length) && inside(score, range.score));
  const instances = [...new Set(hand.map(({ instance }) => instance))].sort();
  expect([found.critiques, found.cases]).toEqual([hand.length, instances.length]);
  expect([...found.first].sort()).toEqual(instances);
  const [condition] = answerConditions({ ...ANY_ANSWERS, critique: range }, '', new Set());
  const rows = await shapes.query(
    `SELECT instance FROM instances WHERE ${condition?.sql} ORDER BY rowid`,
    condition?.params ?? [],
  );
  expect(rows.map(({ instance }) => instance)).toEqual(found.first);
});

test('of a selection of cases only their critiques are loaded, each under its own case', async () => {
  const where = facetCondition({ band: ['high'] }, new Set(['band']));
  const { length, score, run, at, runs, cases } = await loadCritiques(batches, where, 'rubric-length');
  const found = Array.from(length, (characters, i) =>
    [runs[run[i] ?? -1], cases[at[i] ?? -1], characters, score[i]].join(' '),
  );
  const hand = runs.flatMap((id) =>
    critiques(id, 'rubric-length')
      .filter(({ instance }) => shapes.attributes.get(instance)?.['band'] === 'high')
      .map((one) => [id, one.instance, one.length, one.score].join(' ')),
  );
  expect(hand.length).toBeGreaterThan(20);
  expect(found.toSorted()).toEqual(hand.toSorted());
});
