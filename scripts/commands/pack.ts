import path from 'node:path';
import type { Command } from 'commander';
import { makeFolder } from '../../src/release/folders.ts';
import { systemMessage } from '../../src/release/input-writer.ts';
import { siteLacking } from '../built-site.ts';
import { writablePath } from './options.ts';

interface Options {
  readonly site: string;
  readonly out: string;
}

/** Registers `judgeboard pack`: the built site with `judgeboard view` as a package without dependencies. */
export function registerPack(program: Command): void {
  program
    .command('pack')
    .description('packs the built site with `judgeboard view`, to be published or run by npx')
    .option('--site <dir>', 'the built site', path.join(import.meta.dirname, '..', '..', 'dist'))
    .option('--out <dir>', 'where the tarball goes', writablePath, '.')
    .action(async ({ site, out }: Options, command: Command) => {
      const lacking = siteLacking(site);
      if (lacking !== null) command.error(`error: ${lacking}`, { exitCode: 2 });
      try {
        await makeFolder(out);
        const { packRefusal, packSite } = await import('../pack/pack-site.ts');
        const refused = await packRefusal(out);
        if (refused !== null) command.error(`error: ${refused}`, { exitCode: 2 });
        console.log(await packSite(site, out));
      } catch (error) {
        const message = systemMessage(error);
        if (message === null) throw error;
        console.error(message);
        process.exitCode = 1;
      }
    });
}
