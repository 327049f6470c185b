import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { DotsFigure, Figure, ScatterFigure } from '../../src/figures/printed/figure.ts';
import { readingsOf } from '../../src/figures/printed/readings.ts';
import { Benchmark } from '../../src/schema/benchmark.ts';
import { publishedBoards } from '../release/all-boards.ts';

/** A table as it is printed, read by this test alone: its rows by column. None of these cells has a comma. */
function printed(file: string): Readonly<Record<string, string>>[] {
  const [head = [], ...rows] = readFileSync(`data/${file}.csv`, 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.replaceAll('*', '').split(','));
  return rows.map((cells) => Object.fromEntries(cells.map((cell, i) => [head[i] ?? '', cell])));
}

const figures = new Map<string, Figure>();
beforeAll(async () => {
  const boards = await publishedBoards();
  for (const id of ['mm-judgebias', 'multi-crit']) {
    const benchmark = Benchmark.parse(parse(readFileSync(`data/${id}/benchmark.yaml`, 'utf8')));
    const own = boards.map((board) => ({ ...board, release: '' }));
    for (const figure of readingsOf(benchmark, own)) figures.set(figure.id, figure);
  }
});

const dots = (id: string): DotsFigure => figures.get(id) as DotsFigure;
const values = (id: string): (string | number)[][] =>
  dots(id).rows.map(({ label, marks }) => [label, ...marks.map(({ x }) => x)]);

const TYPES = {
  bd: ['text-dominance', 'image-dominance', 'response-dominance', 'instruction-misalignment', 'image-misalignment'],
  bc: ['detail-description', 'unnecessary-image', 'visual-transformation', 'texture-insertion'],
};

/** Other tables print other values for these. */
const DOUBTED = new Set([
  'Qwen3-VL: image-dominance',
  'Qwen3-VL: image-misalignment',
  'LLaVA-Critic: unnecessary-image',
]);

describe('abstaining', () => {
  const scored = printed('mm-judgebias/published/table-14');
  const shares = printed('mm-judgebias/published/table-15');

  test('counts as noticing where the score should fall: the overall scores and their order change', () => {
    const expected = shares.map((share) => {
      const [usual, left] = ['', 'na'].map((variant) =>
        scored.find((row) => row.judge === share.judge && row.variant === variant),
      );
      const kept = (type: string) => (1 - Number(share[type])) * Number(left?.[type]);
      const sum =
        TYPES.bd.reduce((s, type) => s + Number(share[type]) + kept(type), 0) +
        TYPES.bc.reduce((s, type) => s + kept(type), 0);
      return [share.row, Number(usual?.overall), Number(left?.overall), sum / 9];
    });
    const drawn = values('noticing-14');
    expect(drawn.map(([, usual, left]) => [usual, left])).toEqual(expected.map(([, usual, left]) => [usual, left]));
    for (const [i, [, , , noticed]] of expected.entries()) expect(drawn[i]?.[3]).toBeCloseTo(Number(noticed), 12);
    expect(dots('noticing-14').table.rows.map((cells) => cells.slice(1))).toEqual([
      ['0.612', '0.595', '0.737'],
      ['0.660', '0.607', '0.791'],
      ['0.647', '0.605', '0.637'],
    ]);
    expect(dots('noticing-14').says).toMatch(
      /^Counted as noticing, abstaining changes the order from .*Qwen3-VL.*, .*LLaVA.*, .*GPT.* to .*Qwen3-VL.*, .*GPT.*, .*LLaVA/,
    );
    expect(dots('noticing-14').about).toContain('Ours, and approximate');
  });

  test('stands against the change of BD and BC, 27 points less those of cells in doubt', () => {
    const { points } = figures.get('abstaining-14') as ScatterFigure;
    const expected = shares.flatMap((share) =>
      [...TYPES.bd, ...TYPES.bc].flatMap((type) => {
        const [usual, left] = ['', 'na'].map((variant) =>
          Number(scored.find((row) => row.judge === share.judge && row.variant === variant)?.[type]),
        );
        return DOUBTED.has(`${share.row}: ${type}`) ? [] : [[Number(share[type]), (left ?? 0) - (usual ?? 0)]];
      }),
    );
    expect(expected).toHaveLength(27 - DOUBTED.size);
    expect(points).toHaveLength(expected.length);
    for (const [i, [x = 0, y = 0]] of expected.entries()) {
      expect(points[i]?.x).toBe(x);
      expect(points[i]?.y).toBeCloseTo(y, 12);
    }
  });
});

test('one call for all criteria of a case: points of PAcc a call, and what is gained and lost with fewer calls', () => {
  const rows = printed('multi-crit/published/table-18');
  const splits = { 'open-pacc': 1000 / 299, 'reasoning-pacc': 425 / 126 };
  const expected = Object.entries(splits).flatMap(([column, calls]) =>
    rows
      .filter(({ variant }) => variant === 'joint')
      .map(({ judge, [column]: joint }) => {
        const single = rows.find((row) => row.judge === judge && row.variant === '')?.[column];
        return [Number(single) / calls, Number(joint)];
      }),
  );
  const drawn = values('calls-18');
  expect(drawn).toHaveLength(8);
  for (const [i, [one = 0, all = 0]] of expected.entries()) {
    expect(drawn[i]?.[1]).toBeCloseTo(one, 12);
    expect(drawn[i]?.[2]).toBe(all);
  }
  expect(dots('calls-18').says).toBe(
    'With 70 % fewer calls PAcc changes by −7.9 (o4-mini: Verifiable reasoning) to +5.0 points (GPT-5: Open-ended).',
  );
});
