import { columnCounts } from '../cases/columns/counts.ts';
import { columnList } from '../cases/columns/list.ts';
import { type LostWhereWrong, lostWhereWrong } from '../cases/columns/lost.ts';
import { needsDetails } from '../cases/columns/order.ts';
import type { CriterionColumns, RunVerdicts } from '../cases/columns/read.ts';
import { columnsHold, selectCases } from '../cases/columns/select.ts';
import { PAGE_ROWS, sortsByPoints } from '../cases/list-columns.ts';
import { pointsRun } from '../cases/wanted.ts';
import { ClientFailure, type FailureWords, failureOf } from '../client/failure.ts';
import { searchRationales } from '../client/postings.ts';
import { abortable } from '../client/shared.ts';
import type { CaseLine } from './CaseTable.tsx';
import { type FittingColumns, fittingColumns, loadCriteria, loadDetails } from './case-columns.ts';
import type { AskedCases, CaseBatches, CaseSelection } from './case-selection.ts';
import { filterOf } from './state.ts';

/** Asks the engine what only it can answer; its code is loaded then. */
async function byEngine(asked: AskedCases, signal: AbortSignal) {
  const { bySql } = await import('./by-sql.ts');
  return bySql(asked, signal);
}

/** Gives the verdicts that tell who was wrong, all in all or under a criterion; null where the release has none by criterion. */
function verdictsOf(
  { columns }: FittingColumns,
  { criterion }: LostWhereWrong,
  under: CriterionColumns | null,
): readonly RunVerdicts[] | null {
  if (criterion === '') return columns.verdicts;
  return under === null ? null : (under.verdicts[under.criteria.indexOf(criterion)] ?? []);
}

/** Answers without the engine; null where the release has no columns for it. */
async function byColumns(
  { choices, state, facets }: AskedCases,
  signal: AbortSignal,
): Promise<Omit<CaseSelection, 'notice'> | ClientFailure | null> {
  const { benchmark } = choices;
  const wrong = lostWhereWrong(choices.losses, state);
  const wanted = Promise.all([
    fittingColumns(choices, state.criterion),
    needsDetails(state.sort) ? loadDetails(benchmark) : null,
    sortsByPoints(state.sort) ? import('./points-lost.ts') : null,
    wrong === null || wrong.criterion === '' ? null : loadCriteria(benchmark),
  ]);
  const found = await abortable(wanted, signal).catch((error: unknown) => {
    signal.throwIfAborted();
    return failureOf(error, NOT_READ);
  });
  if (found instanceof ClientFailure) return found;
  const [fitting, details, counting, under] = found;
  if (fitting === null) return null;
  const verdicts = wrong === null ? null : verdictsOf(fitting, wrong, under);
  if (wrong !== null && verdicts === null) return null;
  const lost = wrong === null || verdicts === null ? null : { facets: wrong.facets, verdicts };
  const words = await searchRationales(benchmark, state.words, { signal });
  const filter = filterOf(choices, { state, facets, words: words !== null });
  const selected = selectCases(fitting.columns, fitting.fared, { run: state.run, lost, filter, words });
  const run = pointsRun(state, filter);
  const points =
    counting === null ? null : await counting.pointsLost(benchmark, { ...fitting, run, criterion: state.criterion });
  const list = columnList(selected, state.sort, { details, points });
  async function* download(by: AbortSignal): CaseBatches {
    const whole = columnList(selected, state.sort, { details: await abortable(loadDetails(benchmark), by), points });
    for (let from = 0; ; from += PAGE_ROWS * 10) {
      by.throwIfAborted();
      const rows = whole.download(from, from + PAGE_ROWS * 10);
      if (rows.length === 0) return;
      yield rows;
    }
  }
  return {
    counts: async () => columnCounts(selected, choices.lengths),
    page: async (page) => list.lines(page * PAGE_ROWS, (page + 1) * PAGE_ROWS) as readonly CaseLine[],
    placeOf: async (instance) => list.placeOf(instance),
    download,
    answers: async function* answers(by) {
      const engine = await byEngine({ choices, state, facets }, by);
      yield* engine.answers(by);
    },
  };
}

const NOT_READ: FailureWords = { what: 'The quick list of cases could not be read.', todo: 'Reload the page later.' };

/** Asks whoever can answer: the columns where they hold what is asked for, else the engine. Throws ClientFailure, or the signal's reason. */
export async function askSelection(asked: AskedCases, signal: AbortSignal): Promise<CaseSelection> {
  const quick = columnsHold(asked.state, asked.state, asked.choices.losses) ? await byColumns(asked, signal) : null;
  if (quick !== null && !(quick instanceof ClientFailure)) return { ...quick, notice: null };
  return { ...(await byEngine(asked, signal)), notice: quick };
}
