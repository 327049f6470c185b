import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Choices, lengthBins, type Queue } from '../../../src/cases/choices.ts';
import { fullBits } from '../../../src/cases/columns/bits.ts';
import { columnsHold, resultsOf, selectCases } from '../../../src/cases/columns/select.ts';
import { ANY_ANSWERS, EVERY_CASE, type Filter, NO_FILTER } from '../../../src/cases/wanted.ts';
import { exploreFields } from '../../../src/explore/state.ts';
import { readSearch } from '../../../src/ui/field.ts';
import { drawn } from '../../drawn.ts';
import type { Database } from '../../metrics/database.ts';
import { openDrawn } from '../fixture.ts';
import { readColumns } from '../plain.ts';
import { compareDrawn, selectedBy } from './drawn-selections.ts';

const SELECTIONS = drawn(5000, 250);
const SETS = 48;

let database: Database;
let choices: Choices;
beforeAll(async () => {
  ({ database, choices } = await openDrawn(SETS));
});
afterAll(() => database.close());

test(`columns give what plain loops over the tables give: ${SELECTIONS} selections, all protocols`, async () => {
  expect(choices.runs.length).toBeGreaterThan(60);
  expect(choices.cases).toBeGreaterThan(100);
  expect(choices.lengths?.bins).toBeGreaterThan(5);
  const compared = await compareDrawn(database.query, choices, SELECTIONS);
  // Neither is rare: filters that leave nothing would be equal whatever is read.
  expect(compared.found).toBeGreaterThan(SELECTIONS / 4);
  expect(compared.empty).toBeGreaterThan(SELECTIONS / 20);
  expect(compared.ordered).toBeGreaterThan(SELECTIONS / 50);
});

test.each(['', 'criterion'])(
  'lists begin with the cases of which somebody is right or wrong, those as released; under: %j',
  async (under) => {
    const filter = { ...NO_FILTER, criterion: under === '' ? '' : (choices.criteria[0]?.id ?? '') };
    // A filter by the criterion itself would leave out cases that nobody was judged on.
    const read = await readColumns(database.query, choices);
    const { selected, list } = selectedBy(read, { filter, run: '', words: null }, []);
    const rows = [...list.places].map((_, row) => list.line(row));
    const judged = rows.map((row) => (row?._right ?? 0) + (row?._wrong ?? 0) > 0);
    expect(judged.lastIndexOf(true)).toBe(judged.filter(Boolean).length - 1);
    for (const isJudged of [true, false]) {
      const places = rows.flatMap((row, i) => (judged[i] === isJudged ? (row?._place ?? []) : []));
      if (under === '') expect(places.length).toBeGreaterThan(10);
      expect(places).toEqual(places.toSorted((a, b) => a - b));
    }
    expect(selected.results.cases).toBe(choices.cases);
  },
);

test('a vote goes through the pairs of a queue alone, in its order', async () => {
  const read = await readColumns(database.query, choices);
  const reason = { agree: 2, readable: 2, weight: 255, criterion: '' };
  // As where critiques are suspected, too: of three cases one is no pair, and one in no queue.
  const queued = (_: Queue, at: number) => (at % 3 === 2 ? null : { ...reason, isPair: at % 3 === 1 });
  const everything = { filter: NO_FILTER, run: '', words: null };
  const sort = [{ column: 'suspect', descending: true }];
  const { list } = selectedBy({ ...read, details: { ...read.details, queued } }, everything, sort);
  const voted: string[] = [];
  for (let id = list.firstVote; id !== null; id = list.placeOf(id, true).next) voted.push(id);
  const rows = list.first(choices.cases);
  expect(rows[0]?._place).toBe(0);
  expect(voted).toEqual(rows.filter(({ _place }) => _place % 3 === 1).map(({ instance }) => instance));
  expect(list.placeOf(voted[1] ?? '', true)).toMatchObject({ place: 2, total: voted.length, previous: voted[0] });
  expect(list.placeOf(rows[0]?.instance ?? '', true).place).toBeNull();
});

test('what the columns do not hold is asked of SQL', () => {
  const holds = (scope: Partial<typeof EVERY_CASE>, answers: Partial<typeof ANY_ANSWERS> = {}): boolean =>
    columnsHold({ ...EVERY_CASE, ...scope }, { ...ANY_ANSWERS, ...answers });
  expect(holds({})).toBe(true);
  expect(holds({ criterion: 'x', run: 'y' })).toBe(true);
  expect(holds({ metric: 'pacc' })).toBe(false);
  expect(holds({}, { conflict: { criterion: 'a', other: 'b' } })).toBe(false);
  expect(holds({}, { said: { gold: 'a', verdict: '' } })).toBe(false);
  expect(holds({}, { said: { gold: '', verdict: 'b' } })).toBe(false);
  expect(holds({}, { pair: { ...ANY_ANSWERS.pair, kind: 'scored' } })).toBe(false);
  expect(holds({}, { critique: { ...ANY_ANSWERS.critique, part: 'z' } })).toBe(false);
});

test('an address without a filter, and one with filters that columns hold, need no engine', () => {
  const hold = (search: string): boolean => {
    const state = readSearch(exploreFields(choices).fixed, search);
    return columnsHold(state, state);
  };
  const [run, criterion] = [choices.runs[0]?.run, choices.criteria[0]?.id];
  expect(hold('')).toBe(true);
  expect(hold(`?right=${run}&criterion=${criterion}&outcome=mixed&words=red&length=1-5&sort=-right`)).toBe(true);
  expect(hold('?metric=criterion_accuracy')).toBe(false);
});

test('a name that the benchmark does not have is an error', async () => {
  const { columns } = await readColumns(database.query, choices);
  const results = resultsOf(columns.cases, columns.verdicts);
  const ask = (filter: Partial<Filter>) => () =>
    selectCases(columns, results, { scope: fullBits(columns.cases), filter: { ...NO_FILTER, ...filter } });
  expect(ask({ right: ['nobody'] })).toThrow('no run "nobody"');
  expect(ask({ facets: { nothing: ['x'] } })).toThrow('no facet "nothing"');
});

test('bins of lengths are round, reach the longest, and are at most twenty-five', () => {
  expect(lengthBins(0)).toBeUndefined();
  expect(lengthBins(1)).toEqual({ width: 1, bins: 2 });
  expect(lengthBins(24)).toEqual({ width: 1, bins: 25 });
  expect(lengthBins(25)).toEqual({ width: 2, bins: 13 });
  for (let longest = 1; longest < 2_000_000; longest = Math.ceil(longest * 1.07)) {
    const { width, bins } = lengthBins(longest) ?? { width: 0, bins: 0 };
    expect(String(width)).toMatch(/^[125]0*$/);
    expect(bins).toBeLessThanOrEqual(25);
    expect(width * bins).toBeGreaterThan(longest);
    expect(width * (bins - 1)).toBeLessThanOrEqual(longest);
  }
});
