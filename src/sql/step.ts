import type { Query, Statement } from './query.ts';

/**
 * One step of a computation: what a name stands for, as a SELECT over the names of the steps before it and the tables of the database. Steps are
 * run as temporary tables, or composed into one statement that needs none.
 */
export interface Step extends Statement {
  readonly name: string;
  /** A `table` is computed once, a `view` wherever it is read; `rows` are added to the table of that name of an earlier step. */
  readonly kind: 'table' | 'view' | 'rows';
}

/** Makes a step without values to bind, which are all that make a table or a view: DuckDB binds values to SELECT and INSERT only. */
export const sqlStep = (kind: Step['kind'], name: string, sql: string): Step => ({ name, kind, sql, params: [] });

/** Writes the statements that run the steps, in order. Throws for a table or view with values to bind. */
export function stepStatements(steps: readonly Step[]): Statement[] {
  return steps.map(({ name, kind, sql, params }) => {
    if (kind === 'rows') return { sql: `INSERT INTO ${name}\n${sql}`, params };
    if (params.length > 0) throw new Error(`the ${kind} ${name} can bind no values`);
    return { sql: `CREATE OR REPLACE TEMP ${kind} ${name} AS\n${sql}`, params };
  });
}

/** Makes the temporary tables and views of the steps. */
export async function runSteps(query: Query, steps: readonly Step[]): Promise<void> {
  for (const { sql, params } of stepStatements(steps)) await query(sql, params);
}

/** Drops what `runSteps` made: the memory is wanted, and the names would hide tables of databases attached later. */
export async function dropSteps(query: Query, steps: readonly Step[]): Promise<void> {
  for (const { name, kind } of steps) if (kind !== 'rows') await query(`DROP ${kind} IF EXISTS temp.${name}`);
}

/** Collects the final definition of each name: rows that are added to a table belong to it. Throws where there is no such table. */
function wholeSteps(steps: readonly Step[]): ReadonlyMap<string, Statement> {
  const whole = new Map<string, Statement>();
  for (const { name, kind, sql, params } of steps) {
    const earlier = whole.get(name);
    if (kind !== 'rows') whole.set(name, { sql, params });
    else if (earlier === undefined) throw new Error(`there is no table ${name} to add rows to`);
    else {
      // Inside, the name stands for the table as it was before.
      const both = `WITH ${name} AS (${earlier.sql})\nSELECT * FROM ${name} UNION ALL\n(${sql})`;
      whole.set(name, { sql: both, params: [...earlier.params, ...params] });
    }
  }
  return whole;
}

const isNamedIn = (name: string, sql: string): boolean => new RegExp(`\\b${name}\\b`).test(sql);

/**
 * Finds the steps that a statement names, those that these name, and so on, in their order. Where a column has the name of a step, a step
 * is kept that is not needed: none is left out that is.
 */
function neededSteps(steps: readonly Step[], { sql }: Statement): (readonly [string, Statement])[] {
  const texts = [sql];
  return [...wholeSteps(steps)]
    .toReversed()
    .filter(([name, step]) => {
      const named = texts.some((text) => isNamedIn(name, text));
      if (named) texts.push(step.sql);
      return named;
    })
    .toReversed();
}

/** Finds those of the steps that a statement needs. */
export function stepsFor(steps: readonly Step[], statement: Statement): readonly Step[] {
  const names = new Set(neededSteps(steps, statement).map(([name]) => name));
  return steps.filter(({ name }) => names.has(name));
}

/**
 * Writes a statement over the steps' names as one that makes no table. It holds only the steps that it needs: planning the others would take most of
 * its time. The statement must not begin with a WITH of its own.
 */
export function composed(steps: readonly Step[], statement: Statement): Statement {
  const needed = neededSteps(steps, statement);
  if (needed.length === 0) return statement;
  return {
    sql: `WITH ${needed.map(([name, { sql }]) => `${name} AS (${sql})`).join(',\n')}\n${statement.sql}`,
    params: [...needed.flatMap(([, { params }]) => params), ...statement.params],
  };
}
