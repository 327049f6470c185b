import { CASE_OUTCOMES, type Choices, STATUSES, sortColumns, sortsByPoints } from '../../../src/cases/choices.ts';
import { andBits } from '../../../src/cases/columns/bits.ts';
import { columnCounts, countLists } from '../../../src/cases/columns/counts.ts';
import { casePoints, columnList, needsDetails } from '../../../src/cases/columns/list.ts';
import { casesAt, judgedCases, resultsOf, resultsUnder, selectCases } from '../../../src/cases/columns/select.ts';
import { type Filter, pointsRun } from '../../../src/cases/wanted.ts';
import type { SortKey } from '../../../src/schema/board.ts';
import type { Query } from '../../../src/sql/query.ts';
import { type Chance, pick } from '../../drawn.ts';
import { expectSame } from '../../same.ts';
import {
  type PlainSelection,
  plainCases,
  plainCounts,
  plainRow,
  plainSelected,
  plainSorted,
  type ReadColumns,
  readColumns,
} from '../plain.ts';

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

function drawnFilter(choices: Choices, lengths: readonly number[], chance: Chance): Filter {
  const runs = choices.runs.map(({ run }) => run);
  const facets = choices.facets.map(({ name, values }) => [name, some(chance, [...values, 'no such value'], 0.08)]);
  const criteria = choices.criteria.map(({ id }) => id);
  return {
    facets: Object.fromEntries(facets),
    criterion: chance() < 0.5 ? '' : pick(chance, [...criteria, 'no such criterion']),
    outcome: some(chance, CASE_OUTCOMES, 0.2),
    parse: some(chance, STATUSES, 0.1),
    right: some(chance, runs, 0.1),
    wrong: some(chance, runs, 0.1),
    length: {
      from: chance() < 0.1 ? pick(chance, lengths.slice(0, lengths.length / 2)) : null,
      to: chance() < 0.1 ? pick(chance, lengths) : null,
    },
  };
}

/** The list and the counts of a selection by columns. */
export function selectedBy(
  { columns, details, criteria }: ReadColumns,
  { filter, run, words }: PlainSelection,
  sort: readonly SortKey[],
) {
  const results =
    filter.criterion === '' || criteria === null
      ? resultsOf(columns.cases, columns.verdicts)
      : resultsUnder(criteria, filter.criterion);
  const own = judgedCases(columns, run);
  const scope = words === null ? own : andBits(own, casesAt(columns.cases, words));
  const selected = selectCases(columns, results, { scope, filter });
  const counted = { runs: columns.runs, results, under: filter.criterion === '' ? criteria : null };
  const points = sortsByPoints(sort) ? casePoints(counted, pointsRun({ run }, filter)) : null;
  return { selected, list: columnList(selected, sort, { details: needsDetails(sort) ? details : null, points }) };
}

/** Selections with cases, without, and in the order of points. */
interface Drawn {
  found: number;
  empty: number;
  ordered: number;
}

/** Compares so many drawn selections by columns with plain loops: cases, order, rows, counts, downloads, and steps from case to case. */
export async function compareDrawn(query: Query, choices: Choices, selections: number): Promise<Drawn> {
  const cases = await plainCases(query, choices);
  const read = await readColumns(query, choices);
  const chance = chances(9);
  // Ends of ranges are lengths that cases have: whether an end belongs to its range shows nowhere else.
  const lengths = cases.map(({ longest }) => longest).toSorted((a, b) => a - b);
  const drawn: Drawn = { found: 0, empty: 0, ordered: 0 };
  for (let n = 0; n < selections; n += 1) {
    const selection: PlainSelection = {
      filter: drawnFilter(choices, lengths, chance),
      run: chance() < 0.8 ? '' : pick(chance, [...choices.runs.map((one) => one.run), 'no such run']),
      words: chance() < 0.1 ? Array.from({ length: 20 }, () => Math.floor(chance() * choices.cases)) : null,
    };
    const { filter, run } = selection;
    const sort = some(chance, sortColumns(choices), 0.6).map((column) => ({ column, descending: chance() < 0.5 }));
    const { selected, list } = selectedBy(read, selection, sort);
    const what = JSON.stringify([selection, sort]);
    const wanted = plainSorted(plainSelected(cases, selection), selection, {
      sort,
      pointsOfRun: pointsRun({ run }, filter),
    });
    expectSame(
      [...list.places],
      wanted.map(({ place }) => place),
      what,
    );
    drawn[wanted.length > 0 ? 'found' : 'empty'] += 1;
    if (sortsByPoints(sort) && wanted.length > 1) drawn.ordered += 1;
    // What a list says of a case is the same in all selections: one in ten is compared.
    if (n % 10 > 0) continue;
    const counts = columnCounts(selected, choices.lengths);
    expectSame(counts.total, wanted.length, what);
    expectSame(countLists(choices, counts), plainCounts(cases, selection, choices), what);
    const rows = wanted.map((one) => plainRow(one, filter, choices));
    const lines = rows.map((_, row) => {
      const { _points, _queue, ...line } = list.line(row) ?? {};
      return line;
    });
    expectSame(
      lines,
      rows.map(({ line }) => line),
      what,
    );
    expectSame(
      list.download(read.details, 0, rows.length + 1),
      rows.map(({ download }) => download),
      what,
    );
    const at = Math.floor(chance() * wanted.length);
    const [previous = null, next = null] = [wanted[at - 1]?.instance, wanted[at + 1]?.instance];
    const id = wanted[at]?.instance;
    if (id !== undefined) expectSame(list.placeOf(id), { place: at + 1, total: wanted.length, previous, next }, what);
  }
  return drawn;
}
