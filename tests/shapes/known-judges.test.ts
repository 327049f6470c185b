import { beforeAll, describe, expect, test } from 'vitest';
import type { BoardCell, StoredBoard } from '../../src/schema/board.ts';
import { shapesBoards } from '../release/all-boards.ts';

/** What judges must score whose answers are known beforehand: docs/shapes.md says why. By board and run: values by column. */
const KNOWN: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, number>>>>>> = {
  'pairwise-open_ended': {
    'always-first-pairwise': { tos: 0, cmr: 0, position_consistency: 0, halo: 1, share_a: 1, lean: 1 },
    'one-verdict-oracle-pairwise': { tos: 0, cmr: 0, 'pacc-yes': 0, 'pacc-no': 1, position_consistency: 1 },
    'contrarian-pairwise': { overall_accuracy: 0, pacc: 0, tos: 1, cmr: 0, conflict_discrimination: 1, halo: 0 },
    'longest-pairwise': { tos: 0, cmr: 0, position_consistency: 1, halo: 1 },
    'keyword-overlap-pairwise': { tos: 0, position_consistency: 1 },
  },
  'pairwise-pairs': {
    'always-first-pairwise': { position_robustness: 0, verbosity_robustness: 0.5 },
    'full-checker-pairwise': { overall_accuracy: 1, verbosity_robustness: 1 },
    'longest-pairwise': { position_robustness: 1, verbosity_robustness: 0 },
  },
  perturbation: {
    'constant-perturbation': { reliability: 4 / 9, discernment: 0, inter_run_variance: 0, inter_sample_variance: 0 },
    'always-lowest-perturbation': { 'reliability-robustness': 1, inter_sample_variance: 0 },
    'image-blind-perturbation': {
      ...{ 'bd-text-dominance': 0, 'bd-image-misalignment': 0, 'bc-unnecessary-image': 1 },
      ...{ 'bc-visual-transformation': 1, 'bc-texture-insertion': 1 },
    },
    'query-blind-perturbation': {
      ...{ 'bd-image-dominance': 0, 'bd-instruction-misalignment': 0, 'bc-detail-description': 1 },
    },
    'volatile-perturbation': { 'reliability-integrity': 1, 'reliability-congruity': 1 },
  },
  critique: {
    'full-checker-critique': { critique_accuracy: 1, preference_accuracy: 1 },
    'detects-but-cannot-correct-critique': { critique_accuracy: 1, preference_accuracy: 1 },
  },
};

let boards: readonly StoredBoard[];
beforeAll(async () => {
  boards = await shapesBoards();
});

function cellOf(table: string, run: string, key: string): BoardCell | undefined {
  return boards.find((board) => board.table === table)?.rows.find(({ id }) => id === run)?.cells[key];
}

const scaleOf = (table: string, key: string): number =>
  boards.find((board) => board.table === table)?.columns.find((column) => column.key === key)?.unit === 'percent'
    ? 100
    : 1;

describe('the judges of Shapes', () => {
  test.each(
    Object.entries(KNOWN).flatMap(([table, runs]) =>
      Object.entries(runs).map(([run, values]) => [table, run, values] as const),
    ),
  )('on %s: %s has the values that are known beforehand', (table, run, values) => {
    const found = Object.keys(values).map((key) => [
      key,
      (cellOf(table, run, key)?.value ?? NaN) / scaleOf(table, key),
    ]);
    expect(found).toEqual(Object.entries(values).map(([key, value]) => [key, expect.closeTo(value, 12)]));
  });

  test('what has no pair that can lose has no value; who says N/A without question or picture does so then alone', () => {
    for (const key of ['bd-text-dominance', 'bd-image-misalignment', 'discernment'])
      expect(cellOf('perturbation', 'always-lowest-perturbation', key)?.value ?? null).toBeNull();
    const abstainer = 'abstainer-perturbation-na-allowed';
    expect(cellOf('perturbation', abstainer, 'reliability-integrity')?.value ?? null).toBeNull();
    expect(cellOf('perturbation', abstainer, 'reliability-congruity')?.value).toBe(1);
  });

  test('who detects and cannot correct criticises like the full checker, and mends nothing', () => {
    const score = (run: string, kind: string) => cellOf('critique', `${run}-critique`, kind)?.value ?? NaN;
    const [detects, full] = ['detects-but-cannot-correct', 'full-checker'];
    for (const rubric of ['rubric-neutral', 'rubric-length'])
      expect(score(detects, `critique_score-${rubric}`)).toBe(score(full, `critique_score-${rubric}`));
    expect(score(full, 'correction_score-rubric-neutral')).toBeGreaterThan(8);
    expect(score(detects, 'correction_score-rubric-neutral')).toBeLessThan(4);
    const padder = (rubric: string) =>
      score('padder', `critique_score-${rubric}`) - score(full, `critique_score-${rubric}`);
    expect(padder('rubric-length')).toBeGreaterThan(0);
    expect(padder('rubric-neutral')).toBeLessThan(0);
  });
});
