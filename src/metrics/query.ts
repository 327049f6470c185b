import { facetSql } from '../schema/attribute.ts';

export type QueryRow = Readonly<Record<string, unknown>>;

/** Runs one statement on a DuckDB with one thread, values bound to its `?`; text comes back as string, DOUBLE as number. */
export type Query = (sql: string, params?: readonly (string | number)[]) => Promise<readonly QueryRow[]>;

/** A statement with the values bound to its `?`, in order. */
export interface Statement {
  readonly sql: string;
  readonly params: readonly (string | number)[];
}

/** A condition on the columns of `instances`, with the values bound to its `?`. */
export interface Condition {
  readonly sql: string;
  readonly params: readonly string[];
}

export const EVERYWHERE: Condition = { sql: 'true', params: [] };

/** As many `?` as there are values. */
export function bound(values: readonly unknown[]): string {
  return values.map(() => '?').join(', ');
}

/**
 * Instances that have one of the values wanted in each facet named. `known` is the allow-list of facets; a facet that is
 * not in it is an error, since leaving it out would show more than was asked for.
 */
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

/** A column as number, whatever type the engine returns for it. */
export function number(row: QueryRow, column: string): number {
  return Number(row[column]);
}

export function text(row: QueryRow, column: string): string {
  return String(row[column]);
}
