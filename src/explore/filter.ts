import type { Statement } from '../metrics/query.ts';
import { type Choices, type Outcome, STATUSES } from './choices.ts';
import { bitOf, facetColumn } from './identifier.ts';

/** Whole characters, both ends included; null where open. */
export interface LengthRange {
  readonly from: number | null;
  readonly to: number | null;
}

/** What narrows the table of cases. Empty lists ask for nothing. */
export interface Filter {
  /** Wanted values by facet. */
  readonly facets: Readonly<Record<string, readonly string[]>>;
  readonly criterion: string;
  readonly outcome: readonly Outcome[];
  readonly parse: readonly string[];
  /** Runs that must be right, and those that must be wrong. */
  readonly right: readonly string[];
  readonly wrong: readonly string[];
  readonly length: LengthRange;
  /** The rows that a word search found stand in the table `explore_words`. */
  readonly words: boolean;
}

export const WORDS = 'explore_words';

/** One condition, and which facet it belongs to: a facet's own counts do without it. */
interface Part extends Statement {
  readonly of: string;
}

export const OUTCOME = `CASE WHEN _right + _wrong = 0 THEN 'none' WHEN _wrong = 0 THEN 'right' WHEN _right = 0 THEN 'wrong' ELSE 'mixed' END`;

/** Condition on the masks: the run has a right, or a wrong, on the case. */
export function verdictSql(choices: Pick<Choices, 'runs'>, run: string, verdict: 'right' | 'wrong'): string {
  const place = choices.runs.findIndex((known) => known.run === run);
  if (place < 0) throw new Error(`no run "${run}"`);
  const { column, bit } = bitOf(place);
  const lost = `(_lost_${column} & ${bit}) <> 0`;
  return verdict === 'wrong' ? lost : `(_asked_${column} & ${bit}) <> 0 AND NOT ${lost}`;
}

function anyBit(column: string, wanted: readonly string[], all: readonly string[]): string {
  const places = wanted.map((value) => all.indexOf(value)).filter((place) => place >= 0);
  return places.length === 0 ? 'false' : `(${column} & (${places.map((place) => bitOf(place).bit).join(' | ')})) <> 0`;
}

const marks = (values: readonly unknown[]): string => values.map(() => '?').join(', ');

function lengthParts({ from, to }: LengthRange): Part[] {
  return [
    ...(from === null ? [] : [{ of: 'length', sql: '_longest >= ?', params: [from] }]),
    ...(to === null ? [] : [{ of: 'length', sql: '_longest <= ?', params: [to] }]),
  ];
}

/** Every condition of a filter. */
function partsOf(choices: Choices, filter: Filter): Part[] {
  const { facets, criterion, outcome, parse, right, wrong, length, words } = filter;
  const criteria = choices.criteria.map(({ id }) => id);
  const plain = (of: string, sql: string, params: readonly string[] = []): Part => ({ of, sql, params });
  return [
    ...Object.entries(facets)
      .filter(([, values]) => values.length > 0)
      .map(([name, values]) => plain(name, `${facetColumn(choices, name)} IN (${marks(values)})`, values)),
    ...(criterion === '' ? [] : [plain('criterion', anyBit('_criteria', [criterion], criteria))]),
    ...(outcome.length === 0 ? [] : [plain('outcome', `${OUTCOME} IN (${marks(outcome)})`, outcome)]),
    ...(parse.length === 0 ? [] : [plain('parse', anyBit('_parse', parse, STATUSES))]),
    ...right.map((run) => plain(`run ${run}`, verdictSql(choices, run, 'right'))),
    ...wrong.map((run) => plain(`run ${run}`, verdictSql(choices, run, 'wrong'))),
    ...lengthParts(length),
    ...(words ? [plain('words', `_place IN (SELECT value FROM ${WORDS})`)] : []),
  ];
}

/** Gives the condition without those of one facet; `WHERE` included, '' where nothing is asked for. */
export type Where = (without?: string) => Statement;

export function whereOf(choices: Choices, filter: Filter): Where {
  const parts = partsOf(choices, filter);
  return (without) => {
    const kept = parts.filter(({ of }) => of !== without);
    return {
      sql: kept.length === 0 ? '' : `WHERE ${kept.map(({ sql }) => `(${sql})`).join(' AND ')}`,
      params: kept.flatMap(({ params }) => params),
    };
  };
}

/** Facets whose counts need a condition of their own: those that the filter uses. */
export const isFiltered = (choices: Choices, filter: Filter, facet: string): boolean =>
  partsOf(choices, filter).some(({ of }) => of === facet);
