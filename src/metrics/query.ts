import { attributeColumn, facetColumn } from '../schema/slice.ts';
import type { Statement } from '../sql/query.ts';
import { bound, identifier } from '../sql/quote.ts';

/** Two runs that are compared instance by instance: the `other` one with the `base`. */
export interface RunPair {
  readonly other: string;
  readonly base: string;
}

/** Smaller differences are rounding: sums over an instance's rows come in any order. */
const ROUNDING = 1e-9;

/** Conditions on the columns of `gaps`: which of the two runs is ahead on an instance; `above` is the other run. */
export const SIDES = {
  above: `other_value - base_value > ${ROUNDING}`,
  level: `abs(other_value - base_value) <= ${ROUNDING}`,
  below: `base_value - other_value > ${ROUNDING}`,
} as const;
export type RunSide = keyof typeof SIDES;

/** Rows (line, instance, other_value, base_value) of instances that both runs have: Σnum/Σden of each. `rows` selects (line, run, instance, num, den). */
export function gaps(rows: Statement, { other, base }: RunPair): Statement {
  const value = (run: string): string => `sum(num) FILTER (run = ${run}) / nullif(sum(den) FILTER (run = ${run}), 0)`;
  return {
    sql: `SELECT line, instance, ${value('other_run')} AS other_value, ${value('base_run')} AS base_value
FROM (${rows.sql}) CROSS JOIN (SELECT ?::VARCHAR AS other_run, ?::VARCHAR AS base_run)
GROUP BY line, instance HAVING other_value IS NOT NULL AND base_value IS NOT NULL`,
    params: [...rows.params, other, base],
  };
}

/** How judgments become contributions. Every switch is a value, kept beside the numbers it made. */
export interface Settings {
  /** A judgment that the run should have and does not: `left-out` (official code) or counted as `wrong`. */
  readonly missing: 'left-out' | 'wrong';
  /** A bias type with parsed pairs of which none counts: no value (`none`), or the `official` zero, which enters averages. */
  readonly zeros: 'none' | 'official';
  /** Who is judged: the `runs` against the aggregated labels, or each of the `annotators` against the others: the majority of their labels, the mean of their ratings. */
  readonly judged: 'runs' | 'annotators';
  /** A condition on `instance`: the cases within which metrics of whole groups of scores (`Metric.grouped`) are computed; all where it is left out. */
  readonly within?: string;
}

export const OFFICIAL_SETTINGS: Settings = {
  missing: 'left-out',
  zeros: 'none',
  judged: 'runs',
};

/** Names the column of an attribute in `instances`, and that of a facet, as SQL identifiers. */
export const attributeSql = (name: string): string => identifier(attributeColumn(name));
export const facetSql = (facet: string): string => identifier(facetColumn(facet));

/** A condition on the columns of `instances`, with the values bound to its `?`. */
export interface Condition {
  readonly sql: string;
  readonly params: readonly string[];
}

export const EVERYWHERE: Condition = { sql: 'true', params: [] };

/** Instances with one of the values wanted in each facet. `known` is the allow-list: an unknown facet throws, since leaving it out would show too much. */
export function facetCondition(
  wanted: Readonly<Record<string, readonly string[]>>,
  known: ReadonlySet<string>,
): Condition {
  const facets = Object.entries(wanted).filter(([, values]) => values.length > 0);
  const unknown = facets.find(([facet]) => !known.has(facet));
  if (unknown !== undefined) throw new Error(`no facet "${unknown[0]}"; there are: ${[...known].join(', ')}`);
  if (facets.length === 0) return EVERYWHERE;
  return {
    sql: facets.map(([facet, values]) => `${facetSql(facet)} IN (${bound(values)})`).join(' AND '),
    params: facets.flatMap(([, values]) => values),
  };
}
