import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ANSWER_COLUMNS, longStatement } from '../../src/cases/long.ts';
import { CASES, openSmall, RUNS, type Small } from './fixture.ts';

let small: Small;
beforeAll(async () => {
  small = await openSmall();
});
afterAll(() => small.close());

const ALL = { metric: '', run: '', criterion: '' };
async function long(asked: Partial<typeof ALL> = {}, places: readonly number[] = [...CASES.keys()]) {
  return small.run(longStatement(places, { ...ALL, ...asked }));
}

describe('a row for each answer', () => {
  test('says what the judge said, what people say, how it was read and what it earned', async () => {
    const all = await long();
    // A file of answers keeps what is a line on boards and no judge in the list.
    const rows = all.filter(({ run }) => run !== 'line');
    expect(all.length - rows.length).toBe(3 * CASES.length);
    const answers = CASES.flatMap((marks, i) =>
      RUNS.flatMap((run, k) =>
        marks[k] === '.'
          ? []
          : ['clear', 'true'].map((criterion) => {
              const gold = criterion === 'clear' ? 'a' : 'b';
              const [mark] = [marks[k]];
              const missed = mark === '?' || (mark === '-' && criterion === 'clear');
              return {
                instance: `case-${i}`,
                run,
                judge: `judge-${k}`,
                criterion,
                verdict: mark === '?' ? null : missed ? 'b' : gold,
                gold,
                parse: mark === '?' ? 'failed' : 'ok',
                points: missed ? 0 : 1,
              };
            }),
      ),
    );
    expect(rows).toHaveLength(answers.length);
    for (const [i, answer] of answers.entries()) expect(rows[i]).toMatchObject(answer);
    expect(Object.keys(rows[0] ?? {})).toEqual(ANSWER_COLUMNS.map(({ name }) => name));
  });

  test('keeps the cases and the order of the list, one judge and one criterion', async () => {
    const [, B] = RUNS;
    const wrong = CASES.flatMap((marks, i) => ('-?'.includes(marks[1] ?? '') ? [i] : [])).toReversed();
    const rows = await long({ run: B, criterion: 'clear' }, wrong);
    expect(rows.map(({ instance }) => instance)).toEqual(wrong.map((i) => `case-${i}`));
    expect(rows.every(({ run, criterion, points }) => run === B && criterion === 'clear' && points === 0)).toBe(true);
  });

  test('points are those of the metric asked for; of the whole case they stand at each answer', async () => {
    const rows = await long({ metric: 'pacc' });
    const of = (instance: string, run: string) =>
      rows.filter((row) => row['instance'] === instance && row['run'] === run).map(({ points }) => points);
    expect(of('case-1', RUNS[0])).toEqual([1, 1]);
    expect(of('case-1', RUNS[1])).toEqual([0, 0]);
    expect(new Set(rows.map(({ points_metric }) => points_metric))).toEqual(new Set(['pacc']));
  });
});
