import { openDatabase } from '../client/database.ts';
import { ClientFailure } from '../client/failure.ts';
import type { QueryRow } from '../sql/query.ts';
import { limitedStatement, readOnlyFault } from '../sql/read-only.ts';

/** Most rows that a statement gives: what is beyond is told and left out. */
export const MOST_ANSWERED = 10_000;
/** Seconds after which a statement is stopped. */
const LONGEST = 60;

export interface SqlQuestion {
  readonly on: string;
  readonly sql: string;
}

export interface SqlAnswer {
  readonly rows: readonly QueryRow[];
  /** Whether there are more. */
  readonly isCut: boolean;
}

function refused(why: string, sql: string): ClientFailure {
  return new ClientFailure(
    'query-failed',
    { what: 'This statement is not run.', why, todo: 'Change it and run it again.' },
    { sql },
  );
}

/** Runs one statement that only reads over a benchmark's tables. Throws ClientFailure. */
export async function askSql({ on, sql }: SqlQuestion, signal: AbortSignal): Promise<SqlAnswer> {
  const fault = readOnlyFault(sql);
  if (fault !== null)
    throw refused(`One statement that reads is taken: SELECT, WITH or FROM. This is ${fault.message}.`, sql);
  const database = await openDatabase(on, { signal });
  const late = AbortSignal.timeout(1000 * LONGEST);
  try {
    const rows = await database.query(limitedStatement(sql, MOST_ANSWERED + 1), [], {
      signal: AbortSignal.any([signal, late]),
    });
    return { rows: rows.slice(0, MOST_ANSWERED), isCut: rows.length > MOST_ANSWERED };
  } catch (error) {
    if (signal.aborted) throw error;
    if (late.aborted) throw refused(`It took longer than ${LONGEST} seconds and was stopped.`, sql);
    throw error instanceof ClientFailure && error.kind === 'query-failed' ? refused(error.why, sql) : error;
  }
}
