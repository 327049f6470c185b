import { createHash } from 'node:crypto';
import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { Manifest } from '../../src/schema/release.ts';
import { runScript } from '../run-script.ts';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
/** What a release and a site are made of. */
const PARTS = ['src', 'scripts', 'data', 'public', 'astro.config.mjs', 'tsconfig.json', 'package.json'];
/** As the build stores databases. */
const WHOLE = 96 * 2 ** 20;

/** A copy of the project without its release, to build another one in. */
export async function copyProject(target: string): Promise<void> {
  // Takes away what an interrupted run left there.
  await rm(target, { recursive: true, force: true });
  await mkdir(target, { recursive: true });
  const release = path.join(PROJECT, 'public', 'data');
  for (const part of PARTS) {
    await cp(path.join(PROJECT, part), path.join(target, part), {
      recursive: true,
      filter: (source) => source !== release && !source.startsWith(release + path.sep),
    });
  }
  await symlink(path.join(PROJECT, 'node_modules'), path.join(target, 'node_modules'), 'dir');
}

/** Runs a script of a copy; throws if it fails. */
export async function runIn(project: string, script: string, args: readonly string[]): Promise<void> {
  if ((await runScript(script, args, project)) !== 0) throw new Error(`${script} failed; the reason is above.`);
}

/** Puts a database in the place of that of Shapes in a release. */
export async function replaceDatabase(
  data: string,
  database: string,
  counts: { readonly instances: number; readonly judgments: number },
): Promise<void> {
  const file = path.join(data, 'manifest.json');
  const manifest = Manifest.parse(JSON.parse(await readFile(file, 'utf8')));
  const shapes = manifest.benchmarks.find(({ id }) => id === 'shapes')?.instances;
  const entry = manifest.files.find((listed) => listed.path === shapes?.database);
  if (shapes === undefined || shapes === null || entry === undefined) throw new Error('the release has no Shapes');
  const content = await readFile(database);
  const stored = content.byteLength <= WHOLE ? gzipSync(content) : content;
  const name = `shapes/bench-${counts.judgments}.duckdb${stored === content ? '' : '.gz'}`;
  await writeFile(path.join(data, name), stored);
  const instances = { ...shapes, ...counts, database: name };
  const sha256 = createHash('sha256').update(content).digest('hex');
  const about = { path: name, bytes: stored.byteLength, sha256, inflated: content.byteLength };
  await writeFile(
    file,
    JSON.stringify({
      ...manifest,
      benchmarks: manifest.benchmarks.map((b) => (b.id === 'shapes' ? { ...b, instances } : b)),
      files: manifest.files.map((listed) => (listed === entry ? { ...entry, ...about } : listed)),
    }),
  );
}
