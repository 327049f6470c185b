import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { casesForSize, judgmentTables, withBenchDatabase } from '../../scripts/bench/cases-data.ts';
import { type ChartsFigures, judgeCharts } from '../../scripts/bench/charts.ts';
import { chartCases, critiqueTables } from '../../scripts/bench/charts-data.ts';
import { writeTables } from '../../scripts/bench/made-tables.ts';
import { loadCritiques } from '../../src/figures/length-score/brush.ts';
import { EVERYWHERE } from '../../src/metrics/query.ts';

const DRAG = { frames: 90, updates: 88, mean: 17, median: 16.7, p95: 18, work: 6, held: 70 };
const MOUNT = { chart: '/one/', total: 90, alive: 60 };
const FIGURES: ChartsFigures = {
  points: 100,
  drags: [{ ...DRAG, updates: 1, mean: 90 }, DRAG, DRAG],
  cold: [{ ...MOUNT, total: 900 }],
  warm: [MOUNT, { ...MOUNT, chart: '/two/', total: 201 }],
  chromium: '',
};
const kept = (figures: ChartsFigures) => judgeCharts(figures).map((verdict) => verdict.kept);

test('charts are judged by drags with critiques there, by processor time, and by the slowest chart', () => {
  expect(kept(FIGURES)).toEqual([true, true, false]);
  expect(judgeCharts(FIGURES)[2]).toMatchObject({ worst: 201, where: '/two/' });
  expect(kept({ ...FIGURES, drags: [{ ...DRAG, work: 51 }, DRAG], warm: [MOUNT] })).toEqual([true, false, true]);
  expect(kept({ ...FIGURES, drags: [DRAG, { ...DRAG, mean: 21 }], warm: [MOUNT] })).toEqual([false, true, true]);
});

test('a drag that shows no other count, or whose tasks were not recorded, keeps nothing', () => {
  const dead = { ...DRAG, updates: 0, work: Number.NaN };
  expect(kept({ ...FIGURES, drags: [dead, dead], warm: [] })).toEqual([false, false, false]);
});

test('made-up critiques fill the figure: as many as asked for under each scorer, in the form of a release', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'judgeboard-charts-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'critiques.duckdb');
  await writeTables(file, critiqueTables(500), folder);
  await withBenchDatabase(file, 'READ_ONLY', async (query) => {
    for (const scorer of ['rubric-neutral', 'rubric-length']) {
      const found = await loadCritiques(
        async function* (sql, params) {
          yield await query(sql, params);
        },
        EVERYWHERE,
        scorer,
      );
      expect([found.length.length, found.cases.length, found.runs.length]).toEqual([500, chartCases(500), 10]);
      expect(Math.max(...found.length) / Math.min(...found.length)).toBeGreaterThan(20);
      expect(found.score.every((score) => score >= 0 && score <= 10)).toBe(true);
    }
  });
});

test('made-up judgments are as many as asked for, by every judge on every case, and scored', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'judgeboard-cases-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'judgments.duckdb');
  const size = { judgments: 35 * 5 * 20, criteria: 5 };
  await writeTables(file, judgmentTables(size), folder);
  await withBenchDatabase(file, 'READ_ONLY', async (query) => {
    const counted = await query(`SELECT count(*)::INTEGER AS judgments, count(DISTINCT run)::INTEGER AS runs,
  count(DISTINCT instance)::INTEGER AS cases FROM judgments`);
    expect(counted).toEqual([{ judgments: size.judgments, runs: 35, cases: casesForSize(size) }]);
    const [scored] = await query(
      `SELECT count(DISTINCT run)::INTEGER AS runs FROM contributions WHERE metric = 'criterion_accuracy'`,
    );
    expect(scored).toEqual({ runs: 35 });
  });
});
