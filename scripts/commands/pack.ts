import path from 'node:path';
import type { Command } from 'commander';

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
    .option('--out <dir>', 'where the tarball goes', '.')
    .action(async ({ site, out }: Options) => {
      const { packSite } = await import('../pack/pack-site.ts');
      console.log(await packSite(site, out));
    });
}
