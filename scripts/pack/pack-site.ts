import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { build } from 'vite';
import { nullIfMissing } from '../../src/release/own-folder.ts';
import { ArchiveError, unpackArchive } from '../../src/release/texts/archive.ts';

const ROOT = path.join(import.meta.dirname, '..', '..');

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

interface Description {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
}

async function description(): Promise<Description> {
  const { name, version, description, license } = JSON.parse(
    await fs.readFile(path.join(ROOT, 'package.json'), 'utf8'),
  );
  return { name, version, description, license };
}

/** Copies the text of the licence and describes a package without dependencies. */
async function describePackage(folder: string): Promise<void> {
  const packed = {
    ...{ ...(await description()), type: 'module' },
    bin: { judgeboard: 'bin/judgeboard.mjs' },
    files: ['bin', 'site'],
    engines: { node: '>=20.12' },
  };
  await fs.writeFile(path.join(folder, 'package.json'), `${JSON.stringify(packed, null, 2)}\n`);
  for (const file of ['LICENSE', 'README.md']) await fs.copyFile(path.join(ROOT, file), path.join(folder, file));
}

/** Copies a file beside its place and moves it there when it is whole: a full disk leaves what stood there before. */
async function copyWhole(from: string, to: string): Promise<void> {
  const partial = `${to}.part`;
  try {
    await fs.copyFile(from, partial);
    await fs.rename(partial, to);
  } finally {
    await fs.rm(partial, { force: true });
  }
}

/** Describes a package in the tarballs that npm makes. */
const DESCRIPTION = 'package/package.json';

/** A file that stands in the place of the tarball and is none. */
class ForeignFileError extends Error {
  constructor(file: string) {
    super(`${file} exists and is no package of this command; move it away, or choose another --out`);
    this.name = 'ForeignFileError';
  }
}

/** Gives the name of the package in a tarball, which is read through `scratch`; null where the file is none. */
async function packedName(tarball: string, scratch: string): Promise<string | null> {
  const copy = path.join(scratch, 'standing.json');
  try {
    await unpackArchive(tarball, (name) => (name === DESCRIPTION ? copy : null));
    return JSON.parse(await fs.readFile(copy, 'utf8')).name;
  } catch (error) {
    if (error instanceof ArchiveError || error instanceof SyntaxError) return null;
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Throws where somebody's own file stands in the place of the tarball. */
async function refuseForeign(
  tarball: string,
  { name, scratch }: { readonly name: string; readonly scratch: string },
): Promise<void> {
  const standing = await fs.lstat(tarball).catch(nullIfMissing);
  if (standing === null) return;
  const isOurs = standing.isFile() && (await packedName(tarball, scratch)) === name;
  if (!isOurs) throw new ForeignFileError(tarball);
}

/**
 * Packs a built site with `judgeboard view` as a package that can be published, and run by `npx`; gives the tarball's path. The folder `out` must be there.
 * Throws `ForeignFileError` where a file of its name stands there that no such package is.
 */
export async function packSite(site: string, out: string): Promise<string> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'judgeboard-pack-'));
  try {
    const { name, version } = await description();
    const tarball = path.join(out, `${name}-${version}.tgz`);
    await refuseForeign(tarball, { name, scratch: folder });
    await bundleCommand(path.join(folder, 'bin'));
    await describePackage(folder);
    await fs.cp(site, path.join(folder, 'site'), { recursive: true });
    const { stdout } = await promisify(execFile)('npm', ['pack', '--silent'], { cwd: folder });
    await copyWhole(path.join(folder, stdout.trim().split('\n').at(-1) ?? ''), tarball);
    return tarball;
  } finally {
    await fs.rm(folder, { recursive: true, force: true });
  }
}
