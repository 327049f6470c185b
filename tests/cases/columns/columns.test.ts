import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Choices, OUTCOMES, STATUSES } from '../../../src/cases/choices.ts';
import { columnCounts } from '../../../src/cases/columns/counts.ts';
import { type ColumnList, columnList } from '../../../src/cases/columns/list.ts';
import { needsDetails } from '../../../src/cases/columns/order.ts';
import { casePoints } from '../../../src/cases/columns/points.ts';
import {
  type CaseColumns,
  type CaseDetails,
  type CriterionColumns,
  readCaseColumns,
  readCaseDetails,
  readCriterionColumns,
} from '../../../src/cases/columns/read.ts';
import {
  type ColumnSelection,
  columnsHold,
  faredBy,
  faredUnder,
  selectCases,
} from '../../../src/cases/columns/select.ts';
import { writeCaseColumns, writeCriterionColumns } from '../../../src/cases/columns/write.ts';
import { countStatement } from '../../../src/cases/counts.ts';
import { type FacetCounts, readCounts } from '../../../src/cases/facet-counts.ts';
import { conditionOf, WORDS } from '../../../src/cases/filter.ts';
import { binNames } from '../../../src/cases/length-bins.ts';
import { PAGE_ROWS, sortColumns, sortsByPoints } from '../../../src/cases/list-columns.ts';
import { pointSteps } from '../../../src/cases/points.ts';
import {
  type CaseRowsView,
  downloadStatement,
  neighbourStatement,
  orderOf,
  pageStatement,
  sortedFrom,
} from '../../../src/cases/rows.ts';
import { createCases } from '../../../src/cases/scope.ts';
import { ANY_ANSWERS, EVERY_CASE, type Filter, NO_FILTER, pointsRun, type Scope } from '../../../src/cases/wanted.ts';
import { exploreFields } from '../../../src/explore/state.ts';
import { runSteps } from '../../../src/sql/step.ts';
import { readSearch } from '../../../src/ui/field.ts';
import { type Chance, pick } from '../../drawn.ts';
import type { Database } from '../../metrics/database.ts';
import { expectSame } from '../../same.ts';
import { openDrawn } from '../fixture.ts';

const SELECTIONS = 5000;
/** Selections of one scope, which SQL makes a table for. */
const PER_SCOPE = 100;
/**
 * The cases and their order are compared for every selection. What a list says of a case is the same in all selections of a scope, and counting
 * takes SQL several times as long, so both are compared for one selection in so many.
 */
const WHOLE = 10;
/** So many that the runs need two masks. */
const SETS = 48;

/** Numbers between 0 and 1 that look like chance: the same in every run. */
function chances(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

let database: Database;
let choices: Choices;
let columns: CaseColumns;
let details: CaseDetails;
let criteria: CriterionColumns;
beforeAll(async () => {
  ({ database, choices } = await openDrawn(SETS));
  const { query } = database;
  await query(`CREATE TEMP TABLE ${WORDS} (value UINTEGER)`);
  const written = await writeCaseColumns(query, choices, choices.cases);
  columns = readCaseColumns(written.columns);
  details = readCaseDetails(written.details);
  const bytes = await writeCriterionColumns(query, choices, choices.cases);
  if (bytes === null) throw new Error('no criteria');
  criteria = readCriterionColumns(bytes);
});
afterAll(() => database.close());

const some = <T>(chance: Chance, list: readonly T[], often: number): T[] =>
  chance() < often ? Array.from({ length: 1 + Math.floor(chance() * 3) }, () => pick(chance, list)) : [];

function drawnFilter(chance: Chance, criterion: string): Filter {
  const runs = choices.runs.map(({ run }) => run);
  const facets = choices.facets.map(({ name, values }) => [name, some(chance, [...values, 'no such value'], 0.08)]);
  const [low, high] = [Math.floor(chance() * 300), Math.floor(chance() * 900)];
  return {
    facets: Object.fromEntries(facets),
    criterion,
    outcome: some(chance, OUTCOMES, 0.2),
    parse: some(chance, STATUSES, 0.1),
    right: some(chance, runs, 0.1),
    wrong: some(chance, runs, 0.1),
    length: { from: chance() < 0.1 ? low : null, to: chance() < 0.1 ? high : null },
    words: chance() < 0.1,
  };
}

const drawnSort = (chance: Chance) =>
  some(chance, sortColumns(choices), 0.6).map((column) => ({ column, descending: chance() < 0.5 }));

function countList(counts: FacetCounts): unknown[] {
  const runs = choices.runs.map(({ run }) => run);
  const lists: [string, readonly string[]][] = [
    ...choices.facets.map(({ name, values }): [string, readonly string[]] => [`attribute ${name}`, values]),
    ['length', choices.lengths === undefined ? [] : binNames(choices.lengths)],
    ['outcome', OUTCOMES],
    ['parse', STATUSES],
    ['criterion', choices.criteria.map(({ id }) => id)],
    ['right', runs],
    ['wrong', runs],
  ];
  return [counts.total, lists.map(([facet, values]) => [facet, values.map((value) => counts.of(facet, value))])];
}

function selectedBy(scope: Scope, view: CaseRowsView, words: readonly number[]): ColumnSelection {
  const { criterion, run } = scope;
  const fared = criterion === '' ? faredBy(columns.cases, columns.verdicts) : faredUnder(criteria, criterion);
  return selectCases(columns, fared, { run, filter: view.filter, words: view.filter.words ? words : null });
}

/** Makes the table of points that SQL sorts by, and gives what the columns sort by. */
async function pointsBoth(scope: Scope, { filter }: CaseRowsView, { fared }: ColumnSelection): Promise<Float64Array> {
  await runSteps(database.query, pointSteps(choices, { scope, filter }));
  const under = scope.criterion === '' ? criteria : null;
  return casePoints({ runs: columns.runs, fared, under }, pointsRun(scope, filter));
}

async function compareCounts({ filter }: CaseRowsView, counts: FacetCounts): Promise<void> {
  const { sql, params } = countStatement(choices, filter);
  expectSame(countList(counts), countList(readCounts(choices, await database.query(sql, params))));
}

async function compareLists(view: CaseRowsView, list: ColumnList): Promise<void> {
  const { query } = database;
  const paging = pageStatement(choices, view, 0);
  expectSame(list.lines(0, PAGE_ROWS), await query(paging.sql, paging.params));
}

async function comparePlaces({ filter, sort }: CaseRowsView, list: ColumnList): Promise<number> {
  const order = `ORDER BY ${orderOf(choices, sort)} LIMIT ${PAGE_ROWS}`;
  const rows = await database.query(
    `SELECT _place FROM ${sortedFrom(sort)} WHERE ${conditionOf(choices, filter)} ${order}`,
  );
  const places = list.lines(0, PAGE_ROWS).map(({ _place }) => ({ _place }));
  expectSame(places, rows);
  return rows.length;
}

describe('columns and SQL', () => {
  test(`give the same counts and the same cases in the same order: ${SELECTIONS} selections, all protocols`, async () => {
    const { query } = database;
    const chance = chances(9);
    expect(new Set(choices.runs.map(({ run }) => run)).size).toBeGreaterThan(60);
    expect(choices.cases).toBeGreaterThan(100);
    expect(choices.lengths?.bins).toBeGreaterThan(5);
    let [found, empty, ordered] = [0, 0, 0];
    for (let n = 0; n < SELECTIONS; n += PER_SCOPE) {
      const criterion =
        chance() < 0.5 ? '' : pick(chance, [...choices.criteria.map(({ id }) => id), 'no such criterion']);
      const run = chance() < 0.8 ? '' : pick(chance, [...choices.runs.map((one) => one.run), 'no such run']);
      const scope = { ...EVERY_CASE, criterion, run };
      for (const { sql, params } of createCases(choices, scope)) await query(sql, params);
      const words = Array.from({ length: 20 }, () => Math.floor(chance() * choices.cases));
      await query(`DELETE FROM ${WORDS}`);
      await query(`INSERT INTO ${WORDS} SELECT unnest([${words.join(', ')}])`);
      for (let k = 0; k < PER_SCOPE; k += 1) {
        const view: CaseRowsView = { filter: drawnFilter(chance, criterion), sort: drawnSort(chance) };
        const selected = selectedBy(scope, view, words);
        const points = sortsByPoints(view.sort) ? await pointsBoth(scope, view, selected) : null;
        const extras = { details: needsDetails(view.sort) ? details : null, points };
        const list = columnList(selected, view.sort, extras);
        const n = await comparePlaces(view, list);
        if (n > 0) found += 1;
        else empty += 1;
        if (points !== null && n > 1) ordered += 1;
        if (k % WHOLE !== 0) continue;
        await compareLists(view, list);
        await compareCounts(view, columnCounts(selected, choices.lengths));
      }
    }
    // Neither is rare: filters that leave nothing would be equal whatever is read.
    expect(found).toBeGreaterThan(SELECTIONS / 4);
    expect(empty).toBeGreaterThan(SELECTIONS / 20);
    expect(ordered).toBeGreaterThan(SELECTIONS / 50);
  });

  test('step through a list alike, and give the same rows for a download', async () => {
    const { query } = database;
    const chance = chances(4);
    for (let n = 0; n < 12; n += 1) {
      const criterion = n % 2 === 0 ? '' : pick(chance, choices.criteria).id;
      const scope = { ...EVERY_CASE, criterion };
      for (const { sql, params } of createCases(choices, scope)) await query(sql, params);
      const view: CaseRowsView = {
        filter: { ...NO_FILTER, outcome: ['right', 'mixed', 'wrong'] },
        sort: drawnSort(chance),
      };
      const selected = selectedBy(scope, view, []);
      const points = await pointsBoth(scope, view, selected);
      const list = columnList(selected, view.sort, { details, points });
      const download = downloadStatement(choices, view);
      const rows = await query(download.sql, download.params);
      const clustered = rows.map((row) => ({ ...row, cluster: row['cluster'] || row['instance'] }));
      expect(list.download(0, rows.length + 1)).toEqual(clustered);
      for (const instance of [
        columns.instances[0] ?? '',
        pick(chance, columns.instances),
        String(rows.at(-1)?.['instance']),
      ]) {
        const { sql, params } = neighbourStatement(choices, view, instance);
        const [row = { place: null, total: 0, previous: null, next: null }] = await query(sql, params);
        expect(list.placeOf(instance)).toEqual(row);
      }
    }
  });

  test('what the columns do not hold is asked of SQL', () => {
    expect(columnsHold(EVERY_CASE, ANY_ANSWERS)).toBe(true);
    expect(columnsHold({ ...EVERY_CASE, criterion: 'x', run: 'y' }, ANY_ANSWERS)).toBe(true);
    expect(columnsHold({ ...EVERY_CASE, metric: 'pacc' }, ANY_ANSWERS)).toBe(false);
    expect(columnsHold(EVERY_CASE, { ...ANY_ANSWERS, conflict: { criterion: 'a', other: 'b' } })).toBe(false);
    expect(columnsHold(EVERY_CASE, { ...ANY_ANSWERS, said: { gold: 'a', verdict: '' } })).toBe(false);
    expect(columnsHold(EVERY_CASE, { ...ANY_ANSWERS, said: { gold: '', verdict: 'b' } })).toBe(false);
    expect(columnsHold(EVERY_CASE, { ...ANY_ANSWERS, pair: { ...ANY_ANSWERS.pair, kind: 'scored' } })).toBe(false);
    expect(columnsHold(EVERY_CASE, { ...ANY_ANSWERS, critique: { ...ANY_ANSWERS.critique, scorer: 'z' } })).toBe(false);
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

  test('a name that the benchmark does not have is an error, as in SQL', () => {
    const fared = faredBy(columns.cases, columns.verdicts);
    const ask = (filter: Partial<Filter>) => () =>
      selectCases(columns, fared, { run: '', filter: { ...NO_FILTER, ...filter }, words: null });
    expect(ask({ right: ['nobody'] })).toThrow('no run "nobody"');
    expect(ask({ facets: { nothing: ['x'] } })).toThrow('no facet "nothing"');
  });
});
