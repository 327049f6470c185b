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

/** Is said before what is wrong with a statement. */
const WHY_READ_ONLY = 'One statement that reads is taken: SELECT, WITH or FROM.';

function refused(why: string, sql: string): ClientFailure {
  return new ClientFailure(
    'query-failed',
    { what: 'This statement is not run.', why, todo: 'Change it and run it again.' },
    { sql },
  );
}

/** Says in what way a statement failed that a visitor wrote. */
function failureOfSql(error: unknown, { sql }: SqlQuestion, isLate: boolean): unknown {
  if (isLate) return refused(`It took longer than ${LONGEST} seconds and was stopped.`, sql);
  return error instanceof ClientFailure && error.kind === 'query-failed' ? refused(error.why, sql) : error;
}

/** Runs one statement that only reads over a benchmark's tables. Throws ClientFailure. */
export async function askSql(question: SqlQuestion, signal: AbortSignal): Promise<SqlAnswer> {
  const { on, sql } = question;
  const fault = readOnlyFault(sql);
  if (fault !== null) throw refused(`${WHY_READ_ONLY} This is ${fault.message}.`, sql);
  const database = await openDatabase(on, { signal });
  const late = AbortSignal.timeout(1000 * LONGEST);
  try {
    const rows = await database.query(limitedStatement(sql, MOST_ANSWERED + 1), [], {
      signal: AbortSignal.any([signal, late]),
    });
    return { rows: rows.slice(0, MOST_ANSWERED), isCut: rows.length > MOST_ANSWERED };
  } catch (error) {
    throw signal.aborted ? error : failureOfSql(error, question, late.aborted);
  }
}
