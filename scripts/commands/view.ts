import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { numberedNames } from '../../src/own/intake/score-runs.ts';
import { serve } from '../serve.ts';
import { commandOf, option, UsageError, wholeFrom } from './command.ts';

interface Options {
  readonly port: number;
  readonly site: string;
  readonly open: boolean;
}

interface Given {
  /** Files by the names that the page shows for them. */
  readonly files: ReadonlyMap<string, string>;
  /** What lies under the paths and is neither a file nor a folder: links to folders, to nowhere or out of the paths, pipes. */
  readonly left: readonly string[];
}

/** Gives the file that a link leads to; null where it is none, or lies outside of all that was given. */
async function fileBehind(link: string, roots: readonly string[]): Promise<string | null> {
  const file = await fs.realpath(link).catch(() => null);
  if (file === null || !roots.some((root) => file === root || file.startsWith(root + path.sep))) return null;
  return (await fs.stat(file)).isFile() ? file : null;
}

/** Lists every file under the paths, by its real path. Paths of one name are told from each other by numbers before it. */
async function filesUnder(paths: readonly string[]): Promise<Given> {
  const files = new Map<string, string>();
  const left: string[] = [];
  const roots = await Promise.all(paths.map((given) => fs.realpath(given)));
  const names = numberedNames(
    paths.map((given) => path.basename(path.resolve(given))),
    (name, n) => `${n}/${name}`,
  );
  for (const [i, root] of roots.entries()) {
    const name = names[i] ?? '';
    if (!(await fs.stat(root)).isDirectory()) {
      files.set(name, root);
      continue;
    }
    for (const entry of await fs.readdir(root, { recursive: true, withFileTypes: true })) {
      const file = path.join(entry.parentPath, entry.name);
      if (entry.isDirectory()) continue;
      const found = entry.isFile() ? file : await fileBehind(file, roots);
      if (found === null) left.push(file);
      else files.set(`${name}/${path.relative(root, file).split(path.sep).join('/')}`, found);
    }
  }
  return { files, left };
}

/** Opens the address in the system's browser; where there is none, the printed address is enough. */
function openBrowser(address: string): void {
  const opener = { darwin: 'open', win32: 'explorer' }[process.platform as string] ?? 'xdg-open';
  spawn(opener, [address], { stdio: 'ignore', detached: true })
    .on('error', () => undefined)
    .unref();
}

async function view({ port, site: folder, open }: Options, paths: readonly string[]): Promise<boolean> {
  for (const one of paths) if (!existsSync(one)) throw new UsageError(`there is no ${one}`);
  const { files: own, left } = await filesUnder(paths);
  for (const file of left)
    console.error(
      `${file}: left out, since it is no file, or a link to a folder or out of what was given; give what it leads to`,
    );
  // Whoever else can ask this machine, another user of it or a page in its browser, cannot guess it.
  const token = randomBytes(16).toString('hex');
  const site = await serve({ folder, port, own, token });
  const address = `${site.address}your-results/?view=${token}`;
  console.log(
    `${own.size} ${own.size === 1 ? 'file' : 'files'} at ${address}\nOnly this machine can open it. Stop it with Ctrl-C.`,
  );
  if (open) openBrowser(address);
  const stop = (): void => void site.close().then(() => process.exit(0));
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  return true;
}

/** Makes the command that opens the page of one's own results with these files; `builtSite` is where the site lies. */
export const viewCommand = (builtSite: string) =>
  commandOf<Options, string[]>({
    name: 'view',
    about: 'serves the built site on this machine only and opens these results in it',
    argument: ['<path...>', 'files, folders or archives of results'],
    options: [
      option('--port <n>', 'the port; the next free one is taken', {
        usual: 4321,
        read: wholeFrom(0, 65_535, 'a port is needed'),
      }),
      option('--site <dir>', 'the built site', { usual: builtSite }),
      option('--no-open', 'print the address and open nothing'),
    ],
    run: view,
    explain: (error) => (error instanceof Error ? error.message : String(error)),
  });
