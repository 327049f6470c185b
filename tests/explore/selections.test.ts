import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CASE_OUTCOMES } from '../../src/cases/choices.ts';
import { gather } from '../../src/cases/gather.ts';
import { lossMetrics } from '../../src/cases/sets.ts';
import { type AnswerFilter, EVERY_CASE, type Filter, NO_FILTER, type Scope } from '../../src/cases/wanted.ts';
import { askSelection, type CaseSelection } from '../../src/explore/selection.ts';
import { type ExploreState, exploreFields } from '../../src/explore/state.ts';
import type { SortKey } from '../../src/schema/board.ts';
import { readSearch } from '../../src/ui/field.ts';
import { CASES, FOUND, openSmall, RUNS, type Small, TASKS } from '../cases/fixture.ts';

const [A, B] = RUNS;

let small: Small;
beforeAll(async () => {
  small = await openSmall();
});
afterAll(() => small.close());

type Wanted = Partial<Scope & AnswerFilter & Filter & Pick<ExploreState, 'words' | 'sort'>>;

/** What the explorer finds for a state. */
function asked({ facets = {}, ...state }: Wanted): Promise<CaseSelection> {
  const { choices } = small;
  const whole = { ...readSearch(exploreFields(choices).fixed, ''), ...state };
  return askSelection({ choices, state: whole, facets }, new AbortController().signal);
}

const shownOf = ({ cases }: CaseSelection): number[] =>
  Array.from(cases.places, (_, row) => Number(cases.line(row)?.instance.slice('case-'.length)));
/** Numbers of the cases that a state leaves, in the order shown. */
const shown = async (wanted: Wanted): Promise<number[]> => shownOf(await asked(wanted));

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
    expect(await shown({ criterion: 'true', wrong: [B] })).toEqual(where(([, b]) => b === '?'));
    expect(await shown({ criterion: 'clear', wrong: [B] })).toEqual(where(([, b]) => wrong(b)));
  });

  test('results of the judges together', async () => {
    const right = (marks: string) => [...marks].filter((m) => m === '+').length;
    const answers = (marks: string) => [...marks].filter((m) => m !== '.').length;
    expect(await shown({ outcome: ['right'] })).toEqual(where((m) => answers(m) > 0 && right(m) === answers(m)));
    expect(await shown({ outcome: ['mixed'] })).toEqual(where((m) => right(m) > 0 && right(m) < answers(m)));
    expect(await shown({ outcome: ['wrong', 'none'] })).toEqual(where((m) => right(m) === 0));
  });

  test('attributes, parse status, length, words', async () => {
    expect(await shown({ facets: { task: ['', '~'] } })).toEqual([3, 5]);
    expect(await shown({ parse: ['failed'] })).toEqual(where((m) => m.includes('?')));
    expect(await shown({ length: { from: 20, to: 41 } })).toEqual([2, 3, 4]);
    expect(await shown({ words: 'blue' })).toEqual([4, 6, 7]);
    expect(await shown({ words: 'blue', right: [A] })).toEqual([4, 6]);
  });

  test('the rows that cost a judge points', async () => {
    const lost = where(([a]) => wrong(a));
    expect(await shown({ metric: 'pacc', run: A })).toEqual(lost);
    expect(await shown({ metric: 'criterion_accuracy', run: A, slice: 'criterion=true' })).toEqual([5]);
    expect(await shown({ metric: 'criterion_accuracy', run: A, slice: 'criterion=tru' })).toEqual([]);
    expect(await shown({ metric: 'criterion_accuracy', run: A, slice: 'repeat=' })).toEqual(lost);
    expect(await shown({ run: B })).toEqual(where(([, b]) => b !== '.'));
  });

  test('several sort keys; missing values last both ways; ties in the order of the release', async () => {
    const task = (descending: boolean): SortKey => ({ column: 'task', descending });
    expect(await shown({ sort: [task(false)] })).toEqual([0, 1, 4, 7, 2, 6, 3, 5]);
    expect(await shown({ sort: [task(true)] })).toEqual([3, 2, 6, 0, 1, 4, 7, 5]);
    expect(await shown({ sort: [task(false), { column: 'longest', descending: true }] })).toEqual([
      4, 1, 0, 7, 6, 2, 3, 5,
    ]);
    expect((await shown({ sort: [{ column: 'right', descending: true }] })).at(-1)).toBe(7);
  });
});

describe('counts equal those counted one by one', () => {
  const right = (mark: string | undefined): boolean => mark === '+';
  const outcomeOf = (marks: string): string => {
    const [won, lost] = [[...marks].some(right), [...marks].some(wrong)];
    return won ? (lost ? 'mixed' : 'right') : lost ? 'wrong' : 'none';
  };
  const statusesOf = (marks: string): ReadonlySet<string> =>
    new Set([...marks].flatMap((m) => (m === '.' ? [] : [m === '?' ? 'failed' : 'ok'])));
  type Asks = (marks: string, i: number) => boolean;
  /** What each facet asks of a case. */
  const asksOf = (filter: Filter, words: string): Readonly<Record<string, Asks>> => ({
    'attribute task': (_, i) =>
      (filter.facets['task'] ?? []).length === 0 || (filter.facets['task'] ?? []).includes(TASKS[i] ?? ''),
    outcome: (marks) => filter.outcome.length === 0 || filter.outcome.some((o) => o === outcomeOf(marks)),
    parse: (marks) => filter.parse.length === 0 || filter.parse.some((status) => statusesOf(marks).has(status)),
    [`run ${A}`]: ([a]) => (!filter.right.includes(A) || right(a)) && (!filter.wrong.includes(A) || wrong(a)),
    [`run ${B}`]: ([, b]) => (!filter.right.includes(B) || right(b)) && (!filter.wrong.includes(B) || wrong(b)),
    length: (marks, i) => {
      const longest = marks === '..' ? 0 : 10 * i + (marks[1] === '.' ? 0 : 1);
      return longest >= (filter.length.from ?? 0) && longest <= (filter.length.to ?? 999);
    },
    words: (_, i) => FOUND[words]?.includes(i) ?? true,
  });
  const counted: readonly (readonly [of: string, facet: string, value: string, has: Asks])[] = [
    ...['count', 'say, so', '~', '', 'unknown'].map(
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
  test.each<Wanted>([
    {},
    { facets: { task: ['count', ''] } },
    { facets: { task: ['count'] }, right: [A] },
    { facets: { task: ['count'] }, outcome: ['mixed', 'right'] },
    { right: [A], wrong: [B] },
    { right: [A], wrong: [B], parse: ['failed'], facets: { task: ['count', 'say, so'] } },
    { outcome: ['wrong'], parse: ['ok'], length: { from: 5, to: 45 } },
    { words: 'red', wrong: [A] },
    { facets: { task: ['not there'] }, right: [B] },
    { length: { from: 999, to: null } },
  ])('%o', async (wanted) => {
    const asks = Object.entries(asksOf({ ...NO_FILTER, ...wanted }, wanted.words ?? ''));
    const { counts } = await asked(wanted);
    expect(counts.total).toBe(where((marks, i) => asks.every(([, fits]) => fits(marks, i))).length);
    for (const [of, facet, value, has] of counted) {
      const kept: Asks = (marks, i) => has(marks, i) && asks.every(([name, fits]) => name === of || fits(marks, i));
      expect([facet, value, counts.of(facet, value)]).toEqual([facet, value, where(kept).length]);
    }
  });
});

describe('points lost', () => {
  /** Cases by points lost, the most first, as `case points`. */
  async function ordered(wanted: Wanted): Promise<string[]> {
    const { cases } = await asked({ ...wanted, sort: [{ column: 'points', descending: true }] });
    return Array.from(cases.places, (place, row) => `${place} ${cases.line(row)?._points}`);
  }

  test('a point for each criterion that a judge lost, of all judges together; who was not asked stands last', async () => {
    // ++ +- -+ -- +? ?- +. ..: whoever is wrong is wrong on one criterion of two, what cannot be read is wrong on both.
    expect(await ordered({})).toEqual(['5 3', '3 2', '4 2', '1 1', '2 1', '0 0', '6 0', '7 0']);
  });

  test('of the judge that the list is about, under the criterion that is asked for', async () => {
    expect(await ordered({ run: B })).toEqual(['4 2', '1 1', '3 1', '5 1', '0 0', '2 0']);
    expect(await ordered({ wrong: [B] })).toEqual(['4 2', '1 1', '3 1', '5 1']);
    expect(await ordered({ criterion: 'true' })).toEqual(['4 1', '5 1', '0 0', '1 0', '2 0', '3 0', '6 0']);
  });

  test('in a list opened from a value: the answers that cost points under its measure', async () => {
    expect(await ordered({ metric: 'criterion_accuracy', run: A })).toEqual(['5 2', '2 1', '3 1']);
    expect(await ordered({ metric: 'pacc', run: A })).toEqual(['2 1', '3 1', '5 1']);
  });
});

test('neighbours in a list', async () => {
  const { placeOf } = (await asked({ right: [A] })).cases;
  expect(placeOf('case-0')).toEqual({ place: 1, total: 4, previous: null, next: 'case-1' });
  expect(placeOf('case-4')).toEqual({ place: 3, total: 4, previous: 'case-1', next: 'case-6' });
  expect(placeOf('case-2').place).toBeNull();
});

describe('what a line on boards answered, such as random votes', () => {
  test('is in no list that asks for nobody’s answers in particular', async () => {
    const lostBySomebody = where((marks) => /[-?]/.test(marks));
    expect(lostBySomebody.length).toBeLessThan(CASES.length);
    expect(await shown({ metric: 'criterion_accuracy' })).toEqual(lostBySomebody);
    // Only the line says `b` where people say `a` on the cases that judges got right.
    expect(await shown({ said: { gold: 'a', verdict: 'b' } })).toEqual(where((marks) => marks.includes('-')));
  });

  test('is nothing that a case is counted by', async () => {
    const { cases } = await asked({});
    const rows = CASES.map((_, row) => cases.line(row));
    expect(rows.map((row) => row?._judgments)).toEqual(CASES.map((marks) => 2 * marks.replaceAll('.', '').length));
    expect(Math.max(...rows.map((row) => row?._longest ?? 0))).toBeLessThan(100);
    expect(small.choices.criteria.map(({ id }) => id)).toEqual(['clear', 'true']);
  });

  test('makes it no judge of cases, and a judge that the list does not hold is one', async () => {
    const known = (reference: boolean) => `('judge-1', 'Random votes', '', '', '', '', NULL, NULL, ${reference})`;
    const judges = await small.query('SELECT * FROM judges');
    await small.query('DELETE FROM judges');
    await small.query(
      `INSERT INTO judges VALUES ${known(false)}, ('votes', 'Votes', '', '', '', '', NULL, NULL, true)`,
    );
    expect((await gather(small.query)).runs).toEqual([
      { run: A, judge: 'judge-0', label: 'judge-0' },
      { run: B, judge: 'Random votes', label: 'Random votes' },
    ]);
    await small.query('UPDATE judges SET reference = true');
    expect((await gather(small.query)).runs.map(({ run }) => run)).toEqual([A]);
    await small.query('DELETE FROM judges');
    expect(judges).toHaveLength(1);
    await small.query("INSERT INTO judges VALUES ('votes', 'Random votes', '', '', '', '', NULL, NULL, true)");
  });
});

describe('what SQL finds', () => {
  test.each(lossMetrics.map(({ id }) => id))('DuckDB plans the cases that cost points under %s', async (metric) => {
    const against = { run: B, side: 'level' } as const;
    const wanted = { metric, run: A, slice: "split=x'y;repeat=" };
    for (const scope of [wanted, { ...wanted, against }])
      expect(await shown({ ...scope, sort: [{ column: 'points', descending: true }] })).toEqual([]);
    expect(EVERY_CASE.metric).toBe('');
  });

  test('of several lists at once does not mix, nor do the words found', async () => {
    const lists: readonly Wanted[] = [
      { run: A, words: 'red' },
      { run: B, words: 'blue' },
      { run: B, words: 'red' },
      { words: 'blue' },
    ];
    const found = await Promise.all(lists.map((list) => shown({ metric: 'criterion_accuracy', ...list })));
    const lostBy = (judge: number): number[] => where((marks) => wrong(marks[judge]));
    const any = where((marks) => /[-?]/.test(marks));
    expect(found).toEqual(
      [lostBy(0), lostBy(1), lostBy(1), any].map((cases, i) =>
        cases.filter((place) => FOUND[i % 2 === 0 ? 'red' : 'blue']?.includes(place)),
      ),
    );
    expect(found[1]).toEqual([4]);
  });
});
