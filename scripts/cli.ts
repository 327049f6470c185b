#!/usr/bin/env node

import { enableCompileCache } from 'node:module';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';

/** Threads that Node has for files, compression and statements of DuckDB, unless it is told otherwise. */
const USUAL = 4;

/**
 * Gives the variable by which a process has no more of these threads than there are processors: each keeps memory of its own, which a statement on
 * another one cannot use again. It counts until the first of them is started.
 */
const statementThreads = (): NodeJS.ProcessEnv => ({
  UV_THREADPOOL_SIZE: String(Math.min(USUAL, availableParallelism())),
  ...process.env,
});

// Compiled code is cached between runs: a command starts in half the time.
enableCompileCache(join(import.meta.dirname, '..', '.cache', 'node'));
Object.assign(process.env, statementThreads());

/**
 * Each command is in `scripts/commands/<name>.ts` and stays thin: it parses its arguments, calls `src` and prints. Only the one that is
 * asked for is loaded: some bring a browser or a database with them.
 */
const COMMANDS: Readonly<Record<string, () => Promise<(program: Command) => void>>> = {
  build: async () => (await import('./commands/build.ts')).registerBuild,
  site: async () => (await import('./commands/build.ts')).registerSite,
  audit: async () => (await import('./commands/audit.ts')).registerAudit,
  validate: async () => (await import('./commands/validate.ts')).registerValidate,
  import: async () => (await import('./commands/import.ts')).registerImport,
  export: async () => (await import('./commands/export.ts')).registerExport,
  fetch: async () => (await import('./commands/fetch.ts')).registerFetch,
  figures: async () => (await import('./commands/fetch.ts')).registerFigures,
  score: async () => (await import('./commands/score.ts')).registerScore,
  init: async () => (await import('./commands/init.ts')).registerInit,
  place: async () => (await import('./commands/place.ts')).registerPlace,
  submit: async () => (await import('./commands/submit.ts')).registerSubmit,
  view: async () => {
    const { viewCommand } = await import('./commands/view.ts');
    return viewCommand(join(import.meta.dirname, '..', 'dist'));
  },
  pack: async () => (await import('./commands/pack.ts')).registerPack,
  verify: async () => (await import('./commands/verify.ts')).registerVerify,
  shapes: async () => (await import('./commands/shapes.ts')).registerShapes,
  bench: async () => (await import('./commands/bench.ts')).registerBench,
};

const program = new Command('judgeboard')
  .description('Scores, checks and publishes results of benchmarks of multimodal judges.')
  .showHelpAfterError()
  .exitOverride((error) => {
    process.exit(error.exitCode === 0 ? 0 : 2);
  });
const [, , name = ''] = process.argv;
const loads = Object.hasOwn(COMMANDS, name) ? [COMMANDS[name]] : Object.values(COMMANDS);
for (const load of loads) if (load !== undefined) (await load())(program);
await program.parseAsync();
