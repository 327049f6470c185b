import type { ListPlace } from '../cases/columns/list.ts';
import { COUNT_COLUMNS, countStatement } from '../cases/counts.ts';
import { readCounts } from '../cases/facet-counts.ts';
import { FOUND_WORDS } from '../cases/filter.ts';
import { sortsByPoints } from '../cases/list-columns.ts';
import { longStatement } from '../cases/long.ts';
import { pointSteps } from '../cases/points.ts';
import {
  type CaseRowsView,
  downloadStatement,
  NEIGHBOUR_COLUMNS,
  neighbourStatement,
  pageStatement,
} from '../cases/rows.ts';
import { createCases } from '../cases/scope.ts';
import { pointsRun } from '../cases/wanted.ts';
import { openDatabase } from '../client/database.ts';
import { searchRationales } from '../client/postings.ts';
import type { Database } from '../client/session.ts';
import { abortable, turnstile } from '../client/shared.ts';
import type { Statement } from '../sql/query.ts';
import { stepStatements } from '../sql/step.ts';
import type { CaseLine } from './CaseTable.tsx';
import type { AskedCases, CaseBatches, CaseSelection } from './case-selection.ts';
import { filterOf } from './state.ts';

/** What the temporary tables of a database hold at the moment; null while it is not known. */
interface Held {
  cases: string | null;
  points: string | null;
  words: string | null;
  /** Lets one selection at a time make the tables and read them, since all selections share them. */
  readonly enter: ReturnType<typeof turnstile>;
}
const held = new WeakMap<Database, Held>();

function heldIn(database: Database): Held {
  const known = held.get(database) ?? { cases: null, points: null, words: null, enter: turnstile() };
  held.set(database, known);
  return known;
}

/** A selection on its way to a database; `found` are the places of the cases with its words, null where they narrow nothing. */
interface Fitting extends AskedCases {
  readonly database: Database;
  readonly found: readonly number[] | null;
}

async function holdScope({ database, choices, state }: Fitting, now: Held, signal: AbortSignal): Promise<void> {
  const { criterion, metric, run, slice, against, critique, pair, conflict, said } = state;
  const key = JSON.stringify([criterion, metric, run, slice, against, critique, pair, conflict, said]);
  if (now.cases === key) return;
  now.cases = null;
  for (const { sql, params } of createCases(choices, state, state)) await database.query(sql, params, { signal });
  now.cases = key;
}

/** Selects whose points are counted: those of the judges asked for, under the list's measure and criterion. */
async function holdPoints(
  { database, choices, state, facets }: Fitting,
  now: Held,
  signal: AbortSignal,
): Promise<void> {
  if (!sortsByPoints(state.sort)) return;
  const filter = filterOf(choices, { state, facets, words: false });
  const key = JSON.stringify([state.criterion, state.metric, state.run, state.slice, pointsRun(state, filter)]);
  if (now.points === key) return;
  now.points = null;
  for (const { sql, params } of stepStatements(pointSteps(choices, { scope: state, filter })))
    await database.query(sql, params, { signal });
  now.points = key;
}

async function holdWords({ database, state: { words }, found }: Fitting, now: Held): Promise<void> {
  if (found === null || now.words === words) return;
  now.words = null;
  await database.keepNumbers(FOUND_WORDS, found);
  now.words = words;
}

/** Waits until no other selection reads, and makes the tables fit; the function that it gives lets the next one in. */
async function entered(fitting: Fitting, signal: AbortSignal): Promise<() => void> {
  const now = heldIn(fitting.database);
  const leave = await now.enter();
  try {
    signal.throwIfAborted();
    await holdScope(fitting, now, signal);
    await holdPoints(fitting, now, signal);
    await holdWords(fitting, now);
    return leave;
  } catch (error) {
    leave();
    throw error;
  }
}

async function fitted<T>(fitting: Fitting, signal: AbortSignal, read: () => Promise<T>): Promise<T> {
  const leave = await entered(fitting, signal);
  return read().finally(leave);
}

const NOWHERE: ListPlace = { place: null, total: 0, previous: null, next: null };

/**
 * Finds the cases of a state by the query engine. The tables are made to fit before each statement, because another selection may have
 * changed them since: rows of the last answer come into view while the next is on its way.
 */
export async function bySql(asked: AskedCases, signal: AbortSignal): Promise<Omit<CaseSelection, 'notice'>> {
  const { choices, state, facets } = asked;
  const database = await openDatabase(choices.benchmark, { signal });
  const found = await searchRationales(choices.benchmark, state.words, { signal });
  const fitting: Fitting = { ...asked, database, found };
  const view: CaseRowsView = { filter: filterOf(choices, { state, facets, words: found !== null }), sort: state.sort };
  const read = <T>(by: AbortSignal, work: () => Promise<T>): Promise<T> => abortable(fitted(fitting, by, work), by);
  async function* batches({ sql, params }: Statement, by: AbortSignal): CaseBatches {
    const leave = await entered(fitting, by);
    try {
      yield* database.batches(sql, params, { signal: by });
    } finally {
      leave();
    }
  }
  return {
    counts: (by) => {
      const { sql, params } = countStatement(choices, view.filter);
      const options = { signal: by, columns: COUNT_COLUMNS };
      return read(by, async () => readCounts(choices, await database.query(sql, params, options)));
    },
    page: async (page, by) => {
      const { sql, params } = pageStatement(choices, view, page);
      const rows = await read(by, () => database.query(sql, params, { signal: by }));
      return rows as unknown as readonly CaseLine[];
    },
    placeOf: async (instance, by) => {
      const { sql, params } = neighbourStatement(choices, view, instance);
      const options = { signal: by, columns: NEIGHBOUR_COLUMNS };
      const [row] = await read(by, () => database.query(sql, params, options));
      return row ?? NOWHERE;
    },
    download: (by) => batches(downloadStatement(choices, view), by),
    answers: (by) => batches(longStatement(choices, view, state), by),
  };
}
