import fs from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { matrixRows } from '../../../src/case/matrix.ts';
import { saidConditions } from '../../../src/cases/said.ts';
import { conflictConditions } from '../../../src/cases/sets.ts';
import { OFFICIAL_SETTINGS } from '../../../src/metrics/query.ts';
import { checkData } from '../../../src/release/build.ts';
import { scoreFolder } from '../../../src/release/instances/score-run.ts';
import type { StoredBoard } from '../../../src/schema/board.ts';
import type { Statement } from '../../../src/sql/query.ts';
import { literal } from '../../../src/sql/quote.ts';
import {
  type BuiltRelease,
  built,
  findCase,
  gold,
  instances,
  lines,
  project,
  query,
  type Row,
  storedBoard,
} from './project.ts';

const METRICS = [
  'pacc',
  'criterion_average',
  'overall_accuracy',
  'tos',
  'cmr',
  'conflict_discrimination',
  'halo',
  'coverage',
];

/** Other labels on every fifth instance; the last ten instances have none. */
const ownGold = (): Row[] =>
  gold(30).map((label, i) => (i % 10 === 0 ? { ...label, value: label['value'] === 'a' ? 'b' : 'a' } : label));

const boardOf = (release: BuiltRelease): Promise<StoredBoard> => storedBoard(release, 'mini/pairwise-easy');

async function scored(root: string, run: string): Promise<ReadonlyMap<string, number | null>> {
  const { rows } = await scoreFolder(path.join(root, 'data/mini/runs', run), root, {
    where: null,
    settings: OFFICIAL_SETTINGS,
  });
  return new Map(rows.filter((r) => r.slice === 'split=easy').map((r) => [r.metric, r.value]));
}

/** Every metric that both show: by the board and by `score`, in the unit of the board. */
async function compared(root: string, release: BuiltRelease, run: string) {
  const board = await boardOf(release);
  const values = await scored(root, run);
  const cells = board.rows.find((row) => row.id === run)?.cells ?? {};
  return METRICS.filter((metric) => board.columns.some(({ key }) => key === metric)).map((metric) => {
    const scale = board.columns.find((c) => c.key === metric)?.unit === 'percent' ? 100 : 1;
    const value = values.get(metric) ?? null;
    return { metric, board: cells[metric]?.value ?? null, score: value === null ? null : scale * value };
  });
}

describe('a run folder with gold of its own', () => {
  let root: string;
  let release: BuiltRelease;
  beforeAll(async () => {
    root = await project({ 'data/mini/runs/one/gold.jsonl': lines(ownGold()) });
    release = await built(root);
  });

  test.each(['one', 'two'])('run %s has the values on its board that score gives', async (run) => {
    const both = await compared(root, release, run);
    expect(both.length).toBeGreaterThan(4);
    for (const { metric, board, score } of both) expect([metric, board]).toEqual([metric, score]);
  });

  test('the two runs say the same and differ in value, since their labels differ', async () => {
    const cells = (await boardOf(release)).rows.map(({ id, cells: own }) => [id, own['overall_accuracy']?.value]);
    const accuracy = (labels: readonly Row[]): number =>
      labels.filter(({ value }) => value === 'a').length / labels.length;
    expect(Object.fromEntries(cells)).toMatchObject({ one: accuracy(ownGold()), two: accuracy(gold(40)) });
  });

  test('the labels of the benchmark stay what its own file says', async () => {
    const [row] = await query(release, `SELECT count(*)::INTEGER AS n, count_if(value = 'b')::INTEGER AS b FROM gold`);
    expect(row).toEqual({ n: 80, b: gold(40).filter(({ value }) => value === 'b').length });
    const [own] = await query(release, 'SELECT DISTINCT run, count(*)::INTEGER AS n FROM run_gold GROUP BY run');
    expect(own).toEqual({ run: 'one', n: 60 });
  });

  test.each([
    ['one', ownGold()],
    ['two', gold(40)],
    ['', gold(40)],
  ])('cases are found by the labels of run “%s”', async (run, labels) => {
    const idsOf = async (conditions: readonly Statement[]) => {
      const where = conditions.map(({ sql, params }) =>
        params.reduce<string>((s, p) => s.replace('?', literal(p)), sql),
      );
      const rows = await query(
        release,
        `SELECT instance FROM instances WHERE ${where.join(' AND ')} ORDER BY instance`,
      );
      return rows.map(({ instance }) => String(instance));
    };
    const labelOf = new Map(labels.map((l) => [`${String(l['instance'])} ${String(l['criterion'])}`, l['value']]));
    const ids = Array.from({ length: 40 }, (_, i) => `i${i}`);
    const [logic, style] = ['logic', 'style'].map((c) => (id: string) => labelOf.get(`${id} ${c}`));
    const differ = ids.filter((id) => logic?.(id) !== style?.(id)).sort();
    expect(await idsOf(conflictConditions({ criterion: 'logic', other: 'style' }, run))).toEqual(differ);
    const someB = ids.filter((id) => logic?.(id) === 'b' || style?.(id) === 'b').sort();
    expect(await idsOf(saidConditions({ gold: 'b', verdict: '' }, run))).toEqual(someB);
    // Every run says a throughout; '' asks for anybody's verdict, each held against the labels of its run.
    const anybody = run === '' ? [...ownGold(), ...labels] : labels;
    const missed = new Set(anybody.flatMap((l) => (l['value'] === 'b' ? [String(l['instance'])] : [])));
    expect(await idsOf(saidConditions({ gold: 'b', verdict: 'a' }, run))).toEqual([...missed].sort());
  });

  test('a case holds each answer against the labels of its run, and says so', async () => {
    const facts = { criteria: [], names: {}, metrics: [], perturbations: {}, synthetic: true, labels: {} };
    const rowOf = async (id: string) => {
      const found = await findCase(release, id);
      if (found === undefined) throw new Error(id);
      const row = matrixRows(found, facts as never).find(({ part }) => part.criterion === 'logic');
      return row?.cells.map(({ run, shown, notes }) => [run, shown.outcome, ...notes]);
    };
    expect(await rowOf('i1')).toEqual([
      ['one', 'right'],
      ['two', 'right'],
    ]);
    expect(await rowOf('i5')).toEqual([
      ['one', 'wrong', 'its own label: B'],
      ['two', 'right'],
    ]);
    expect(await rowOf('i35')).toEqual([
      ['one', 'given', 'no label of its own: not scored'],
      ['two', 'right'],
    ]);
  });
});

test('gold that every run brings counts for its run alone where one has less', async () => {
  const some = { 'data/mini/runs/one/gold.jsonl': lines(gold(25)), 'data/mini/runs/two/gold.jsonl': lines(gold(40)) };
  const root = await project(some);
  await fs.rm(path.join(root, 'data/mini/gold.jsonl'));
  const release = await built(root);
  for (const run of ['one', 'two'])
    for (const { metric, board, score } of await compared(root, release, run))
      expect([run, metric, board]).toEqual([run, metric, score]);
});

describe('score reads a run folder as the build does', () => {
  test('a run whose instances say something else than those of the benchmark has no value on either', async () => {
    const told = instances(40).map((row, i) => (i === 3 ? { ...row, prompt: 'Another prompt' } : row));
    const root = await project({ 'data/mini/runs/one/instances.jsonl': lines(told) });
    const { rows, ingest } = await scoreFolder(path.join(root, 'data/mini/runs/one'), root, {
      where: null,
      settings: OFFICIAL_SETTINGS,
    });
    expect(rows).toEqual([]);
    expect(ingest.problems).toMatchObject([
      { field: 'instances: prompt of i3', found: 'Another prompt', hint: expect.stringContaining('same records') },
    ]);
    const { reports } = await checkData(root, null);
    expect(reports[0]?.problems.map(({ message }) => message)).toEqual(ingest.problems.map(({ message }) => message));
  });

  test('what is wrong with shared records is said once, however many runs bring some of their own', async () => {
    const bad = { instance: 'nobody', criterion: 'logic', kind: 'preference', value: 'a' };
    const root = await project({
      'data/mini/gold.jsonl': lines([bad, ...gold(40)]),
      'data/mini/runs/one/instances.jsonl': lines(instances(40)),
      'data/mini/runs/two/instances.jsonl': lines(instances(40)),
    });
    const { rows, ingest } = await scoreFolder(path.join(root, 'data/mini/runs/one'), root, {
      where: null,
      settings: OFFICIAL_SETTINGS,
    });
    expect([ingest.errors, ingest.problems.length, rows.length > 0]).toEqual([1, 1, true]);
    const { reports } = await checkData(root, null);
    expect(reports.map(({ errors }) => errors)).toEqual([1]);
  });
});

describe('gold of a critique run', () => {
  test('board and score agree', async () => {
    const critiques = Array.from({ length: 40 }, (_, i) => ({
      instance: `i${i}`,
      response: 'a',
      stage: 'critique',
      verdict: 'correct',
      parse: 'ok',
      rationale: `Critique ${i}`,
    }));
    const labels = (wrong: number, count: number): Row[] =>
      Array.from({ length: count }, (_, i) => ({
        instance: `i${i}`,
        response: 'a',
        kind: 'correct',
        value: i % wrong === 0 ? 'error' : 'correct',
      }));
    const run = (name: string, judge: string): string =>
      `run: ${name}\nbenchmark: mini\njudge: ${judge}\nprotocol: critique\n`;
    const root = await project({
      'data/mini/gold.jsonl': lines(labels(2, 40)),
      'data/mini/runs/one/run.yaml': run('one', 'alpha'),
      'data/mini/runs/two/run.yaml': run('two', 'beta'),
      'data/mini/runs/one/gold.jsonl': lines(labels(5, 30)),
      'data/mini/runs/one/judgments.jsonl': lines(critiques),
      'data/mini/runs/two/judgments.jsonl': lines(critiques),
    });
    const release = await built(root);
    const [one, two] = await query(
      release,
      `SELECT run, sum(num) / sum(den) AS value FROM contributions WHERE metric = 'critique_accuracy' GROUP BY run ORDER BY run`,
    );
    expect([one?.['value'], two?.['value']]).toEqual([24 / 30, 20 / 40]);
    const { rows } = await scoreFolder(path.join(root, 'data/mini/runs/one'), root, {
      where: null,
      settings: OFFICIAL_SETTINGS,
    });
    expect(rows.find((r) => r.metric === 'critique_accuracy' && !/task|repeat|band/.test(r.slice))?.value).toBe(
      24 / 30,
    );
  });
});
