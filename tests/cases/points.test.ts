import { afterAll, beforeAll, expect, test } from 'vitest';
import { pointSteps } from '../../src/cases/points.ts';
import { pageStatement } from '../../src/cases/rows.ts';
import { createCases } from '../../src/cases/scope.ts';
import { EVERY_CASE, type Filter, NO_FILTER, type Scope } from '../../src/cases/wanted.ts';
import { runSteps } from '../../src/sql/step.ts';
import { openSmall, type Small } from './fixture.ts';

let small: Small;
beforeAll(async () => {
  small = await openSmall();
});
afterAll(() => small.close());

/** Cases by points lost, the most first, as `case points`. */
async function ordered(scope: Partial<Scope>, filter: Partial<Filter> = {}): Promise<string[]> {
  const whole = { ...EVERY_CASE, ...scope };
  const view = {
    filter: { ...NO_FILTER, criterion: whole.criterion, ...filter },
    sort: [{ column: 'points', descending: true }],
  };
  for (const statement of createCases(small.choices, whole)) await small.run(statement);
  await runSteps(small.query, pointSteps(small.choices, { scope: whole, filter: view.filter }));
  const rows = await small.run(pageStatement(small.choices, view, 0));
  return rows.map((row) => `${String(row['instance']).replace('case-', '')} ${row['_points']}`);
}

test('a point for each criterion that a judge lost, of all judges together; who was not asked stands last', async () => {
  // ++ +- -+ -- +? ?- +. ..: whoever is wrong is wrong on one criterion of two, what cannot be read is wrong on both.
  expect(await ordered({})).toEqual(['5 3', '3 2', '4 2', '1 1', '2 1', '0 0', '6 0', '7 0']);
});

test('of the judge that the list is about, under the criterion that is asked for', async () => {
  expect(await ordered({ run: 'run-b' })).toEqual(['4 2', '1 1', '3 1', '5 1', '0 0', '2 0']);
  expect(await ordered({}, { wrong: ['run-b'] })).toEqual(['4 2', '1 1', '3 1', '5 1']);
  expect(await ordered({ criterion: 'true' })).toEqual(['4 1', '5 1', '0 0', '1 0', '2 0', '3 0', '6 0']);
});

test('in a list opened from a value: the answers that cost points under its measure', async () => {
  expect(await ordered({ metric: 'criterion_accuracy', run: 'run-a' })).toEqual(['5 2', '2 1', '3 1']);
  expect(await ordered({ metric: 'pacc', run: 'run-a' })).toEqual(['2 1', '3 1', '5 1']);
});
