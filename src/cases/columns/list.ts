import type { SortKey } from '../../schema/board.ts';
import { facetColumn } from '../../schema/slice.ts';
import {
  CASE_OUTCOMES,
  facetSortKey,
  QUEUES,
  type Queue,
  type QueueReason,
  queueOf,
  sortsByPoints,
} from '../choices.ts';
import { andBits, type Bits, eachBit, emptyBits, hasBit, minusBits, placesIn } from './bits.ts';
import type { CaseDetails, CriterionColumns } from './layout.ts';
import { type ColumnSelection, keptCases, type RunResults, wrongOn } from './select.ts';

function tally(cases: number, sets: readonly Bits[]): Uint32Array {
  const counts = new Uint32Array(cases);
  for (const set of sets) {
    eachBit(set, (at) => {
      counts[at] = (counts[at] ?? 0) + 1;
    });
  }
  return counts;
}

/** Per case the share of runs that were right among those that were right or wrong; NaN where there are none. */
function sharesRight({ cases, verdicts }: RunResults): Float64Array {
  const judged = tally(
    cases,
    verdicts.map(({ asked }) => asked),
  );
  const right = tally(
    cases,
    verdicts.map(({ won }) => won),
  );
  return Float64Array.from(right, (n, at) => n / (judged[at] ?? 0));
}

/** The column of a list that the file of columns does not hold, beside the queues. */
const PROMPT = 'prompt';

export const needsDetails = (sort: readonly SortKey[]): boolean =>
  sort.some(({ column }) => [PROMPT, ...QUEUES].includes(column));

/** Orders cases of a queue by the weight of the families that agree, of equal weights by their share, then by their number. */
function queueNumber(details: CaseDetails, queue: Queue, at: number): number {
  const found = details.queued(queue, at);
  return found === null ? Number.NaN : found.weight + found.agree / found.readable / 10 + found.agree / 1e9;
}

/** What values are sorted by, so that turn 2 stands before turn 10. */
const countedKey = (value: string): string => value.replaceAll(/\d+/g, (digits) => digits.padStart(20, '0'));

/** What an order needs beside the columns; null where it does not (`needsDetails`, `sortsByPoints`). */
export interface SortExtras {
  readonly details: CaseDetails | null;
  /** Points that each case cost (`casePoints`); NaN where it could cost none. */
  readonly points: ArrayLike<number> | null;
}

/** What cases are sorted by, one number a case; NaN where there is none. */
function sortNumbers(
  { columns, results }: ColumnSelection,
  key: string,
  { details, points }: SortExtras,
): ArrayLike<number> {
  if (key === 'case') return Float64Array.from({ length: columns.cases }, (_, at) => at);
  if (key === 'right') return sharesRight(results);
  if (key === 'longest' || key === 'judgments') return columns[key].all();
  if (key === PROMPT && details !== null) return details.prompt;
  const queue = queueOf([key]);
  if (queue !== undefined && details !== null)
    return Float64Array.from({ length: columns.cases }, (_, at) => queueNumber(details, queue, at));
  if (key === 'points' && points !== null) return points;
  const place = columns.facets.findIndex(({ name }) => facetSortKey(name) === key);
  const facet = columns.facets[place];
  if (facet === undefined) throw new Error(`nothing is sorted by "${key}"`);
  const sorted = facet.values.toSorted((a, b) => (countedKey(a) < countedKey(b) ? -1 : 1));
  const ranks = facet.values.map((value) => (value === '' ? Number.NaN : sorted.indexOf(value)));
  return Float64Array.from(columns.codes[place] ?? [], (code) => ranks[code] ?? Number.NaN);
}

/** Compares two numbers; missing ones stand last in both directions. */
function compared(a: number, b: number, descending: boolean): number {
  if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(a)) - Number(Number.isNaN(b));
  return descending ? b - a : a - b;
}

/** The places of the cases of a selection in the usual order: those of which some judge is right or wrong, then the rest. */
function usualOrder(selected: ColumnSelection): Uint32Array {
  const kept = keptCases(selected);
  const unjudged = selected.results.outcomes[CASE_OUTCOMES.indexOf('none')] ?? emptyBits(selected.columns.cases);
  return placesIn(minusBits(kept, unjudged), andBits(kept, unjudged));
}

/** The same in the order asked for; equal ones keep the usual order. */
function orderedCases(selected: ColumnSelection, sort: readonly SortKey[], extras: SortExtras): Uint32Array {
  const places = usualOrder(selected);
  const keys = sort.map(({ column, descending }) => ({ numbers: sortNumbers(selected, column, extras), descending }));
  if (keys.length === 0) return places;
  // Equal cases stay as they stand, since sorting is stable.
  return places.sort((one, other) => {
    for (const { numbers, descending } of keys) {
      const order = compared(numbers[one] ?? 0, numbers[other] ?? 0, descending);
      if (order !== 0) return order;
    }
    return 0;
  });
}

interface CountedPoints {
  readonly runs: readonly string[];
  readonly results: RunResults;
  /** Answers by criterion; null where cases have none, or where only one criterion counts. */
  readonly under: CriterionColumns | null;
}

/** Points lost on each case by a run ('' for all): one for each criterion lost, at least one where it lost the case. NaN where nobody was right or wrong. */
export function casePoints({ runs, results, under }: CountedPoints, run: string): Float64Array<ArrayBuffer> {
  const points = new Float64Array(results.cases).fill(Number.NaN);
  for (const [place, id] of runs.entries()) {
    const verdicts = results.verdicts[place];
    if (verdicts === undefined || (run !== '' && run !== id)) continue;
    const wrong = wrongOn(verdicts);
    const lost = new Uint8Array(points.length);
    for (const byRun of under?.verdicts ?? []) {
      const of = byRun[place];
      if (of !== undefined) eachBit(wrongOn(of), (at) => (lost[at] = (lost[at] ?? 0) + 1));
    }
    const add = (at: number): void => {
      points[at] = (points[at] || 0) + Math.max(lost[at] ?? 0, Number(hasBit(wrong, at)));
    };
    eachBit(verdicts.asked, add);
  }
  return points;
}

export interface ListPlace {
  /** Its place in the list, counted from 1; null where the list does not hold it. */
  readonly place: number | null;
  readonly total: number;
  readonly previous: string | null;
  readonly next: string | null;
}

/** One case as a list shows it: its columns beside one per facet. */
export interface CaseLine {
  readonly instance: string;
  /** Its place in the release. */
  readonly _place: number;
  /** A sign for each run: `+` right, `-` wrong, `.` neither. */
  readonly _marks: string;
  readonly _right: number;
  readonly _wrong: number;
  readonly _judgments: number;
  readonly _longest: number;
  /** Points lost, where the list is ordered by them. */
  readonly _points?: number;
  /** Of the queue that the list is ordered by: `5 of 6`; '' where the case is not in it. */
  readonly _queue?: string;
  readonly [column: string]: string | number | undefined;
}

export interface ColumnList {
  /** Their places in the release. */
  readonly places: Uint32Array;
  /** How many are in the queue that the list is ordered by; null where it is ordered otherwise. */
  readonly queued: number | null;
  /** The case that a vote on that queue begins with; null where it holds no pair. */
  readonly firstVote: string | null;
  /** A row, counted from 0; the same object each time. */
  readonly line: (row: number) => CaseLine | undefined;
  /** So many rows from the beginning, or all where there are fewer. */
  readonly first: (count: number) => readonly CaseLine[];
  /** A vote goes through the pairs of the queue alone. */
  readonly placeOf: (instance: string, isVote?: boolean) => ListPlace;
  /** Rows `from` … `to` − 1 with the columns of a download (`downloadColumns`). */
  readonly download: (
    details: CaseDetails,
    from: number,
    to: number,
  ) => readonly Readonly<Record<string, string | number | null>>[];
}

interface CaseMarks {
  readonly marks: string;
  readonly nRight: number;
  readonly nWrong: number;
}

/** Reads a row's marks. The loop is plain: it runs over every run of hundreds of rows before a list can be shown. */
function marksAt({ verdicts }: RunResults, at: number): CaseMarks {
  let [marks, nRight, nWrong] = ['', 0, 0];
  const [word, bit] = [at >>> 5, 1 << (at & 31)];
  for (let run = 0; run < verdicts.length; run += 1) {
    const of = verdicts[run];
    if (((of?.asked[word] ?? 0) & bit) === 0) marks += '.';
    else if (((of?.won[word] ?? 0) & bit) === 0) {
      marks += '-';
      nWrong += 1;
    } else {
      marks += '+';
      nRight += 1;
    }
  }
  return { marks, nRight, nWrong };
}

const queueCell = (found: QueueReason | null): string => (found === null ? '' : `${found.agree} of ${found.readable}`);

const share = (found: QueueReason | null): number | null => (found === null ? null : found.agree / found.readable);

const VERDICTS: Readonly<Record<string, string>> = { '+': 'right', '-': 'wrong', '.': '' };

export function columnList(selected: ColumnSelection, sort: readonly SortKey[], extras: SortExtras): ColumnList {
  const { columns, results } = selected;
  const { facets, codes, instances, runs } = columns;
  const places = orderedCases(selected, sort, extras);
  const queue = queueOf(sort.map(({ column }) => column));
  const columnsOfFacets = facets.map(({ name }) => facetColumn(name));
  const facetsAt = (at: number): Record<string, string> => {
    const row: Record<string, string> = {};
    for (const [k, column] of columnsOfFacets.entries()) row[column] = facets[k]?.values[codes[k]?.[at] ?? 0] ?? '';
    return row;
  };
  const reasonAt = (at: number): QueueReason | null =>
    queue === undefined ? null : (extras.details?.queued(queue, at) ?? null);
  const votes = places.filter((at) => reasonAt(at)?.isPair === true);
  const nameAt = (at = -1): string | null => instances.at(at) ?? null;
  const lineAt = (at: number): CaseLine => {
    const { marks, nRight, nWrong } = marksAt(results, at);
    return {
      instance: instances.at(at) ?? '',
      _place: at,
      _marks: marks,
      _right: nRight,
      _wrong: nWrong,
      _judgments: columns.judgments.at(at),
      _longest: columns.longest.at(at),
      ...(queue === undefined ? {} : { _queue: queueCell(reasonAt(at)) }),
      ...(sortsByPoints(sort) ? { _points: extras.points?.[at] || 0 } : {}),
      ...facetsAt(at),
    };
  };
  const lines = new Map<number, CaseLine>();
  const line = (row: number): CaseLine | undefined => {
    const at = places[row];
    if (at === undefined) return undefined;
    const found = lines.get(row) ?? lineAt(at);
    lines.set(row, found);
    return found;
  };
  return {
    places,
    queued: queue === undefined ? null : places.filter((at) => reasonAt(at) !== null).length,
    firstVote: nameAt(votes[0]),
    line,
    first: (count) => Array.from({ length: count }, (_, row) => line(row) ?? []).flat(),
    placeOf: (instance, isVote = false) => {
      const among = isVote ? votes : places;
      const row = among.indexOf(instances.all().indexOf(instance));
      if (row < 0) return { place: null, total: 0, previous: null, next: null };
      return { place: row + 1, total: among.length, previous: nameAt(among[row - 1]), next: nameAt(among[row + 1]) };
    },
    download: (details, from, to) =>
      Array.from(places.subarray(from, to), (at) => {
        const { marks, nRight, nWrong } = marksAt(results, at);
        const id = instances.at(at) ?? '';
        return {
          instance: id,
          cluster: details.clusters[at] || id,
          ...facetsAt(at),
          label_suspect: share(details.queued('suspect', at)),
          common_blind_spot: share(details.queued('blind', at)),
          prompt_length: details.prompt[at] ?? 0,
          judgments: columns.judgments.at(at),
          longest_rationale: columns.longest.at(at),
          judges_right: nRight,
          judges_wrong: nWrong,
          ...Object.fromEntries(runs.map((run, k) => [`run:${run}`, VERDICTS[marks.charAt(k)] ?? ''])),
        };
      }),
  };
}
