import { type Choices, facetSortKey, STATUSES } from '../../src/cases/choices.ts';
import {
  type CaseColumns,
  type CaseDetails,
  type CriterionColumns,
  readCaseColumns,
  readCaseDetails,
  readCriterionColumns,
} from '../../src/cases/columns/layout.ts';
import { writeCaseFiles } from '../../src/cases/columns/write.ts';
import { OF_JUDGING_RUNS } from '../../src/cases/said.ts';
import type { Filter } from '../../src/cases/wanted.ts';
import { METRICS } from '../../src/metrics/index.ts';
import type { SortKey } from '../../src/schema/board.ts';
import { facetColumn, parseSlice } from '../../src/schema/slice.ts';
import type { Query } from '../../src/sql/query.ts';
import { type PlainQueues, plainQueues, queueOrder } from './plain-queues.ts';

/** Cases one by one, counted and sorted by plain loops over rows of the tables: what columns must give. Knows nothing of bits and sets. */
export interface PlainCase {
  readonly place: number;
  readonly instance: string;
  readonly cluster: string;
  readonly facets: Readonly<Record<string, string>>;
  readonly prompt: number;
  readonly queues: PlainQueues;
  readonly judgments: number;
  readonly longest: number;
  readonly statuses: ReadonlySet<string>;
  readonly criteria: ReadonlySet<string>;
  readonly judged: ReadonlySet<string>;
  /** Per criterion, '' for all in all, the runs that were right or wrong: `true` for wrong. */
  readonly lost: ReadonlyMap<string, ReadonlyMap<string, boolean>>;
}

/** Whether a run lost each repeat, by instance, criterion and run. */
type Repeats = Map<string, Map<string, boolean>>;

async function repeatsOf(query: Query): Promise<Repeats> {
  const repeats: Repeats = new Map();
  for (const { id, loss, rightness } of METRICS) {
    if (loss === null || rightness === undefined) continue;
    const rows = await query(
      `SELECT instance, run, slice, (${loss}) AS lost FROM contributions WHERE metric = '${id}' AND ${OF_JUDGING_RUNS}`,
    );
    for (const { instance, run, slice, lost } of rows) {
      const pairs = parseSlice(String(slice));
      for (const criterion of new Set(['', pairs.get('criterion') ?? ''])) {
        const key = JSON.stringify([instance, criterion, run]);
        const known = repeats.get(key) ?? new Map<string, boolean>();
        const repeat = pairs.get('repeat') ?? '';
        known.set(repeat, (known.get(repeat) ?? false) || lost === true);
        repeats.set(key, known);
      }
    }
  }
  return repeats;
}

export async function plainCases(query: Query, { facets, runs, criteria }: Choices): Promise<readonly PlainCase[]> {
  const repeats = await repeatsOf(query);
  const judgments = Map.groupBy(
    await query(`SELECT instance, run, parse, criterion, length FROM judgments WHERE ${OF_JUDGING_RUNS}`),
    ({ instance }) => String(instance),
  );
  const rows = await query('SELECT * FROM instances ORDER BY rowid');
  const queues = await plainQueues(query);
  return rows.map((row, place) => {
    const instance = String(row['instance']);
    const own = judgments.get(instance) ?? [];
    const verdict = (criterion: string, run: string): [string, boolean][] => {
      const all = [...(repeats.get(JSON.stringify([instance, criterion, run])) ?? new Map<string, boolean>()).values()];
      return all.length === 0 ? [] : [[run, 2 * all.filter(Boolean).length >= all.length]];
    };
    return {
      ...{ place, instance },
      cluster: String(row['cluster'] || instance),
      facets: Object.fromEntries(facets.map(({ name }) => [name, String(row[facetColumn(name)] ?? '')])),
      prompt: Number(row['prompt_length']),
      queues: queues.get(instance) ?? {},
      judgments: own.length,
      longest: Math.max(0, ...own.map(({ length }) => Number(length))),
      statuses: new Set(own.map(({ parse }) => String(parse))),
      criteria: new Set(own.map(({ criterion }) => String(criterion))),
      judged: new Set(own.map(({ run }) => String(run))),
      lost: new Map(
        ['', ...criteria.map(({ id }) => id)].map((id) => [id, new Map(runs.flatMap(({ run }) => verdict(id, run)))]),
      ),
    };
  });
}

/** A selection: a filter, the run that the list is about, and the places that words were found at; null for no words. */
export interface PlainSelection {
  readonly filter: Filter;
  readonly run: string;
  readonly words: readonly number[] | null;
}

const verdictsOf = (one: PlainCase, { criterion }: Filter): ReadonlyMap<string, boolean> =>
  one.lost.get(criterion) ?? new Map();

function outcomeOf(one: PlainCase, filter: Filter): string {
  const lost = [...verdictsOf(one, filter).values()];
  if (lost.length === 0) return 'none';
  return lost.every((is) => is) ? 'wrong' : lost.some((is) => is) ? 'mixed' : 'right';
}

/** What each part of a filter says of a case. */
function partsOf(one: PlainCase, filter: Filter): readonly (readonly [part: string, holds: boolean])[] {
  const { facets, criterion, outcome, parse, right, wrong, length } = filter;
  const lost = verdictsOf(one, filter);
  const isIn = (wanted: readonly string[], has: (value: string) => boolean): boolean =>
    wanted.length === 0 || wanted.some(has);
  return [
    ...Object.entries(facets).map(
      ([name, values]) => [`attribute ${name}`, isIn(values, (value) => one.facets[name] === value)] as const,
    ),
    ['criterion', criterion === '' || one.criteria.has(criterion)],
    ['outcome', isIn(outcome, (wanted) => wanted === outcomeOf(one, filter))],
    ['parse', isIn(parse, (status) => one.statuses.has(status))],
    ...right.map((run) => [`run ${run}`, lost.get(run) === false] as const),
    ...wrong.map((run) => [`run ${run}`, lost.get(run) === true] as const),
    ['length', one.longest >= (length.from ?? 0) && one.longest <= (length.to ?? Number.POSITIVE_INFINITY)],
  ];
}

/** The cases of a selection that fulfil all parts of its filter, but one. */
export const plainSelected = (
  cases: readonly PlainCase[],
  { filter, run, words }: PlainSelection,
  leftOut = '',
): readonly PlainCase[] =>
  cases.filter(
    (one) =>
      (run === '' || one.judged.has(run)) &&
      (words === null || words.includes(one.place)) &&
      partsOf(one, filter).every(([part, holds]) => holds || part === leftOut),
  );

/** Points lost on a case by a run ('' for all): a lost criterion each, at least one for a lost case; null where nobody was right or wrong. */
function pointsOf(one: PlainCase, filter: Filter, run: string): number | null {
  const own = [...verdictsOf(one, filter)].filter(([id]) => run === '' || id === run);
  if (own.length === 0) return null;
  const criteria = filter.criterion === '' ? [...one.lost].filter(([id]) => id !== '') : [];
  return own.reduce(
    (sum, [id, lost]) => sum + Math.max(Number(lost), criteria.filter(([, by]) => by.get(id) === true).length),
    0,
  );
}

/** As people order values: turn 2 before turn 10. */
function asPeopleDo(...both: [string, string]): number {
  const [a, b] = both.map((text) =>
    Buffer.from(
      text
        .split(/(\d+)/)
        .map((part, i) => (i % 2 === 0 ? part : String(1e9 + Number(part))))
        .join(''),
    ),
  );
  return Buffer.compare(a ?? Buffer.alloc(0), b ?? Buffer.alloc(0));
}

/** Sorts cases: missing values last both ways; equal ones as released, those of which nobody is right or wrong last. */
export function plainSorted(
  cases: readonly PlainCase[],
  { filter }: PlainSelection,
  { sort, pointsOfRun }: { readonly sort: readonly SortKey[]; readonly pointsOfRun: string },
): readonly PlainCase[] {
  const sortValue = (one: PlainCase, column: string): number | string | null => {
    const lost = [...verdictsOf(one, filter).values()];
    if (column === 'case') return one.place;
    if (column === 'right') return lost.length === 0 ? null : lost.filter((is) => !is).length / lost.length;
    if (column === 'points') return pointsOf(one, filter, pointsOfRun);
    if (column === 'longest' || column === 'judgments' || column === 'prompt') return one[column];
    if (column === 'suspect' || column === 'blind') {
      const reason = one.queues[column];
      return reason === undefined ? null : queueOrder(reason);
    }
    return Object.entries(one.facets).find(([name]) => facetSortKey(name) === column)?.[1] || null;
  };
  const compared = (one: PlainCase, other: PlainCase, { column, descending }: SortKey): number => {
    const [a, b] = [sortValue(one, column), sortValue(other, column)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    const order = typeof a === 'string' || typeof b === 'string' ? asPeopleDo(String(a), String(b)) : a - b;
    return descending ? -order : order;
  };
  const isUnjudged = (one: PlainCase): number => Number(verdictsOf(one, filter).size === 0);
  return cases.toSorted((one, other) => {
    for (const key of sort) {
      const order = compared(one, other, key);
      if (order !== 0) return order;
    }
    return isUnjudged(one) - isUnjudged(other) || one.place - other.place;
  });
}

/** Counts the cases of each value of each facet, each under all parts of the filter but its own. */
export function plainCounts(
  cases: readonly PlainCase[],
  selection: PlainSelection,
  { facets, runs, criteria, lengths }: Choices,
) {
  const { filter } = selection;
  const count = (part: string, has: (one: PlainCase) => boolean): number =>
    plainSelected(cases, selection, part).filter(has).length;
  const verdicts = (wrong: boolean) =>
    runs.map(({ run }) => count(`run ${run}`, (one) => verdictsOf(one, filter).get(run) === wrong));
  const binOf = ({ longest }: PlainCase): number =>
    lengths === undefined ? -1 : Math.min(Math.floor(longest / lengths.width), lengths.bins - 1);
  return {
    criterion: criteria.map(({ id }) => count('criterion', (one) => one.criteria.has(id))),
    length: Array.from({ length: lengths?.bins ?? 0 }, (_, bin) => count('length', (one) => binOf(one) === bin)),
    outcome: ['right', 'mixed', 'wrong', 'none'].map((o) => count('outcome', (one) => outcomeOf(one, filter) === o)),
    parse: STATUSES.map((status) => count('parse', (one) => one.statuses.has(status))),
    right: verdicts(false),
    wrong: verdicts(true),
    ...Object.fromEntries(
      facets.map(({ name, values }) => [
        `attribute ${name}`,
        values.map((value) => count(`attribute ${name}`, (one) => one.facets[name] === value)),
      ]),
    ),
  };
}

/** What a list and a download say of a case. */
export function plainRow(one: PlainCase, filter: Filter, { runs }: Choices) {
  const lost = verdictsOf(one, filter);
  const signs = runs.map(({ run }) => (lost.has(run) ? (lost.get(run) ? '-' : '+') : '.'));
  const facets = Object.fromEntries(Object.entries(one.facets).map(([name, value]) => [facetColumn(name), value]));
  const nRight = signs.filter((sign) => sign === '+').length;
  const nWrong = signs.filter((sign) => sign === '-').length;
  const { instance, cluster, prompt, judgments, longest } = one;
  const share = (queue: keyof PlainQueues): number | null => {
    const [agree, readable] = one.queues[queue] ?? [];
    return agree === undefined || readable === undefined ? null : agree / readable;
  };
  const words: Readonly<Record<string, string>> = { '+': 'right', '-': 'wrong', '.': '' };
  return {
    line: {
      ...{ instance, _place: one.place, _marks: signs.join(''), _right: nRight, _wrong: nWrong },
      ...{ _judgments: judgments, _longest: longest, ...facets },
    },
    download: {
      ...{ instance, cluster, ...facets, label_suspect: share('suspect'), common_blind_spot: share('blind') },
      ...{ prompt_length: prompt, judgments, longest_rationale: longest },
      ...{ judges_right: nRight, judges_wrong: nWrong },
      ...Object.fromEntries(runs.map(({ run }, k) => [`run:${run}`, words[signs[k] ?? '']])),
    },
  };
}

/** The columns of a database's cases, as they are written and read. */
export interface ReadColumns {
  readonly columns: CaseColumns;
  readonly details: CaseDetails;
  readonly criteria: CriterionColumns | null;
}

export async function readColumns(query: Query, choices: Choices): Promise<ReadColumns> {
  const { columns, details, criteria } = await writeCaseFiles(query, choices);
  return {
    columns: readCaseColumns(columns),
    details: readCaseDetails(details),
    criteria: criteria === null ? null : readCriterionColumns(criteria),
  };
}
