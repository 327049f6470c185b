import { afterAll, beforeAll, expect, test } from 'vitest';
import { constantAnswers } from '../../../src/metrics/judge-check.ts';
import type { StoredBoard } from '../../../src/schema/board.ts';
import { openShapes, type ShapesWorld } from '../../figures/shapes.ts';
import { withDatabase } from '../../metrics/small.ts';
import { shapesBoards } from '../all-boards.ts';

let boards: readonly StoredBoard[];
let shapes: ShapesWorld;
beforeAll(async () => {
  boards = await shapesBoards();
  shapes = await openShapes(60, 5, true);
});
afterAll(() => shapes.close());

const boardOf = (table: string): StoredBoard => {
  const found = boards.find((board) => board.table === table);
  if (found === undefined) throw new Error(`no board ${table}`);
  return found;
};

test('boards of verdicts without ties have the judge check too, with people’s share as a line', () => {
  const board = boardOf('pairwise-open_ended');
  const first = board.rows.find(({ id }) => id === 'always-first-pairwise');
  expect(first?.cells['share_decided']?.value).toBe(1);
  expect(first?.cells['share_a']?.value).toBe(1);
  expect(first?.cells['lean']).toMatchObject({ value: 1, printed: '1.000' });
  const people = board.references.find(({ id }) => id === 'people')?.values['share_a']?.lo ?? 0;
  expect(people).toBeGreaterThan(0.3);
  expect(people).toBeLessThan(0.7);
  expect(board.references.find(({ id }) => id === 'constant-answer')?.values['overall_accuracy']?.lo).toBe(
    Math.max(people, 1 - people),
  );
});

interface Given {
  readonly said: unknown;
  readonly verdict: unknown;
}

const share = (all: readonly Given[], holds: (one: Given) => boolean): number => all.filter(holds).length / all.length;

/** The three values of one repeat, by counting. */
function counted(own: readonly Given[]): Record<string, number> {
  const decided = own.filter(({ verdict }) => verdict === 'a' || verdict === 'b');
  const wrong = (people: string, judge: string): number =>
    share(
      own.filter(({ said }) => said === people),
      ({ verdict }) => verdict === judge,
    );
  return {
    share_decided: decided.length / own.length,
    share_a: share(decided, ({ verdict }) => verdict === 'a'),
    lean: wrong('b', 'a') - wrong('a', 'b'),
  };
}

test('shares and lean are those counted from the judgments by hand, as means over repeats', async () => {
  const rows = await shapes.query(`SELECT run, repeat, value AS said,
CASE WHEN parse IN ('ok', 'verifier', 'fallback') THEN verdict END AS verdict
FROM judgments JOIN gold USING (instance, criterion) JOIN instances USING (instance) JOIN runs USING (run)
WHERE kind = 'preference' AND annotator = '' AND split = 'reasoning' AND protocol = 'pairwise' AND "order" = 'ab' AND parse <> 'missing'`);
  const board = boardOf('pairwise-reasoning');
  expect(board.rows.length).toBeGreaterThan(5);
  for (const row of board.rows) {
    const repeats = Map.groupBy(
      rows.filter(({ run }) => run === row.id),
      ({ repeat }) => repeat,
    );
    const values = [...repeats.values()].map((own) => counted(own.map(({ said, verdict }) => ({ said, verdict }))));
    for (const metric of ['share_decided', 'share_a', 'lean']) {
      const mean = values.reduce((sum, of) => sum + (of[metric] ?? 0), 0) / values.length;
      expect(row.cells[metric]?.value, `${row.id} ${metric}`).toBeCloseTo(mean, 10);
    }
  }
});

test('who gives one answer is marked, in the protocol of critiques as well; who answers by chance is not', () => {
  const marked = boards.flatMap(({ table, rows }) =>
    rows.flatMap(({ id, constant }) => (constant === undefined ? [] : [`${table} ${id}: ${constant.answer}`])),
  );
  expect(marked).toContain('pairwise-open_ended always-first-pairwise: A');
  expect(marked).toContain('critique always-error-critique: error');
  expect(marked.filter((one) => one.includes('coin-flip'))).toEqual([]);
});

test('critics have the line of the best constant answer, by the labels of what they were asked', async () => {
  const counted = async (sql: string): Promise<readonly number[]> =>
    (await shapes.query(sql)).map(({ n }) => Number(n));
  const judged = `instance IN (SELECT instance FROM judgments JOIN runs USING (run) WHERE protocol = 'critique')`;
  const verdicts = await counted(
    `SELECT count(*)::INTEGER AS n FROM gold WHERE kind = 'correct' AND annotator = '' AND ${judged} GROUP BY value`,
  );
  expect(verdicts).toHaveLength(2);
  const better = await counted(
    `SELECT count(*)::INTEGER AS n FROM (SELECT instance, arg_max(response, value::DOUBLE) AS best FROM gold WHERE kind = 'quality' AND annotator = '' AND ${judged}
      GROUP BY instance HAVING count(DISTINCT response) = 2 AND max(value::DOUBLE) > min(value::DOUBLE)) GROUP BY best`,
  );
  const share = (counts: readonly number[]): number => Math.max(...counts) / counts.reduce((sum, n) => sum + n, 0);
  const board = boardOf('critique');
  const line = board.references.find(({ id }) => id === 'constant-answer');
  const accuracy = line?.values['critique_accuracy'];
  const scale = board.columns.find(({ key }) => key === 'critique_accuracy')?.unit === 'percent' ? 100 : 1;
  expect(accuracy?.lo).toBeCloseTo(scale * share(verdicts), 9);
  expect(accuracy?.basis).toMatch(/^always (error|correct): \d+ of \d+ labels$/);
  expect(line?.values['preference_accuracy']?.lo).toBeCloseTo(scale * share(better), 9);
  // Who always says “error” scores no less than the line where that is the better answer.
  const always = board.rows.find(({ id }) => id === 'always-error-critique')?.cells['critique_accuracy']?.value ?? 0;
  expect(always).toBeLessThanOrEqual((accuracy?.lo ?? 0) + 1e-9);
});

test('an answer in the second order does not stand for one that is listed as missing in the first', async () => {
  const cases = Array.from({ length: 24 }, (_, i) => ({ instance: `i${i}` }));
  const judgments = cases.flatMap(({ instance }) => [
    { instance, order: 'ab' as const, verdict: null, parse: 'missing' },
    { instance, order: 'ba' as const, verdict: 'a', parse: 'ok' },
    { run: 'second-only', instance, order: 'ba' as const, verdict: 'a', parse: 'ok' },
  ]);
  await withDatabase({ protocol: 'pairwise', judgments }, async ({ query }) => {
    const constants = await constantAnswers(query);
    expect(constants('r', '')).toBeNull();
    expect(constants('second-only', '')).toEqual({ answer: 'a', given: 24, of: 24 });
  });
});
