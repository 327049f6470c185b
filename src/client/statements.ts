import { literal, type Parameter } from './literal.ts';
import { recent } from './recent.ts';

const KEPT = 64;

/**
 * Binds values through PREPARE and EXECUTE: DuckDB-WASM's own prepared statements cannot be cancelled while they run, a sent
 * EXECUTE can. Statements are prepared once per connection. `run` executes one statement without a result.
 */
export function statements(run: (sql: string) => Promise<unknown>) {
  const names = recent<string>(KEPT);
  let count = 0;

  async function nameOf(sql: string): Promise<string> {
    const known = names.get(sql);
    if (known !== undefined) return known;
    count += 1;
    const name = `statement_${count}`;
    await run(`PREPARE ${name} AS ${sql}`);
    for (const old of names.set(sql, name)) await run(`DEALLOCATE ${old}`);
    return name;
  }

  return async (sql: string, params: readonly Parameter[]): Promise<string> =>
    params.length === 0 ? sql : `EXECUTE ${await nameOf(sql)}(${params.map(literal).join(', ')})`;
}
