import { createHash } from 'node:crypto';
import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { writeCaseColumns } from '../../src/cases/columns/write.ts';
import { gather } from '../../src/cases/gather.ts';
import { type InstanceData, Manifest } from '../../src/schema/release.ts';
import { PROJECT, runScript } from '../run-script.ts';
import { withBenchDatabase } from './cases-data.ts';

/** What a release and a site are made of. */
const PARTS = ['src', 'scripts', 'data', 'public', 'astro.config.mjs', 'tsconfig.json', 'package.json'];
/** As the build stores databases. */
const WHOLE = 96 * 2 ** 20;

/** Makes a copy of the project without its release, to build another one in. */
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

/** Writes the columns of a database's cases beside it, as a build does, and gives their names. Every judgment is under the only criterion. */
async function addColumns(
  data: string,
  database: string,
  cases: number,
): Promise<NonNullable<InstanceData['columns']>> {
  const { columns, details } = await withBenchDatabase(database, 'READ_ONLY', async (query) => {
    const { criteria, ...found } = await gather(query);
    return writeCaseColumns(query, { ...found, criteria: criteria.map((id) => ({ id, label: id })) }, cases);
  });
  const store = async (content: Uint8Array, what: string): Promise<string> => {
    const hash = createHash('sha256').update(content).digest('hex').slice(0, 12);
    const name = `shapes/${what}.${hash}.bin.gz`;
    await writeFile(path.join(data, name), gzipSync(content, { level: 9 }));
    return name;
  };
  return { cases: await store(columns, 'columns'), details: await store(details, 'details'), criteria: null };
}

/** Puts a database in the place of that of Shapes in a release, and the columns of its cases. */
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
  const columns = await addColumns(data, database, counts.instances);
  const instances = { ...shapes, ...counts, database: name, columns };
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
