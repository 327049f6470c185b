import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CASE_OUTCOMES, type Choices, STATUSES } from '../../../src/cases/choices.ts';
import { columnCounts } from '../../../src/cases/columns/counts.ts';
import { faredBy } from '../../../src/cases/columns/fared.ts';
import { type ColumnList, columnList } from '../../../src/cases/columns/list.ts';
import { needsDetails } from '../../../src/cases/columns/order.ts';
import {
  type CaseColumns,
  type CaseDetails,
  type CriterionColumns,
  readCaseColumns,
  readCaseDetails,
  readCriterionColumns,
} from '../../../src/cases/columns/read.ts';
import { columnsHold, selectCases } from '../../../src/cases/columns/select.ts';
import { writeCaseColumns, writeCriterionColumns } from '../../../src/cases/columns/write.ts';
import { countStatement } from '../../../src/cases/counts.ts';
import { type FacetCounts, readCounts } from '../../../src/cases/facet-counts.ts';
import { FOUND_WORDS } from '../../../src/cases/filter.ts';
import { binNames } from '../../../src/cases/length-bins.ts';
import { PAGE_ROWS } from '../../../src/cases/list-columns.ts';
import { type CaseRowsView, downloadStatement, neighbourStatement, pageStatement } from '../../../src/cases/rows.ts';
import { createCases } from '../../../src/cases/scope.ts';
import { ANY_ANSWERS, EVERY_CASE, type Filter, NO_FILTER } from '../../../src/cases/wanted.ts';
import { exploreFields } from '../../../src/explore/state.ts';
import { readSearch } from '../../../src/ui/field.ts';
import { drawn, pick } from '../../drawn.ts';
import type { Database } from '../../metrics/database.ts';
import { expectSame } from '../../same.ts';
import { openDrawn } from '../fixture.ts';
import { type BothForms, chances, compareSelections, drawnSort, pointsBoth, selectedBy } from './both-forms.ts';

const SELECTIONS = drawn(5000, 1000);
/** So many that the runs need two masks. */
const SETS = 48;

let database: Database;
let choices: Choices;
let columns: CaseColumns;
let details: CaseDetails;
let criteria: CriterionColumns;
let forms: BothForms;
beforeAll(async () => {
  ({ database, choices } = await openDrawn(SETS));
  const { query } = database;
  await query(`CREATE TEMP TABLE ${FOUND_WORDS} (value UINTEGER)`);
  const written = await writeCaseColumns(query, choices, choices.cases);
  columns = readCaseColumns(written.columns);
  details = readCaseDetails(written.details);
  const bytes = await writeCriterionColumns(query, choices, choices.cases);
  if (bytes === null) throw new Error('no criteria');
  criteria = readCriterionColumns(bytes);
  const keepWords = async (words: readonly number[]): Promise<void> => {
    await query(`DELETE FROM ${FOUND_WORDS}`);
    await query(`INSERT INTO ${FOUND_WORDS} SELECT unnest([${words.join(', ')}])`);
  };
  forms = { query, keepWords, choices, columns, details, criteria };
});
afterAll(() => database.close());

function countList(counts: FacetCounts): unknown[] {
  const runs = choices.runs.map(({ run }) => run);
  const lists: [string, readonly string[]][] = [
    ...choices.facets.map(({ name, values }): [string, readonly string[]] => [`attribute ${name}`, values]),
    ['length', choices.lengths === undefined ? [] : binNames(choices.lengths)],
    ['outcome', CASE_OUTCOMES],
    ['parse', STATUSES],
    ['criterion', choices.criteria.map(({ id }) => id)],
    ['right', runs],
    ['wrong', runs],
  ];
  return [counts.total, lists.map(([facet, values]) => [facet, values.map((value) => counts.of(facet, value))])];
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

describe('columns and SQL', () => {
  test(`give the same counts and the same cases in the same order: ${SELECTIONS} selections, all protocols`, async () => {
    expect(new Set(choices.runs.map(({ run }) => run)).size).toBeGreaterThan(60);
    expect(choices.cases).toBeGreaterThan(100);
    expect(choices.lengths?.bins).toBeGreaterThan(5);
    // What a list says of a case is the same in all selections of a scope, and counting takes SQL several times as long: one in ten is compared.
    const compared = await compareSelections(forms, SELECTIONS, async ({ view, selected, points }) => {
      const extras = { details: needsDetails(view.sort) ? details : null, points };
      await compareLists(view, columnList(selected, view.sort, extras));
      await compareCounts(view, columnCounts(selected, choices.lengths));
    });
    expect(compared.different).toEqual([]);
    // Neither is rare: filters that leave nothing would be equal whatever is read.
    expect(compared.found).toBeGreaterThan(SELECTIONS / 4);
    expect(compared.empty).toBeGreaterThan(SELECTIONS / 20);
    expect(compared.ordered).toBeGreaterThan(SELECTIONS / 50);
  });

  test.each(['', 'criterion'])(
    'begin with the cases of which somebody is right or wrong, those as released; under: %j',
    async (under) => {
      const scope = { ...EVERY_CASE, criterion: under === '' ? '' : (choices.criteria[0]?.id ?? '') };
      for (const { sql, params } of createCases(choices, scope)) await database.query(sql, params);
      const view: CaseRowsView = { filter: NO_FILTER, sort: [] };
      const list = columnList(selectedBy(forms, scope, { filter: NO_FILTER, words: [] }), [], {
        details: null,
        points: null,
      });
      await compareLists(view, list);
      const rows = list.lines(0, choices.cases);
      const places = (isJudged: boolean) =>
        rows
          .filter(({ _right, _wrong }) => Number(_right) + Number(_wrong) > 0 === isJudged)
          .map(({ _place }) => Number(_place));
      const [judged, others] = [places(true), places(false)];
      expect(Math.min(judged.length, others.length)).toBeGreaterThan(10);
      const ascending = (list: readonly number[]) => list.toSorted((a, b) => a - b);
      expect(rows.map(({ _place }) => _place)).toEqual([...ascending(judged), ...ascending(others)]);
    },
  );

  test('step through a list alike, and give the same rows for a download', async () => {
    const { query } = database;
    const chance = chances(4);
    for (let n = 0; n < 12; n += 1) {
      const criterion = n % 2 === 0 ? '' : pick(chance, choices.criteria).id;
      const scope = { ...EVERY_CASE, criterion };
      for (const { sql, params } of createCases(choices, scope)) await query(sql, params);
      const view: CaseRowsView = {
        filter: { ...NO_FILTER, outcome: ['right', 'mixed', 'wrong'] },
        sort: drawnSort(forms, chance),
      };
      const selected = selectedBy(forms, scope, { filter: view.filter, words: [] });
      const points = await pointsBoth(forms, scope, { filter: view.filter, fared: selected.fared });
      const list = columnList(selected, view.sort, { details, points });
      const download = downloadStatement(choices, view);
      const rows = await query(download.sql, download.params);
      const clustered = rows.map((row) => ({ ...row, cluster: row['cluster'] || row['instance'] }));
      expect(list.download(0, rows.length + 1)).toEqual(clustered);
      for (const instance of [
        columns.instances.at(0) ?? '',
        pick(chance, columns.instances.all()),
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
    expect(columnsHold(EVERY_CASE, { ...ANY_ANSWERS, critique: { ...ANY_ANSWERS.critique, part: 'z' } })).toBe(false);
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
