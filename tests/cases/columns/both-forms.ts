import { CASE_OUTCOMES, type Choices, STATUSES } from '../../../src/cases/choices.ts';
import { faredBy, faredUnder } from '../../../src/cases/columns/fared.ts';
import { columnList } from '../../../src/cases/columns/list.ts';
import { needsDetails } from '../../../src/cases/columns/order.ts';
import { casePoints } from '../../../src/cases/columns/points.ts';
import type { CaseColumns, CaseDetails, CriterionColumns } from '../../../src/cases/columns/read.ts';
import { type ColumnSelection, selectCases } from '../../../src/cases/columns/select.ts';
import { conditionOf } from '../../../src/cases/filter.ts';
import { PAGE_ROWS, sortColumns, sortsByPoints } from '../../../src/cases/list-columns.ts';
import { pointSteps } from '../../../src/cases/points.ts';
import { type CaseRowsView, orderSql, sortedFrom } from '../../../src/cases/rows.ts';
import { createCases } from '../../../src/cases/scope.ts';
import { EVERY_CASE, type Filter, pointsRun, type Scope } from '../../../src/cases/wanted.ts';
import type { Query } from '../../../src/sql/query.ts';
import { stepStatements } from '../../../src/sql/step.ts';
import { type Chance, pick } from '../../drawn.ts';

/**
 * Columns and SQL beside each other on drawn selections, in Node and in a page: nothing here needs either.
 */

/** A benchmark in both forms. */
export interface BothForms {
  readonly query: Query;
  /** Makes the table of cases with words hold these. */
  readonly keepWords: (words: readonly number[]) => Promise<unknown>;
  readonly choices: Choices;
  readonly columns: CaseColumns;
  readonly details: CaseDetails;
  readonly criteria: CriterionColumns;
}

/** Selections of one scope, which SQL makes a table for; and how many of them share a statement. */
const PER_SCOPE = 100;
const AT_ONCE = 10;

/** Numbers between 0 and 1 that look like chance: the same in every run. */
export function chances(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const some = <T>(chance: Chance, list: readonly T[], often: number): T[] =>
  chance() < often ? Array.from({ length: 1 + Math.floor(chance() * 3) }, () => pick(chance, list)) : [];

function drawnFilter({ choices, columns }: BothForms, chance: Chance, criterion: string): Filter {
  const runs = choices.runs.map(({ run }) => run);
  const facets = choices.facets.map(({ name, values }) => [name, some(chance, [...values, 'no such value'], 0.08)]);
  // Ends of ranges are lengths that cases have: whether an end belongs to its range shows nowhere else.
  const lengths = [...columns.longest.all()].filter(Number.isFinite).toSorted((a, b) => a - b);
  const [low, high] = [pick(chance, lengths.slice(0, lengths.length / 2)), pick(chance, lengths)];
  return {
    facets: Object.fromEntries(facets),
    criterion,
    outcome: some(chance, CASE_OUTCOMES, 0.2),
    parse: some(chance, STATUSES, 0.1),
    right: some(chance, runs, 0.1),
    wrong: some(chance, runs, 0.1),
    length: { from: chance() < 0.1 ? low : null, to: chance() < 0.1 ? high : null },
    words: chance() < 0.1,
  };
}

export const drawnSort = ({ choices }: Pick<BothForms, 'choices'>, chance: Chance) =>
  some(chance, sortColumns(choices), 0.6).map((column) => ({ column, descending: chance() < 0.5 }));

/** What a filter selects by columns. */
export function selectedBy(
  { columns, criteria }: BothForms,
  { criterion, run }: Scope,
  { filter, words }: { readonly filter: Filter; readonly words: readonly number[] },
): ColumnSelection {
  const fared = criterion === '' ? faredBy(columns.cases, columns.verdicts) : faredUnder(criteria, criterion);
  return selectCases(columns, fared, { run, filter, words: filter.words ? words : null });
}

/** Makes the table of points that SQL sorts by, and gives what the columns sort by. */
export async function pointsBoth(
  { query, choices, columns, criteria }: BothForms,
  scope: Scope,
  { filter, fared }: { readonly filter: Filter; readonly fared: ColumnSelection['fared'] },
): Promise<Float64Array> {
  for (const { sql, params } of stepStatements(pointSteps(choices, { scope, filter }))) await query(sql, params);
  const under = scope.criterion === '' ? criteria : null;
  return casePoints({ runs: columns.runs, fared, under }, pointsRun(scope, filter));
}

/** One drawn selection. */
export interface DrawnSelection {
  readonly scope: Scope;
  readonly view: CaseRowsView;
  readonly selected: ColumnSelection;
  /** What a list sorted by points needs; null for others. */
  readonly points: Float64Array | null;
}

const listOf = ({ details }: BothForms, { view, selected, points }: DrawnSelection) =>
  columnList(selected, view.sort, { details: needsDetails(view.sort) ? details : null, points });

/** The first cases of selections by SQL, in their order. */
async function placesBySql(
  { query, choices }: BothForms,
  views: readonly CaseRowsView[],
): Promise<readonly (readonly number[])[]> {
  const parts = views.map(({ filter, sort }, k) => {
    const where = conditionOf(choices, filter);
    const rows = `SELECT _place FROM ${sortedFrom(sort)} WHERE ${where} ORDER BY ${orderSql(choices, sort)} LIMIT ${PAGE_ROWS}`;
    return `SELECT ${k} AS asked, list(_place) AS places FROM (${rows})`;
  });
  const lists = new Map(
    (await query(parts.join(' UNION ALL '))).map(({ asked, places }) => [
      Number(asked),
      Array.isArray(places) ? places.map(Number) : [],
    ]),
  );
  return views.map((_, k) => lists.get(k) ?? []);
}

/** What was compared: selections with cases and without, and those in the order of points; and in words where the two differ. */
export interface Compared {
  readonly found: number;
  readonly empty: number;
  readonly ordered: number;
  readonly different: readonly string[];
}

/**
 * Compares the cases and their order for so many drawn selections, all kinds of filters and orders in turns. `use` sees one selection in ten
 * while the tables of SQL hold it.
 */
export async function compareSelections(
  forms: BothForms,
  selections: number,
  use: (one: DrawnSelection) => Promise<void> = async () => undefined,
): Promise<Compared> {
  const { query, choices } = forms;
  const chance = chances(9);
  let [found, empty, ordered] = [0, 0, 0];
  const different: string[] = [];
  async function compare(drawn: readonly DrawnSelection[]): Promise<void> {
    const bySql = await placesBySql(
      forms,
      drawn.map(({ view }) => view),
    );
    for (const [k, one] of drawn.entries()) {
      const wanted = bySql[k] ?? [];
      const places = listOf(forms, one)
        .lines(0, PAGE_ROWS)
        .map(({ _place }) => _place);
      if (wanted.length > 0) found += 1;
      else empty += 1;
      if (one.points !== null && wanted.length > 1) ordered += 1;
      if (places.join() !== wanted.join()) different.push(JSON.stringify([one.scope, one.view, places, wanted]));
    }
  }
  for (let n = 0; n < selections; n += PER_SCOPE) {
    const criterion =
      chance() < 0.5 ? '' : pick(chance, [...choices.criteria.map(({ id }) => id), 'no such criterion']);
    const run = chance() < 0.8 ? '' : pick(chance, [...choices.runs.map((one) => one.run), 'no such run']);
    const scope = { ...EVERY_CASE, criterion, run };
    for (const { sql, params } of createCases(choices, scope)) await query(sql, params);
    const words = Array.from({ length: 20 }, () => Math.floor(chance() * choices.cases));
    await forms.keepWords(words);
    let waiting: DrawnSelection[] = [];
    for (let k = 0; k < PER_SCOPE; k += 1) {
      const view: CaseRowsView = { filter: drawnFilter(forms, chance, criterion), sort: drawnSort(forms, chance) };
      const selected = selectedBy(forms, scope, { filter: view.filter, words });
      const { filter } = view;
      const points = sortsByPoints(view.sort)
        ? await pointsBoth(forms, scope, { filter, fared: selected.fared })
        : null;
      const one = { scope, view, selected, points };
      if (k % 10 === 0) await use(one);
      // Points of a selection are there until those of the next are.
      if (points !== null) await compare([one]);
      else waiting.push(one);
      if (waiting.length === AT_ONCE || k === PER_SCOPE - 1) {
        await compare(waiting);
        waiting = [];
      }
    }
  }
  return { found, empty, ordered, different };
}
