import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { turnstile } from '../../src/client/shared.ts';
import type { CaseSelection } from '../../src/explore/case-selection.ts';
import { askSelection } from '../../src/explore/selection.ts';
import { exploreFields } from '../../src/explore/state.ts';
import { readSearch } from '../../src/ui/field.ts';
import { CASES, openSmall, type Small } from '../cases/fixture.ts';

/** Words and the cases whose reasons hold them. */
const FOUND: Readonly<Record<string, readonly number[]>> = { red: [0, 1], blue: [4, 6, 7] };

// The browser's database, with DuckDB of Node in its place: one connection, whose statements take their turns.
const engine = vi.hoisted(() => ({ database: {} as unknown }));
vi.mock('../../src/client/database.ts', () => ({ openDatabase: async () => engine.database }));
vi.mock('../../src/client/postings.ts', () => ({
  searchRationales: async (_: string, words: string) => FOUND[words] ?? null,
}));

let small: Small;
beforeAll(async () => {
  small = await openSmall();
  const enter = turnstile();
  const query: Small['query'] = async (sql, params) => {
    const leave = await enter();
    return small.query(sql, params).finally(leave);
  };
  engine.database = {
    query,
    keepNumbers: async (name: string, numbers: readonly number[]) => {
      await query(`CREATE OR REPLACE TEMP TABLE ${name} (value UINTEGER)`);
      for (const number of numbers) await query(`INSERT INTO ${name} VALUES (${number})`);
    },
  };
});
afterAll(() => small.close());

const { signal } = new AbortController();

/** What the explorer shows for an address that the columns do not hold. */
function asked(list: string): Promise<CaseSelection> {
  const { fixed, facets } = exploreFields(small.choices);
  const state = readSearch(fixed, `?metric=criterion_accuracy${list}`);
  return askSelection({ choices: small.choices, state, facets: readSearch(facets, list) }, signal);
}

const shown = async (selection: CaseSelection): Promise<string[]> =>
  (await selection.page(0, signal)).map(({ instance }) => instance);

/** Cases on which a judge was wrong or unreadable, by its marks in the fixture. */
const lostBy = (judge: number): string[] =>
  CASES.flatMap((marks, i) => (/[-?]/.test(marks[judge] ?? '') ? [`case-${i}`] : []));

test('rows of the last answer stay its own after the next one has been asked for', async () => {
  const last = await asked('&run=run-a');
  expect(await shown(last)).toEqual(lostBy(0));
  const next = await asked('&run=run-b');
  expect(await shown(next)).toEqual(lostBy(1));
  expect(await shown(last)).toEqual(lostBy(0));
  expect((await last.counts(signal)).total).toBe(lostBy(0).length);
  expect(await last.placeOf('case-5', signal)).toMatchObject({ place: lostBy(0).indexOf('case-5') + 1 });
});

test('two selections under way at once do not mix, neither their cases nor the words found', async () => {
  const lists = ['&run=run-a&words=red', '&run=run-b&words=blue', '&run=run-b&words=red', '&words=blue'];
  const rows = await Promise.all(lists.map(async (list) => shown(await asked(list))));
  const any = [...new Set([...lostBy(0), ...lostBy(1)])];
  const expected = [lostBy(0), lostBy(1), lostBy(1), any].map((cases, i) => {
    const places = FOUND[i % 2 === 0 ? 'red' : 'blue'] ?? [];
    return places.map((place) => `case-${place}`).filter((id) => cases.includes(id));
  });
  expect(rows).toEqual(expected);
  expect(expected[1]).toEqual(['case-4']);
});
