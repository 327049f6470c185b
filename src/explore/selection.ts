import { useCallback } from 'react';
import { sortsByPoints } from '../cases/choices.ts';
import { andBits, type Bits, fullBits } from '../cases/columns/bits.ts';
import { columnCounts, type FacetCounts } from '../cases/columns/counts.ts';
import type { CaseColumns, CriterionColumns } from '../cases/columns/layout.ts';
import { type ColumnList, casePoints, columnList, needsDetails } from '../cases/columns/list.ts';
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
import { ClientFailure, damaged, type FailureWords } from '../client/failure.ts';
import { localRelease } from '../client/local-release.ts';
import { dataAddress, loadInstanceData } from '../client/manifest.ts';
import { readKeys } from '../client/packs.ts';
import { abortable } from '../client/shared.ts';
import { bucketOf, instancesOfGaps, searchWordsOf } from '../schema/release-paths.ts';
import type { PackSet } from '../schema/stored-case.ts';
import { writeSearch } from '../ui/field.ts';
import { type AskedQuestion, useQuestion } from '../ui/loading.tsx';
import { type AddressStep, useUrl } from '../ui/use-url.ts';
import { fittingColumns, loadCriteria, loadDetails } from './case-columns.ts';
import { type AskedCases, type ExploreState, exploreFields, type FacetState, filterOf } from './state.ts';
import { chipsOf } from './words.ts';

const isGap = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0;

/** Reads the row numbers of a word. They are checked here and not by Zod: a common word has as many as there are instances. */
function rowsOf(gaps: unknown, { path }: PackSet): number[] {
  if (Array.isArray(gaps) && gaps.every(isGap)) return instancesOfGaps(gaps);
  throw damaged(dataAddress(path), 'A word has no list of instances.');
}

async function rowsOfWord(benchmark: string, word: string): Promise<readonly number[]> {
  const { postings, texts } = await loadInstanceData(benchmark);
  if (postings === undefined) {
    throw new ClientFailure('no-instances', {
      what: 'There are no rationales to search.',
      why:
        texts?.present === false
          ? 'The reasons belong to others and were not fetched for this build.'
          : 'The judgments of this benchmark bring no text.',
      todo: 'Use the other filters.',
    });
  }
  const bucket = bucketOf(word, postings.members);
  const local = localRelease(benchmark);
  const lines = local === undefined ? (await readKeys<object>(postings, [bucket])).get(bucket) : [local.words(bucket)];
  const words: Readonly<Record<string, unknown>> = Object.assign({}, ...(await Promise.all((await lines) ?? [])));
  return Object.hasOwn(words, word) ? rowsOf(words[word], postings) : [];
}

/** Finds the numbers that stand in both lists; all lists ascending. */
function inBoth(a: readonly number[], b: readonly number[]): number[] {
  let at = 0;
  return a.filter((row) => {
    while ((b[at] ?? Number.POSITIVE_INFINITY) < row) at += 1;
    return b[at] === row;
  });
}

async function search(benchmark: string, text: string): Promise<readonly number[] | null> {
  const words = [...new Set(searchWordsOf(text))];
  if (words.length === 0) return null;
  const lists = await Promise.all(words.map((word) => rowsOfWord(benchmark, word)));
  return lists.toSorted((a, b) => a.length - b.length).reduce(inBoth);
}

/** Instances (`rowid`, ascending) that have every word in some rationale; null for a text without a word. One small file per word. Throws ClientFailure. */
export async function searchRationales(
  benchmark: string,
  text: string,
  options: { signal?: AbortSignal } = {},
): Promise<readonly number[] | null> {
  if (text.trim() === '') return null;
  return abortable(search(benchmark, text), options.signal);
}

/** Changes parts of the state; a step that Back undoes, or none of its own (`replace`, while typing). */
export type ChangeExplore = (state: Partial<ExploreState>, facets?: FacetState, step?: AddressStep) => void;

export function useExploreState(
  fields: ReturnType<typeof exploreFields>,
): readonly [ExploreState, FacetState, ChangeExplore] {
  const [state, changeState] = useUrl(fields.fixed);
  const [facets, changeFacets] = useUrl(fields.facets);
  const change = useCallback<ChangeExplore>(
    (values, ofFacets = {}, step = 'push') => {
      if (Object.keys(values).length > 0) changeState(values, step);
      if (Object.keys(ofFacets).length > 0) changeFacets(ofFacets, step);
    },
    [changeState, changeFacets],
  );
  return [state, facets, change];
}

export interface ReadyAnswer extends CaseSelection {
  /** Query string of the state that this answers. */
  readonly list: string;
  /** The same in words, without the order; '' for all cases. */
  readonly words: string;
}

const NOT_COUNTED: FailureWords = {
  what: 'The cases could not be counted.',
  todo: 'Try again, or take back the last change.',
};

export function useAnswer({ choices, state, facets }: AskedCases, whole: FacetCounts): AskedQuestion<ReadyAnswer> {
  const question = useCallback(
    async (signal: AbortSignal): Promise<ReadyAnswer> => {
      const selection = await askSelection({ choices, state, facets }, signal);
      const { fixed, facets: ofFacets } = exploreFields(choices);
      const list = writeSearch({ ...fixed, ...ofFacets }, { ...state, ...facets });
      const words = chipsOf({ choices, state, facets }, whole).map((chip) => chip.words);
      return { ...selection, list, words: words.join('; ') };
    },
    [choices, state, facets, whole],
  );
  return useQuestion(question, NOT_COUNTED);
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
