import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { build } from 'vite';
import { nullIfMissing, withScratch, writeWhole } from '../../src/release/folders.ts';
import { ArchiveError, unpackArchive } from '../../src/release/texts/fetch.ts';

const ROOT = path.join(import.meta.dirname, '..', '..');
/** Begins the names of scratch folders. */
const WRITING = 'judgeboard-pack-';

/** Writes the command with all that it imports, as one file that Node runs without any package. */
async function bundleCommand(outDir: string): Promise<void> {
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    // Files that can be run by themselves ask this; in one file all would answer yes.
    define: { 'import.meta.main': 'false' },
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: path.join(import.meta.dirname, 'entry.ts'),
      outDir,
      emptyOutDir: true,
      target: 'node20',
      rollupOptions: { output: { entryFileNames: 'judgeboard.mjs' } },
    },
  });
}

/** Copies the text of the licence and describes a package without dependencies. */
async function describePackage(folder: string): Promise<void> {
  const { name, version, description, license } = JSON.parse(
    await fs.readFile(path.join(ROOT, 'package.json'), 'utf8'),
  );
  const packed = {
    ...{ name, version, description, license, type: 'module' },
    bin: { judgeboard: 'bin/judgeboard.mjs' },
    files: ['bin', 'site'],
    engines: { node: '>=20.12' },
  };
  await fs.writeFile(path.join(folder, 'package.json'), `${JSON.stringify(packed, null, 2)}\n`);
  for (const file of ['LICENSE', 'README.md']) await fs.copyFile(path.join(ROOT, file), path.join(folder, file));
}

/** Gives the name of the package in a tarball that npm made; null where a file is none. */
const packedName = (tarball: string): Promise<string | null> =>
  withScratch(os.tmpdir(), WRITING, async (scratch) => {
    const copy = path.join(scratch, 'package.json');
    try {
      await unpackArchive(tarball, (name) => (name === 'package/package.json' ? copy : null));
      return JSON.parse(await fs.readFile(copy, 'utf8')).name;
    } catch (error) {
      if (error instanceof ArchiveError || error instanceof SyntaxError) return null;
      return nullIfMissing(error as NodeJS.ErrnoException);
    }
  });

/** Says why the package must not be written to `out`, in a sentence; null when it may: nothing stands in its place, or an earlier one. */
export async function packRefusal(out: string): Promise<string | null> {
  const { name, version } = JSON.parse(await fs.readFile(path.join(ROOT, 'package.json'), 'utf8'));
  const tarball = path.join(out, `${name}-${version}.tgz`);
  const standing = await fs.lstat(tarball).catch(nullIfMissing);
  if (standing === null || (standing.isFile() && (await packedName(tarball)) === name)) return null;
  return `${tarball} exists and is no package of this command; move it away, or choose another --out`;
}

/** Packs a built site with `judgeboard view` as a package that can be published, and run by `npx`; gives the tarball's path. The folder `out` must be there. */
export async function packSite(site: string, out: string): Promise<string> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), WRITING));
  try {
    await bundleCommand(path.join(folder, 'bin'));
    await describePackage(folder);
    await fs.cp(site, path.join(folder, 'site'), { recursive: true });
    const { stdout } = await promisify(execFile)('npm', ['pack', '--silent'], { cwd: folder });
    const name = stdout.trim().split('\n').at(-1) ?? '';
    await writeWhole(path.join(out, name), (partial) => fs.copyFile(path.join(folder, name), partial));
    return path.join(out, name);
  } finally {
    await fs.rm(folder, { recursive: true, force: true });
  }
}
