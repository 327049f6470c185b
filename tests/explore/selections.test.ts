import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gather } from '../../src/cases/gather.ts';
import { lossMetrics } from '../../src/cases/sets.ts';
import { type AnswerFilter, EVERY_CASE, type Filter, type Scope } from '../../src/cases/wanted.ts';
import { askSelection, type CaseSelection } from '../../src/explore/selection.ts';
import { type ExploreState, exploreFields } from '../../src/explore/state.ts';
import { readSearch } from '../../src/ui/field.ts';
import { CASES, FOUND, openSmall, RUNS, type Small } from '../cases/fixture.ts';

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

// How filters select, count and order is asked of drawn ones (tests/cases/columns/columns.test.ts); here what the explorer asks for.
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

  test('attributes, parse status, length, words', async () => {
    expect(await shown({ facets: { task: ['', '~'] } })).toEqual([3, 5]);
    expect(await shown({ parse: ['failed'] })).toEqual(where((m) => m.includes('?')));
    expect(await shown({ length: { from: 20, to: 41 } })).toEqual([2, 3, 4]);
    expect(await shown({ words: 'blue' })).toEqual([4, 6, 7]);
    expect(await shown({ words: 'blue', right: [A] })).toEqual([4, 6]);
    const { counts } = await asked({ words: 'blue', right: [A] });
    expect([counts.total, counts.of('right', A), counts.of('wrong', A)]).toEqual([2, 2, 0]);
  });

  test('the rows that cost a judge points', async () => {
    const lost = where(([a]) => wrong(a));
    expect(await shown({ metric: 'pacc', run: A })).toEqual(lost);
    expect(await shown({ metric: 'criterion_accuracy', run: A, slice: 'criterion=true' })).toEqual([5]);
    expect(await shown({ metric: 'criterion_accuracy', run: A, slice: 'criterion=tru' })).toEqual([]);
    expect(await shown({ metric: 'criterion_accuracy', run: A, slice: 'repeat=' })).toEqual(lost);
    expect(await shown({ run: B })).toEqual(where(([, b]) => b !== '.'));
  });
});

test('points lost in a list opened from a value: the answers that cost points under its measure', async () => {
  /** Cases by points lost, the most first, as `case points`. */
  const ordered = async (wanted: Wanted): Promise<string[]> => {
    const { cases } = await asked({ ...wanted, sort: [{ column: 'points', descending: true }] });
    return Array.from(cases.places, (place, row) => `${place} ${cases.line(row)?._points}`);
  };
  expect(await ordered({ metric: 'criterion_accuracy', run: A })).toEqual(['5 2', '2 1', '3 1']);
  expect(await ordered({ metric: 'pacc', run: A })).toEqual(['2 1', '3 1', '5 1']);
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
