import { availableParallelism } from 'node:os';

/** Threads that Node has for files, compression and statements of DuckDB, unless it is told otherwise. */
const USUAL = 4;

/**
 * Gives the variable by which a process has no more of these threads than there are processors: each keeps memory of its own, which a statement on
 * another one cannot use again. It counts until the first of them is started.
 */
export const statementThreads = (): NodeJS.ProcessEnv => ({
  UV_THREADPOOL_SIZE: String(Math.min(USUAL, availableParallelism())),
  ...process.env,
});
