import { afterAll, beforeAll, expect, test } from 'vitest';
import { gather } from '../../src/cases/gather.ts';
import { openSmall, type Small } from './fixture.ts';

let small: Small;
beforeAll(async () => {
  small = await openSmall();
});
afterAll(() => small.close());

test('what is a line on boards is no judge of cases, and a judge that the list does not hold is one', async () => {
  const known = (reference: boolean) => `('judge-1', 'Random votes', '', '', '', '', NULL, NULL, ${reference})`;
  await small.query(`INSERT INTO judges VALUES ${known(false)}`);
  expect((await gather(small.query)).runs).toEqual([
    { run: 'run-a', judge: 'judge-0', label: 'judge-0' },
    { run: 'run-b', judge: 'Random votes', label: 'Random votes' },
  ]);
  await small.query('UPDATE judges SET reference = true');
  expect((await gather(small.query)).runs.map(({ run }) => run)).toEqual(['run-a']);
});
