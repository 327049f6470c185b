#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { Command } from 'commander';

// What was once read and compiled is not read and compiled again: a command starts in half the time.
enableCompileCache(join(import.meta.dirname, '..', '.cache', 'node'));

/** Each command is in `scripts/commands/<name>.ts` and stays thin: it parses its arguments, calls `src` and prints. */
const COMMANDS: readonly (() => Promise<(program: Command) => void>)[] = [
  async () => (await import('./commands/build.ts')).registerBuild,
  async () => (await import('./commands/build.ts')).registerSite,
  async () => (await import('./commands/audit.ts')).registerAudit,
  async () => (await import('./commands/validate.ts')).registerValidate,
  async () => (await import('./commands/import.ts')).registerImport,
  async () => (await import('./commands/export.ts')).registerExport,
  async () => (await import('./commands/fetch.ts')).registerFetch,
  async () => (await import('./commands/fetch.ts')).registerFigures,
  async () => (await import('./commands/score.ts')).registerScore,
  async () => (await import('./commands/shapes.ts')).registerShapes,
  async () => (await import('./commands/bench.ts')).registerBench,
];

const program = new Command('judgeboard')
  .description('Scores, checks and publishes results of benchmarks of multimodal judges.')
  .showHelpAfterError()
  .exitOverride((error) => {
    process.exit(error.exitCode === 0 ? 0 : 2);
  });
for (const load of COMMANDS) (await load())(program);
await program.parseAsync();
