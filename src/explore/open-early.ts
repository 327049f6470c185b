import { columnsHold } from '../cases/columns/select.ts';
import { engineState } from '../client/shared.ts';
import { readSearch } from '../ui/field.ts';
import { loadColumns } from './case-columns.ts';
import { WRITTEN } from './state.ts';

async function openEngine(benchmark: string): Promise<void> {
  const [{ startEngine }, { openDatabase }] = await Promise.all([
    import('../client/engine.ts'),
    import('../client/database.ts'),
  ]);
  // The engine's worker need not wait for the database. A failure is left to whoever needs the result, who can retry.
  await startEngine();
  if (engineState.get().phase !== 'failed') await openDatabase(benchmark);
}

/** Begins to fetch what the page's address will need, beside the explorer's own scripts. Whoever then needs it hears of a failure. */
export async function openCasesEarly(benchmark: string): Promise<void> {
  const state = readSearch(WRITTEN, window.location.search);
  const engine = columnsHold(state, state) ? undefined : openEngine(benchmark);
  await Promise.allSettled([loadColumns(benchmark), engine]);
}
