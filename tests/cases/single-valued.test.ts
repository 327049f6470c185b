import { afterAll, beforeAll, expect, test } from 'vitest';
import { facetsOf, gather } from '../../src/cases/gather.ts';
import { findPlaces } from '../../src/cases/sets.ts';
import { ANY_ANSWERS, ANY_PAIR } from '../../src/cases/wanted.ts';
import { type Database, openDatabase } from '../metrics/database.ts';

/** Three cases of one bias type, whose perturbation is called otherwise; scores drop from 8 to 5 on the first two. */
let database: Database;
beforeAll(async () => {
  database = await openDatabase(['bias_type']);
  await database.query('CREATE TABLE judges (judge VARCHAR, name VARCHAR, reference BOOLEAN)');
  await database.append('runs', [['run', 'small', 'judge', 'perturbation', '', 1]]);
  await database.append(
    'instances',
    ['i0', 'i1', 'i2'].map((id) => [id, id, '', 1, 'noise']),
  );
  await database.append(
    'judgments',
    ['i0', 'i1', 'i2'].flatMap((id, i) =>
      ['base', 'blurred'].map((condition, k) => [
        ...['run', id, 'a', '', 'judge', condition, '', 0, 'ab', null],
        ...[k === 0 ? 8 : i === 2 ? 8 : 5, 'ok', 1, null, null],
      ]),
    ),
  );
});
afterAll(() => database.close());

test('pairs of a bias type that all cases have are found by it, and by no other name', async () => {
  const { query } = database;
  expect((await gather(query)).facets).toEqual([]);
  const casesOf = (biasType: string) => {
    const pair = { ...ANY_PAIR, kind: 'scored' as const, before: 8, after: 5, biasType };
    return findPlaces(query, { lost: null, answers: { ...ANY_ANSWERS, pair }, run: '' });
  };
  expect(await casesOf('noise')).toEqual([0, 1]);
  expect(await casesOf('blurred')).toEqual([]);
});

test('values of as many cases stand as people count: 2 before 10', async () => {
  const turns = await openDatabase(['turn']);
  await turns.append(
    'instances',
    ['10', '9', '2', '1', 'last'].map((turn) => [`i${turn}`, `i${turn}`, '', 1, turn]),
  );
  expect((await facetsOf(turns.query)).map(({ values }) => values)).toEqual([['1', '2', '9', '10', 'last']]);
  turns.close();
});
