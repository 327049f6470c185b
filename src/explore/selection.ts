import { type Choices, sortsByPoints } from '../cases/choices.ts';
import { andBits, type Bits, fullBits } from '../cases/columns/bits.ts';
import { columnCounts, type FacetCounts } from '../cases/columns/counts.ts';
import { type ColumnList, casePoints, columnList, needsDetails } from '../cases/columns/list.ts';
import type { CaseColumns, CriterionColumns } from '../cases/columns/read.ts';
import {
  casesAt,
  columnsHold,
  judgedCases,
  lostWhereWrong,
  resultsOf,
  resultsUnder,
  selectCases,
  wrongCases,
} from '../cases/columns/select.ts';
import { pointsRun } from '../cases/wanted.ts';
import { searchRationales } from '../client/postings.ts';
import { abortable } from '../client/shared.ts';
import { fittingColumns, loadCriteria, loadDetails } from './case-columns.ts';
import { type ExploreState, type FacetState, filterOf } from './state.ts';

export interface AskedCases {
  readonly choices: Choices;
  readonly state: ExploreState;
  readonly facets: FacetState;
}

export interface CaseSelection {
  readonly counts: FacetCounts;
  readonly cases: ColumnList;
}

const engine = () => import('./by-sql.ts');

/** The cases of a list: all, those that a run judged, those that it was wrong on, or those that SQL finds. */
async function listedCases(
  { choices, state }: AskedCases,
  { columns, under }: { readonly columns: CaseColumns; readonly under: CriterionColumns | null },
  signal: AbortSignal,
): Promise<Bits> {
  const { metric, run } = state;
  const wrong = lostWhereWrong(choices.losses, state);
  const ofMetric = (): Bits => {
    if (wrong === null) return fullBits(columns.cases);
    const verdicts = under?.verdicts[under.criteria.indexOf(wrong.criterion)] ?? [];
    return wrongCases(columns, wrong.criterion === '' ? columns.verdicts : verdicts, { run, facets: wrong.facets });
  };
  const own = metric === '' ? judgedCases(columns, run) : ofMetric();
  const sets: Bits[] = [];
  if (!columnsHold(state, state, choices.losses)) {
    const found = { lost: wrong === null ? state : null, answers: state, run };
    const places = await (await engine()).placesBySql(choices.benchmark, found, signal);
    if (places !== null) sets.push(casesAt(columns.cases, places));
  }
  const words = await searchRationales(choices.benchmark, state.words, { signal });
  if (words !== null) sets.push(casesAt(columns.cases, words));
  return sets.reduce(andBits, own);
}

/** Columns of cases filter, count and order; the engine and the search for words only find what columns do not hold. Throws ClientFailure, or the signal's reason. */
export async function askSelection(asked: AskedCases, signal: AbortSignal): Promise<CaseSelection> {
  const { choices, state, facets } = asked;
  const { benchmark } = choices;
  const { criterion, sort } = state;
  const byPoints = sortsByPoints(sort);
  const wrongUnder = lostWhereWrong(choices.losses, state)?.criterion ?? '';
  const [columns, details, under] = await abortable(
    Promise.all([
      fittingColumns(choices),
      needsDetails(sort) ? loadDetails(benchmark) : null,
      criterion !== '' || wrongUnder !== '' || byPoints ? loadCriteria(benchmark) : null,
    ]),
    signal,
  );
  const results =
    criterion === '' || under === null ? resultsOf(columns.cases, columns.verdicts) : resultsUnder(under, criterion);
  const filter = filterOf(choices, { state, facets });
  const scope = await listedCases(asked, { columns, under }, signal);
  const selected = selectCases(columns, results, { scope, filter });
  const lost =
    byPoints && state.metric !== ''
      ? await (await engine()).pointsBySql(benchmark, { scope: state, cases: columns.cases }, signal)
      : null;
  const counted = { runs: columns.runs, results, under: criterion === '' ? under : null };
  const points = byPoints ? (lost ?? casePoints(counted, pointsRun(state, filter))) : null;
  return {
    counts: columnCounts(selected, choices.lengths),
    cases: columnList(selected, sort, { details, points }),
  };
}
