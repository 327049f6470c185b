import path from 'node:path';
import { makeFolder } from '../../src/release/folders.ts';
import { systemMessage } from '../../src/release/input-writer.ts';
import { siteLacking } from '../built-site.ts';
import { commandOf, option, UsageError, writablePath } from './command.ts';

interface Options {
  readonly site: string;
  readonly out: string;
}

async function pack({ site, out }: Options): Promise<boolean> {
  const lacking = siteLacking(site);
  if (lacking !== null) throw new UsageError(lacking);
  await makeFolder(out);
  const { packRefusal, packSite } = await import('../pack/pack-site.ts');
  const refused = await packRefusal(out);
  if (refused !== null) throw new UsageError(refused);
  console.log(await packSite(site, out));
  return true;
}

export const registerPack = commandOf<Options>({
  name: 'pack',
  about: 'packs the built site with `judgeboard view`, to be published or run by npx',
  options: [
    option('--site <dir>', 'the built site', { usual: path.join(import.meta.dirname, '..', '..', 'dist') }),
    option('--out <dir>', 'where the tarball goes', { usual: '.', read: writablePath }),
  ],
  run: pack,
  explain: systemMessage,
});
