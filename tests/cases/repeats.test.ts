import { afterAll, beforeAll, expect, test } from 'vitest';
import { verdictsSql } from '../../src/cases/sets.ts';
import { OFFICIAL_SETTINGS } from '../../src/metrics/query.ts';
import { scoreRunsInto } from '../../src/metrics/score.ts';
import { JUDGES_TABLE } from '../../src/schema/release.ts';
import { type Database, openDatabase } from '../metrics/database.ts';

/** Per case the repeats of one run, each with its verdicts on two criteria: `+` right, `-` wrong, `?` unreadable. */
const CASES: readonly (readonly [repeats: readonly string[], lost: boolean, lostOnSecond: boolean])[] = [
  [['++', '++', '++', '++', '-+'], false, false],
  [['-+', '+-', '++', '++', '++'], false, false],
  [['-+', '+-', '??', '++', '++'], true, false],
  [['+-', '+-', '++', '++'], true, true],
  [['-+'], true, false],
  [['++'], false, false],
  [['-+', '-+', '-+'], true, false],
];

let database: Database;
beforeAll(async () => {
  database = await openDatabase(['task']);
  const { query, append } = database;
  await query(`CREATE TABLE judges (${JUDGES_TABLE})`);
  await append('runs', [['run', 'made', 'judge', 'pairwise', '', 5]]);
  await append(
    'instances',
    CASES.map((_, i) => [`case-${i}`, `case-${i}`, 'open', 1, 'x']),
  );
  const both = (i: number) => ['first', 'second'].map((id) => [`case-${i}`, '', id, 'preference', 'a', null, '']);
  await append(
    'gold',
    CASES.flatMap((_, i) => both(i)),
  );
  const rows = CASES.flatMap(([repeats], i) =>
    repeats.flatMap((marks, repeat) =>
      ['first', 'second'].map((criterion, k) => {
        const verdict = marks[k] === '?' ? null : marks[k] === '+' ? 'a' : 'b';
        const parse = verdict === null ? 'failed' : 'ok';
        return [
          'run',
          `case-${i}`,
          '',
          criterion,
          'judge',
          'base',
          '',
          repeat,
          'ab',
          verdict,
          null,
          parse,
          1,
          null,
          null,
        ];
      }),
    ),
  );
  await append('judgments', rows);
  await scoreRunsInto(query, OFFICIAL_SETTINGS);
});
afterAll(() => database.close());

const lostOnes = async (part: string): Promise<string[]> => {
  const verdicts = verdictsSql(part === '' ? 'all' : 'criterion');
  const rows = await database.query(`SELECT instance FROM (${verdicts}) WHERE lost AND part = '${part}' ORDER BY 1`);
  return rows.map(({ instance }) => String(instance));
};
const expected = (keep: (one: (typeof CASES)[number]) => boolean): string[] =>
  CASES.flatMap((one, i) => (keep(one) ? [`case-${i}`] : []));

test('a case is wrong where a run loses half of its repeats or more, by any criterion', async () => {
  expect(await lostOnes('')).toEqual(expected(([, lost]) => lost));
});

test('under one criterion only its answers count', async () => {
  expect(await lostOnes('criterion=second')).toEqual(expected(([, , lost]) => lost));
});
