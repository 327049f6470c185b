import fs from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { type AuditOutcome, runAudit } from '../../src/audit/index.ts';
import { raterSums } from '../../src/metrics/judge-check.ts';
import { raterAgreement } from '../../src/metrics/labels.ts';
import { OFFICIAL_SETTINGS } from '../../src/metrics/query.ts';
import { buildBoard } from '../../src/release/board.ts';
import { WorkDatabase } from '../../src/release/duckdb.ts';
import { findRuns, loadRuns } from '../../src/release/instances/load-runs.ts';
import { boardsOfRuns } from '../../src/release/instances/switched-boards.ts';
import { loadData } from '../../src/release/load.ts';
import type { Benchmark } from '../../src/schema/benchmark.ts';
import type { BoardRow, StoredBoard } from '../../src/schema/board.ts';
import type { ProjectData } from '../../src/schema/published.ts';
import { unreadOf } from '../../src/scoring/board-values.ts';
import { buildNarrowTables, scoreRuns, storeJudges, storeScores } from '../../src/scoring/narrow.ts';
import { readPrinted } from '../../src/stats/published.ts';
import { scratch } from '../scratch.ts';

const TASKS = ['image_generation', 'image_edition', 'video_generation'] as const;
type Task = (typeof TASKS)[number];

let root: string;
let data: ProjectData;
let computed: readonly StoredBoard[];
let outcome: AuditOutcome;
let official: StoredBoard;

beforeAll(async () => {
  root = await scratch();
  await fs.cp('data/genai-bench', path.join(root, 'data/genai-bench'), { recursive: true });
  await fs.cp('data/judges.yaml', path.join(root, 'data/judges.yaml'));
  const read = await loadData(root);
  expect(read.problems).toEqual([]);
  data = read.value;
  const judges = new Map(data.judges.map((judge) => [judge.id, judge]));
  const [one] = data.benchmarks;
  const table = one?.tables['board-1'];
  if (one === undefined || table === undefined) throw new Error('no official board');
  computed = await boardsOf(one.benchmark);
  outcome = runAudit(data, computed);
  official = buildBoard({ benchmark: one.benchmark, id: 'board-1', table, cells: outcome.cells, judges });
});

/** Scores the benchmark's runs as a build does; what else a release holds is not made. */
async function boardsOf(benchmark: Benchmark): Promise<readonly StoredBoard[]> {
  const folder = { folder: path.join(root, 'data/genai-bench'), label: 'data/genai-bench' };
  const found = await findRuns(benchmark, data.judges, folder);
  if (found === null) throw new Error('no runs');
  const work = await WorkDatabase.open(path.join(root, 'work'));
  try {
    const { runs, ingest, attributes } = await loadRuns(found, work);
    await buildNarrowTables(work, path.join(root, 'genai-bench.duckdb'), attributes);
    await storeJudges(work, found.judges);
    await scoreRuns(work, OFFICIAL_SETTINGS);
    await storeScores(work);
    const [raters, agreement] = [await raterSums(work.query), await raterAgreement(work.query)];
    const input = {
      benchmark,
      judges: found.judges,
      runs: [...runs.values()],
      unread: unreadOf(ingest),
      raters,
      agreement,
    };
    return (await boardsOfRuns(work, input)).boards;
  } finally {
    work.close();
  }
}

const boardOf = (task: Task): StoredBoard => {
  const found = computed.find(({ table }) => table === `pairwise-${task}`);
  if (found === undefined) throw new Error(`no board ${task}`);
  return found;
};
const rowOf = (task: Task, run: string): BoardRow => {
  const found = boardOf(task).rows.find(({ id }) => id === run);
  if (found === undefined) throw new Error(`no row ${run}`);
  return found;
};
const printed = (task: Task, run: string, metric: string) => rowOf(task, run).cells[metric]?.printed;
const line = (task: Task, id: string, metric = 'four_way_accuracy') =>
  boardOf(task)
    .references.find((reference) => reference.id === id)
    ?.values[metric]?.lo.toFixed(2);

describe('the official board of GenAI-Bench', () => {
  test('all 16 judges and random votes on all three tasks are what the judgments give, to the last digit printed', () => {
    expect(outcome.problems).toEqual([]);
    const own = outcome.cells.filter(({ variant }) => variant === '');
    expect(own).toHaveLength(51);
    expect(own.filter(({ status }) => status !== 'recomputed-equal')).toEqual([]);
    // Printed with four digits; the row of a run that is not here is as printed and no more.
    expect(outcome.cells.filter(({ variant }) => variant !== '').map(({ status }) => status)).toEqual([
      'ok',
      'ok',
      'ok',
    ]);
    expect(outcome.report.flags.filter(({ status }) => status !== 'ok')).toEqual([]);
  });

  test('a digit changed in print is told with both values', () => {
    const cells = data.benchmarks[0]?.cells.map((cell) =>
      cell.row === 'gpt4o' && cell.column === 'image_edition'
        ? { ...cell, printed: '53.5356', text: readPrinted('53.5356') }
        : cell,
    );
    const benchmarks = data.benchmarks.map((benchmark) => ({ ...benchmark, cells: cells ?? [] }));
    const { report } = runAudit({ ...data, benchmarks }, computed);
    expect(report.flags.filter(({ status }) => status === 'recomputed-differs')).toMatchObject([
      { row: 'gpt4o', printed: '53.5356', expected: '53.5365' },
    ]);
  });

  test('its intervals are those of the judgments, by prompt, and random votes are a line', () => {
    const gpt = official.rows.find(({ judge }) => judge === 'gpt-4o');
    const own = rowOf('image_edition', 'gpt4o').cells['four_way_accuracy'];
    expect(gpt?.cells['image_edition']?.interval?.lo).toBe(own?.interval?.lo);
    expect(gpt?.cells['image_edition']?.n).toBe(919);
    expect(official.rows).toHaveLength(17);
    expect(official.references.find(({ id }) => id === 'random-votes')?.values['image_generation']?.lo).toBe(25.3602);
  });
});

describe('the boards of GenAI-Bench’s judges', () => {
  test('call a judge by its name, and not by its run where it has one', () => {
    const named = TASKS.flatMap((task) => boardOf(task).rows.map(({ row, name }) => [row, name]));
    expect(named.filter(([row, name]) => row !== name)).toEqual([]);
    expect(named.flat()).toContain('Gemini 1.5 Pro');
  });

  test('print percents with two digits, best first by the official metric', () => {
    expect(printed('image_generation', 'gpt4o', 'four_way_accuracy')).toBe('45.59');
    expect(printed('image_generation', 'gemini-1-5-pro', 'four_way_accuracy')).toBe('44.67');
    expect(TASKS.map((task) => boardOf(task).sort?.column)).toEqual(TASKS.map(() => 'four_way_accuracy'));
    expect(boardOf('image_generation').rows).toHaveLength(16);
  });

  test('the constant lines, and random votes among them', () => {
    expect(TASKS.map((task) => line(task, 'always-a'))).toEqual(['37.06', '26.12', '30.40']);
    expect(line('image_edition', 'constant-answer')).toBe('42.66');
    expect(TASKS.map((task) => line(task, 'random-votes'))).toEqual(['25.36', '25.90', '25.16']);
    // In editing “both bad” always beats 14 of 16 judges.
    const beaten = boardOf('image_edition').rows.filter(
      ({ cells }) => (cells['four_way_accuracy']?.value ?? 0) < 42.655,
    );
    expect(beaten).toHaveLength(14);
  });

  test('llava is marked as a constant answer on every task, and nobody else who judges', () => {
    const marked = TASKS.flatMap((task) =>
      boardOf(task).rows.flatMap(({ id, constant }) => (constant === undefined ? [] : [[task, id, constant.answer]])),
    );
    expect(marked.filter(([, id]) => id === 'llava')).toEqual(TASKS.map((task) => [task, 'llava', 'A']));
    const given = TASKS.map((task) => rowOf(task, 'llava').constant);
    expect([given.reduce((n, c) => n + (c?.given ?? 0), 0), given.reduce((n, c) => n + (c?.of ?? 0), 0)]).toEqual([
      3720, 3723,
    ]);
    // Nothing else about it changes: it keeps value and rank.
    expect(rowOf('image_generation', 'llava').cells['four_way_accuracy']?.rank?.best).toBeGreaterThan(1);
  });

  test('the judge check stands beside the official value: readable, decided, share of A with people’s, lean, format forgiven', () => {
    const keys = boardOf('image_generation').columns.map(({ key }) => key);
    expect(keys.slice(0, 2)).toEqual(['four_way_accuracy', 'lenient_four_way_accuracy']);
    expect(keys).toEqual(expect.arrayContaining(['coverage', 'share_decided', 'share_a', 'lean']));
    expect(printed('image_generation', 'llava', 'share_a')).toMatch(/^(0\.99|1\.00)\d$/);
    expect(Number(line('image_generation', 'people', 'share_a'))).toBeLessThan(0.5);
    expect(rowOf('image_edition', 'gpt4o').cells['lean']?.interval).not.toBeNull();
  });

  test('gpt4o and gemini are told apart on no task', () => {
    for (const task of TASKS) {
      const ranks = ['gpt4o', 'gemini-1-5-pro'].map((run) => rowOf(task, run).cells['four_way_accuracy']?.rank);
      expect(ranks.map((rank) => [rank?.best, rank?.couldBeFirst])).toEqual([
        [1, true],
        [1, true],
      ]);
    }
  });
});
