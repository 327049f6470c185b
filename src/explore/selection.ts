import type { AnswerFilter } from '../cases/answers.ts';
import type { Choices } from '../cases/choices.ts';
import { COUNT_COLUMNS, countStatement, type FacetCounts, readCounts } from '../cases/counts.ts';
import { WORDS } from '../cases/filter.ts';
import {
  downloadStatement,
  NEIGHBOUR_COLUMNS,
  neighbourStatement,
  PAGE_ROWS,
  pageStatement,
  type View,
} from '../cases/rows.ts';
import { createCases, type Scope } from '../cases/scope.ts';
import { openDatabase } from '../client/database.ts';
import { ClientFailure, type FailureWords, failureOf } from '../client/failure.ts';
import { searchRationales } from '../client/postings.ts';
import type { Database } from '../client/session.ts';
import { abortable } from '../client/shared.ts';
import { columnCounts } from '../columns/counts.ts';
import { columnList, type ListPlace } from '../columns/list.ts';
import { columnsHold, selectCases } from '../columns/select.ts';
import type { CaseLine } from './CaseTable.tsx';
import { fittingColumns } from './case-columns.ts';
import type { CaseBatches } from './parts.ts';
import { type ExploreState, type FacetState, filterOf } from './state.ts';

/** The cases that a state asks for, whoever answers. Everything throws ClientFailure, or the signal's reason. */
export interface CaseSelection {
  readonly counts: (signal: AbortSignal) => Promise<FacetCounts>;
  /** Rows `PAGE_ROWS · page` … in the order asked for. */
  readonly page: (page: number, signal: AbortSignal) => Promise<readonly CaseLine[]>;
  readonly placeOf: (instance: string, signal: AbortSignal) => Promise<ListPlace>;
  /** All rows with the columns of a download. */
  readonly download: (signal: AbortSignal) => CaseBatches;
  /** Why the engine answers what the columns should have; null where all is as it should be. */
  readonly notice: ClientFailure | null;
}

/** What the page asks for: its choices, and the state in its address. */
export interface AskedCases {
  readonly choices: Choices;
  readonly state: ExploreState;
  readonly facets: FacetState;
}

/** What the temporary tables of a database hold at the moment; null while it is not known. */
interface Held {
  cases: string | null;
  words: string | null;
}
const held = new WeakMap<Database, Held>();

/** A database, and what its temporary tables hold now. */
interface Opened {
  readonly database: Database;
  readonly now: Held;
  readonly signal: AbortSignal;
}

async function holdCases(
  { database, now, signal }: Opened,
  choices: Choices,
  scope: Scope & AnswerFilter,
): Promise<void> {
  const { criterion, metric, run, slice, against, critique, pair, conflict, said } = scope;
  const key = JSON.stringify([criterion, metric, run, slice, against, critique, pair, conflict, said]);
  if (now.cases === key) return;
  now.cases = null;
  for (const { sql, params } of createCases(choices, scope, scope)) await database.query(sql, params, { signal });
  now.cases = key;
}

/** Places of the cases with all of the words; null where they narrow nothing: a text without a word does not. */
async function casesWith(benchmark: string, words: string, signal: AbortSignal): Promise<readonly number[] | null> {
  return words.trim() === '' ? null : searchRationales(benchmark, words, { signal });
}

async function holdWords({ database, now, signal }: Opened, words: string, found: readonly number[]): Promise<void> {
  if (now.words === words) return;
  now.words = null;
  await database.keepNumbers(WORDS, found);
  signal.throwIfAborted();
  now.words = words;
}

const NOWHERE: ListPlace = { place: null, total: 0, previous: null, next: null };

/** Opens the database and makes its tables fit the state. */
async function bySql(
  { choices, state, facets }: AskedCases,
  signal: AbortSignal,
): Promise<Omit<CaseSelection, 'notice'>> {
  const { benchmark } = choices;
  const database = await openDatabase(benchmark, { signal });
  const now = held.get(database) ?? { cases: null, words: null };
  held.set(database, now);
  const opened = { database, now, signal };
  await holdCases(opened, choices, state);
  const found = await casesWith(benchmark, state.words, signal);
  if (found !== null) await holdWords(opened, state.words, found);
  const view: View = { filter: filterOf(choices, { state, facets, words: found !== null }), sort: state.sort };
  return {
    counts: async (by) => {
      const { sql, params } = countStatement(choices, view.filter);
      return readCounts(choices, await database.query(sql, params, { signal: by, columns: COUNT_COLUMNS }));
    },
    page: async (page, by) => {
      const { sql, params } = pageStatement(choices, view, page);
      return (await database.query(sql, params, { signal: by })) as unknown as readonly CaseLine[];
    },
    placeOf: async (instance, by) => {
      const { sql, params } = neighbourStatement(choices, view, instance);
      const [row] = await database.query(sql, params, { signal: by, columns: NEIGHBOUR_COLUMNS });
      return row ?? NOWHERE;
    },
    download: (by) => {
      const { sql, params } = downloadStatement(choices, view);
      return database.batches(sql, params, { signal: by });
    },
  };
}

/** Answers without the engine; null where the release has no columns. */
async function byColumns(
  { choices, state, facets }: AskedCases,
  signal: AbortSignal,
): Promise<Omit<CaseSelection, 'notice'> | ClientFailure | null> {
  const fitting = await abortable(fittingColumns(choices, state.criterion), signal).catch((error: unknown) => {
    signal.throwIfAborted();
    return failureOf(error, NOT_READ);
  });
  if (fitting === null || fitting instanceof ClientFailure) return fitting;
  const words = await casesWith(choices.benchmark, state.words, signal);
  const filter = filterOf(choices, { state, facets, words: words !== null });
  const selected = selectCases(fitting.columns, fitting.fared, { run: state.run, filter, words });
  const list = columnList(selected, state.sort);
  async function* download(by: AbortSignal): CaseBatches {
    for (let from = 0; ; from += PAGE_ROWS * 10) {
      by.throwIfAborted();
      const rows = list.download(from, from + PAGE_ROWS * 10);
      if (rows.length === 0) return;
      yield rows;
    }
  }
  return {
    counts: async () => columnCounts(selected),
    page: async (page) => list.lines(page * PAGE_ROWS, (page + 1) * PAGE_ROWS) as readonly CaseLine[],
    placeOf: async (instance) => list.placeOf(instance),
    download,
  };
}

const NOT_READ: FailureWords = { what: 'The quick list of cases could not be read.', todo: 'Reload the page later.' };

/** Whoever can answer: the columns where they hold what is asked for, else the engine. Throws ClientFailure, or the signal's reason. */
export async function select(asked: AskedCases, signal: AbortSignal): Promise<CaseSelection> {
  const quick = columnsHold(asked.state, asked.state) ? await byColumns(asked, signal) : null;
  if (quick !== null && !(quick instanceof ClientFailure)) return { ...quick, notice: null };
  return { ...(await bySql(asked, signal)), notice: quick };
}
