import { afterAll, beforeAll, expect, test } from 'vitest';
import { gather } from '../../src/cases/gather.ts';
import { createCases } from '../../src/cases/scope.ts';
import { ANY_ANSWERS, type AnswerFilter, EVERY_CASE } from '../../src/cases/wanted.ts';
import { CASES, openSmall, type Small } from './fixture.ts';

let small: Small;
beforeAll(async () => {
  small = await openSmall();
});
afterAll(() => small.close());

test('a list that asks for nobody’s answers in particular holds no case for what a line answered', async () => {
  const lostBySomebody = CASES.filter((marks) => /[-?]/.test(marks)).length;
  expect(lostBySomebody).toBeLessThan(CASES.length);
  expect(await shown('criterion_accuracy')).toBe(lostBySomebody);
  // Only the line says `b` where people say `a` on the cases that judges got right.
  const saidB = CASES.filter((marks) => marks.includes('-')).length;
  expect(await shown('', { said: { gold: 'a', verdict: 'b' } })).toBe(saidB);
});

test('its answers, reasons and criteria are none that a case is counted by', async () => {
  const rows = await small.query(
    `SELECT _judgments::INTEGER AS judgments, _longest::INTEGER AS longest FROM stored.cases ORDER BY _place`,
  );
  expect(rows.map(({ judgments }) => judgments)).toEqual(CASES.map((marks) => 2 * marks.replaceAll('.', '').length));
  expect(Math.max(...rows.map(({ longest }) => Number(longest)))).toBeLessThan(100);
  expect(small.choices.criteria.map(({ id }) => id)).toEqual(['clear', 'true']);
});

test('what is a line on boards is no judge of cases, and a judge that the list does not hold is one', async () => {
  const known = (reference: boolean) => `('judge-1', 'Random votes', '', '', '', '', NULL, NULL, ${reference})`;
  await small.query('DELETE FROM judges');
  await small.query(`INSERT INTO judges VALUES ${known(false)}, ('votes', 'Votes', '', '', '', '', NULL, NULL, true)`);
  expect((await gather(small.query)).runs).toEqual([
    { run: 'run-a', judge: 'judge-0', label: 'judge-0' },
    { run: 'run-b', judge: 'Random votes', label: 'Random votes' },
  ]);
  await small.query('UPDATE judges SET reference = true');
  expect((await gather(small.query)).runs.map(({ run }) => run)).toEqual(['run-a']);
});

async function shown(metric: string, answers: Partial<AnswerFilter> = {}): Promise<number> {
  const statements = createCases(small.choices, { ...EVERY_CASE, metric }, { ...ANY_ANSWERS, ...answers });
  for (const statement of statements) await small.run(statement);
  const [row] = await small.query('SELECT count(*)::INTEGER AS n FROM explore_cases');
  return Number(row?.['n']);
}
