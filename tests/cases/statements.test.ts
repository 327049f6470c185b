import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CASE_OUTCOMES, type Choices } from '../../src/cases/choices.ts';
import { countStatement } from '../../src/cases/counts.ts';
import { readCounts } from '../../src/cases/facet-counts.ts';
import { FOUND_WORDS } from '../../src/cases/filter.ts';
import { downloadStatement, neighbourStatement, pageStatement } from '../../src/cases/rows.ts';
import { createCases, lossMetrics } from '../../src/cases/scope.ts';
import { EVERY_CASE, type Filter, NO_FILTER, type Scope } from '../../src/cases/wanted.ts';
import type { SortKey } from '../../src/schema/board.ts';
import { CASES, openSmall, RUNS, type Small, storeSummary, TASKS } from './fixture.ts';

const [A, B] = RUNS;

let small: Small;
beforeAll(async () => {
  small = await openSmall();
  await small.query(`CREATE TEMP TABLE ${FOUND_WORDS} (value UINTEGER)`);
  await small.query(`INSERT INTO ${FOUND_WORDS} VALUES (1), (3), (6)`);
});
afterAll(() => small.close());

async function make(choices: Choices = small.choices, scope: Partial<Scope> = {}): Promise<void> {
  for (const statement of createCases(choices, { ...EVERY_CASE, ...scope })) await small.run(statement);
}

/** Numbers of the cases that a filter leaves, in the order shown. */
async function shown(filter: Partial<Filter>, scope: Partial<Scope> = {}, sort: readonly SortKey[] = []) {
  await make(small.choices, scope);
  const rows = await small.run(pageStatement(small.choices, { filter: { ...NO_FILTER, ...filter }, sort }, 0));
  return rows.map(({ instance }) => Number(String(instance).slice('case-'.length)));
}

const where = (keep: (marks: string, i: number) => boolean): number[] =>
  CASES.flatMap((marks, i) => (keep(marks, i) ? [i] : []));
const wrong = (mark: string | undefined): boolean => mark === '-' || mark === '?';

describe('what is left', () => {
  test('facets come from the columns of instances: those with one value are none', () => {
    expect(small.choices.facets).toEqual([{ name: 'task', label: 'Task', values: ['count', 'say, so', '', '~'] }]);
    expect(small.choices.cases).toBe(CASES.length);
  });

  test('each judge any, right or wrong', async () => {
    expect(await shown({})).toEqual(where(() => true));
    expect(await shown({ right: [A], wrong: [B] })).toEqual(where(([a, b]) => a === '+' && wrong(b)));
    expect(await shown({ wrong: [A, B] })).toEqual(where(([a, b]) => wrong(a) && wrong(b)));
    expect(await shown({ right: [B] })).toEqual(where(([, b]) => b === '+'));
  });

  test('under one criterion, right and wrong are about that criterion', async () => {
    expect(await shown({ criterion: 'true', wrong: [B] }, { criterion: 'true' })).toEqual(where(([, b]) => b === '?'));
    expect(await shown({ criterion: 'clear', wrong: [B] }, { criterion: 'clear' })).toEqual(where(([, b]) => wrong(b)));
  });

  test('how judges fared together', async () => {
    const right = (marks: string) => [...marks].filter((m) => m === '+').length;
    const asked = (marks: string) => [...marks].filter((m) => m !== '.').length;
    expect(await shown({ outcome: ['right'] })).toEqual(where((m) => asked(m) > 0 && right(m) === asked(m)));
    expect(await shown({ outcome: ['mixed'] })).toEqual(where((m) => right(m) > 0 && right(m) < asked(m)));
    expect(await shown({ outcome: ['wrong', 'none'] })).toEqual(where((m) => right(m) === 0));
  });

  test('attributes, parse status, length, words', async () => {
    expect(await shown({ facets: { task: ['', '~'] } })).toEqual([3, 5]);
    expect(await shown({ parse: ['failed'] })).toEqual(where((m) => m.includes('?')));
    expect(await shown({ length: { from: 20, to: 41 } })).toEqual([2, 3, 4]);
    expect(await shown({ words: true })).toEqual([1, 3, 6]);
    expect(await shown({ words: true, right: [A] })).toEqual([1, 6]);
  });

  test('the rows that cost a judge points', async () => {
    const lost = where(([a]) => wrong(a));
    expect(await shown({}, { metric: 'pacc', run: A })).toEqual(lost);
    expect(await shown({}, { metric: 'criterion_accuracy', run: A, slice: 'criterion=true' })).toEqual([5]);
    expect(await shown({}, { metric: 'criterion_accuracy', run: A, slice: 'criterion=tru' })).toEqual([]);
    expect(await shown({}, { metric: 'criterion_accuracy', run: A, slice: 'repeat=' })).toEqual(lost);
    expect(await shown({}, { run: B })).toEqual(where(([, b]) => b !== '.'));
  });

  test('several sort keys; missing values last both ways; ties in the order of the release', async () => {
    const task = (descending: boolean) => ({ column: 'task', descending });
    expect(await shown({}, {}, [task(false)])).toEqual([0, 1, 4, 7, 2, 6, 3, 5]);
    expect(await shown({}, {}, [task(true)])).toEqual([3, 2, 6, 0, 1, 4, 7, 5]);
    expect(await shown({}, {}, [task(false), { column: 'longest', descending: true }])).toEqual([
      4, 1, 0, 7, 6, 2, 3, 5,
    ]);
    expect((await shown({}, {}, [{ column: 'right', descending: true }])).at(-1)).toBe(7);
  });
});

test('live counts: each facet counts under all filters but its own', async () => {
  await make();
  const filter: Filter = { ...NO_FILTER, facets: { task: ['count'] }, right: [A] };
  const counts = readCounts(small.choices, await small.run(countStatement(small.choices, filter)));
  const counted = (task: string, of: (marks: string) => boolean) =>
    CASES.filter((marks, i) => TASKS[i] === task && of(marks)).length;
  expect(counts.total).toBe(counted('count', ([a]) => a === '+'));
  expect(counts.of('attribute task', 'say, so')).toBe(counted('say, so', ([a]) => a === '+'));
  expect(counts.of('wrong', A)).toBe(counted('count', ([a]) => wrong(a)));
  expect(counts.of('wrong', B)).toBe(counted('count', ([a, b]) => a === '+' && wrong(b)));
  expect(counts.of('parse', 'failed')).toBe(counted('count', (m) => m[0] === '+' && m.includes('?')));
  expect(counts.of('attribute task', 'unknown')).toBe(0);
});

describe('counts equal those counted one by one', () => {
  const right = (mark: string | undefined): boolean => mark === '+';
  const outcomeOf = (marks: string): string => {
    const [won, lost] = [[...marks].some(right), [...marks].some(wrong)];
    return won ? (lost ? 'mixed' : 'right') : lost ? 'wrong' : 'none';
  };
  /** What each facet asks of a case, and the values that it counts. */
  const facetsOf = (filter: Filter): Readonly<Record<string, (marks: string, i: number) => boolean>> => ({
    'attribute task': (_, i) =>
      (filter.facets['task'] ?? []).length === 0 || (filter.facets['task'] ?? []).includes(TASKS[i] ?? ''),
    outcome: (marks) => filter.outcome.length === 0 || filter.outcome.some((o) => o === outcomeOf(marks)),
    parse: (marks) => filter.parse.length === 0 || filter.parse.some((status) => statusesOf(marks).has(status)),
    criterion: (marks) => filter.criterion === '' || [...marks].some((m) => m !== '.'),
    [`run ${A}`]: ([a]) => (!filter.right.includes(A) || right(a)) && (!filter.wrong.includes(A) || wrong(a)),
    [`run ${B}`]: ([, b]) => (!filter.right.includes(B) || right(b)) && (!filter.wrong.includes(B) || wrong(b)),
    length: (marks, i) => {
      const longest = marks === '..' ? 0 : 10 * i + (marks[1] === '.' ? 0 : 1);
      return longest >= (filter.length.from ?? 0) && longest <= (filter.length.to ?? 999);
    },
    words: (_, i) => !filter.words || [1, 3, 6].includes(i),
  });
  const statusesOf = (marks: string): ReadonlySet<string> =>
    new Set([...marks].flatMap((m) => (m === '.' ? [] : [m === '?' ? 'failed' : 'ok'])));
  const counted: readonly (readonly [
    of: string,
    facet: string,
    value: string,
    has: (marks: string, i: number) => boolean,
  ])[] = [
    ['total', 'total', '', () => true],
    ...['count', 'say, so', '~', ''].map(
      (task) => ['attribute task', 'attribute task', task, (_: string, i: number) => TASKS[i] === task] as const,
    ),
    ...CASE_OUTCOMES.map((o) => ['outcome', 'outcome', o, (marks: string) => outcomeOf(marks) === o] as const),
    ...['ok', 'failed', 'error'].map(
      (s) => ['parse', 'parse', s, (marks: string) => statusesOf(marks).has(s)] as const,
    ),
    ...['clear', 'true'].map((c) => ['criterion', 'criterion', c, (marks: string) => marks !== '..'] as const),
    [`run ${A}`, 'right', A, ([a]) => right(a)],
    [`run ${A}`, 'wrong', A, ([a]) => wrong(a)],
    [`run ${B}`, 'right', B, ([, b]) => right(b)],
    [`run ${B}`, 'wrong', B, ([, b]) => wrong(b)],
  ];
  const filters: readonly Partial<Filter>[] = [
    {},
    { facets: { task: ['count', ''] } },
    { facets: { task: ['count'] }, outcome: ['mixed', 'right'] },
    { right: [A], wrong: [B] },
    { right: [A], wrong: [B], parse: ['failed'], facets: { task: ['count', 'say, so'] }, criterion: 'clear' },
    { outcome: ['wrong'], parse: ['ok'], length: { from: 5, to: 45 } },
    { words: true, wrong: [A] },
    { facets: { task: ['not there'] }, right: [B] },
  ];
  test.each(filters)('%o', async (partial) => {
    await make();
    const filter = { ...NO_FILTER, ...partial };
    const asks = Object.entries(facetsOf(filter));
    const counts = readCounts(small.choices, await small.run(countStatement(small.choices, filter)));
    for (const [of, facet, value, has] of counted) {
      const kept = (marks: string, i: number) =>
        has(marks, i) && asks.every(([name, asked]) => name === of || asked(marks, i));
      const found = facet === 'total' ? counts.total : counts.of(facet, value);
      expect([facet, value, found]).toEqual([facet, value, where(kept).length]);
    }
  });
});

test('nothing left is counted as nothing', async () => {
  await make();
  const rows = await small.run(countStatement(small.choices, { ...NO_FILTER, length: { from: 999, to: null } }));
  expect(rows.filter(({ n }) => typeof n !== 'number')).toEqual([]);
  const counts = readCounts(small.choices, rows);
  expect([counts.total, counts.of('right', A), counts.of('parse', 'ok')]).toEqual([0, 0, 0]);
});

test('a download has the rows of the list in its order, with every judge', async () => {
  await make();
  const view = { filter: { ...NO_FILTER, parse: ['ok'] }, sort: [{ column: 'longest', descending: true }] };
  const rows = await small.run(downloadStatement(small.choices, view));
  const listed = await small.run(pageStatement(small.choices, view, 0));
  expect(rows.map(({ instance }) => instance)).toEqual(listed.map(({ instance }) => instance));
  for (const row of rows) {
    const marks = CASES[Number(String(row['instance']).slice(5))] ?? '';
    const words = [...marks].map((m) => (m === '+' ? 'right' : m === '.' ? '' : 'wrong'));
    expect([row[`run:${A}`], row[`run:${B}`]]).toEqual(words);
  }
});

test('neighbours in a list', async () => {
  await make();
  const view = { filter: { ...NO_FILTER, right: [A] }, sort: [] };
  const at = async (id: string) => small.run(neighbourStatement(small.choices, view, id));
  expect(await at('case-0')).toEqual([{ place: 1, total: 4, previous: null, next: 'case-1' }]);
  expect(await at('case-4')).toEqual([{ place: 3, total: 4, previous: 'case-1', next: 'case-6' }]);
  expect(await at('case-2')).toEqual([]);
});

test('names that are not of this benchmark never reach the SQL', () => {
  const view =
    (filter: Partial<Filter>, column = 'case') =>
    () =>
      pageStatement(small.choices, { filter: { ...NO_FILTER, ...filter }, sort: [{ column, descending: false }] }, 0);
  expect(view({ facets: { 'task" OR true --': ['x'] } })).toThrow('no facet');
  expect(view({ right: ["x' OR true --"] })).toThrow('no run');
  expect(view({}, 'task; DROP TABLE judgments')).toThrow('no facet');
});

describe('DuckDB plans every statement', () => {
  const filters: readonly Partial<Filter>[] = [
    {},
    {
      facets: { task: ["'", '";--'] },
      criterion: 'clear',
      outcome: CASE_OUTCOMES,
      parse: ['ok', 'error'],
      words: true,
    },
    { right: [A], wrong: [B], length: { from: 0, to: 9 } },
  ];
  test.each(filters)('%o', async (partial) => {
    const { choices, explain } = small;
    await make();
    const filter = { ...NO_FILTER, ...partial };
    for (const column of ['case', 'right', 'longest', 'judgments', 'prompt', 'task']) {
      const view = { filter, sort: [{ column, descending: true }] };
      const statements = [
        pageStatement(choices, view, 7),
        downloadStatement(choices, view),
        neighbourStatement(choices, view, 'x'),
      ];
      for (const statement of statements) expect(await explain(statement)).not.toEqual([]);
    }
    expect(await explain(countStatement(choices, filter))).not.toEqual([]);
  });

  test.each(lossMetrics.map(({ id }) => id))('cases that cost points under %s', async (metric) => {
    for (const statement of createCases(small.choices, {
      criterion: 'clear',
      metric,
      run: A,
      slice: "split=x'y;repeat=",
      against: { run: B, side: 'level' },
    })) {
      expect(await small.explain(statement)).not.toEqual([]);
    }
  });

  test('with more runs than one mask holds', async () => {
    const runs = Array.from({ length: 130 }, (_, i) => ({
      run: i === 129 ? A : `other-${i}`,
      judge: String(i),
      label: String(i),
    }));
    const many = { ...small.choices, runs };
    await storeSummary(small.query, many);
    await make(many);
    const rows = await small.run(pageStatement(many, { filter: { ...NO_FILTER, wrong: [A] }, sort: [] }, 0));
    expect(rows.map(({ instance }) => instance)).toEqual(where(([a]) => wrong(a)).map((i) => `case-${i}`));
    await storeSummary(small.query, small.choices);
  });
});
