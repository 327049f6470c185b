#!/usr/bin/env node
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { viewCommand } from '../commands/view.ts';

/** The command of the package that `judgeboard pack` makes: what needs neither the project nor a database of its own. */
const program = new Command('judgeboard')
  .description('Shows results of a multimodal judge among those of its benchmark, on this machine only.')
  .showHelpAfterError()
  .exitOverride((error) => {
    process.exit(error.exitCode === 0 ? 0 : 2);
  });
viewCommand(fileURLToPath(new URL('../site', import.meta.url)))(program);
await program.parseAsync();
