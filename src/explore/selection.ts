import type { Choices } from '../cases/choices.ts';
import type { FacetCounts } from '../cases/counts.ts';
import { PAGE_ROWS } from '../cases/rows.ts';
import { ClientFailure, type FailureWords, failureOf } from '../client/failure.ts';
import { abortable } from '../client/shared.ts';
import { columnCounts } from '../columns/counts.ts';
import { columnList, type ListPlace } from '../columns/list.ts';
import { columnsHold, selectCases } from '../columns/select.ts';
import { bySql } from './by-sql.ts';
import type { CaseLine } from './CaseTable.tsx';
import { fittingColumns } from './case-columns.ts';
import { casesWith } from './cases-with.ts';
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
