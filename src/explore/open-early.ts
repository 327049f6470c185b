import { columnsHold } from '../cases/columns/select.ts';
import { readSearch } from '../ui/field.ts';
import { loadColumns } from './case-columns.ts';
import { WRITTEN } from './state.ts';

/** Begins to fetch what the page's address will need, beside the explorer's own scripts. Whoever then needs it hears of a failure. */
export async function openCasesEarly(benchmark: string): Promise<void> {
  const state = readSearch(WRITTEN, window.location.search);
  const engine = columnsHold(state, state) ? null : import('../client/database.ts');
  await Promise.allSettled([loadColumns(benchmark), engine?.then(({ openDatabase }) => openDatabase(benchmark))]);
}
