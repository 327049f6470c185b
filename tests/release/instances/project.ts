import fs from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { z } from 'zod';
import { buildRelease } from '../../../src/release/build.ts';
import { membersOfKey } from '../../../src/release/read-packs.ts';
import type { StoredBoard } from '../../../src/schema/board.ts';
import { formatProblem } from '../../../src/schema/problem.ts';
import { Manifest, ReleaseFile } from '../../../src/schema/release.ts';
import { hash32 } from '../../../src/schema/release-paths.ts';
import { Case } from '../../../src/schema/stored-case.ts';
import { scratch } from '../../scratch.ts';
import { benchmarkText } from '../benchmark-text.ts';

/** The end of a description: one split, two criteria and a metric, after which others may stand. */
const PARTS = `splits:
  - { id: easy, label: Easy }
criteria:
  - { id: logic, split: easy, label: Logic, about: About logic. }
  - { id: style, split: easy, label: Style, about: About style. }
metrics:
  - { id: pacc, unit: percent, source: ours }
`;

const BENCHMARK = benchmarkText(
  'mini',
  `${PARTS}  - { id: criterion_accuracy, unit: percent, source: ours }
`,
);

/** A judge's entry of `data/judges.yaml`. */
export const judge = (id: string): string =>
  `  - { id: ${id}, name: ${id}, organisation: A, family: F, access: open, thinking: never }\n`;

const JUDGES = `judges:
  - { id: alpha, name: Alpha, organisation: A, family: F, access: open, thinking: never }
  - { id: beta, name: Beta, organisation: B, family: F, access: open, thinking: never }
`;

/** The smallest PNG: one pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

export type Row = Record<string, unknown>;
export const lines = (rows: readonly Row[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

export const instances = (count: number): Row[] =>
  Array.from({ length: count }, (_, i) => ({
    instance: `i${i}`,
    split: 'easy',
    prompt: `Prompt ${i}`,
    ...(i === 0 ? { media: [{ src: 'dot.png', alt: 'a dot' }] } : {}),
    attributes: { task: i % 2 === 0 ? 'count' : 'name' },
  }));

/** Labels differ on every third instance. */
export const gold = (count: number): Row[] =>
  Array.from({ length: count }, (_, i) => [
    { instance: `i${i}`, criterion: 'logic', kind: 'preference', value: 'a' },
    { instance: `i${i}`, criterion: 'style', kind: 'preference', value: i % 3 === 0 ? 'b' : 'a' },
  ]).flat();

const responses = (count: number): Row[] =>
  Array.from({ length: count }, (_, i) =>
    ['a', 'b'].map((response) => ({
      instance: `i${i}`,
      response,
      model: `m-${response}`,
      text: `Answer ${response} to ${i}`,
    })),
  ).flat();

/** A judge that always says a, or always the label of `logic` and the other response on `style`. */
export const judgments = (count: number, word: string): Row[] =>
  Array.from({ length: count }, (_, i) =>
    ['logic', 'style'].map((criterion) => ({
      instance: `i${i}`,
      criterion,
      verdict: 'a',
      parse: 'ok',
      rationale: `${word} reason ${i} on ${criterion}`,
    })),
  ).flat();

export const runYaml = (run: string, judge: string, benchmark = 'mini'): string =>
  `run: ${run}\nbenchmark: ${benchmark}\njudge: ${judge}\nprotocol: pairwise\n`;

/** A benchmark added by data alone: a description and records; neither tables.yaml nor findings.yaml. */
export function foreign(k: number): Record<string, string> {
  const id = `foreign-${k}`;
  const at = `data/${id}`;
  const description = `id: ${id}
order: ${10 + k}
name: Foreign ${k}
tagline: Number ${k}
summary: [One sentence.]
protocol: pairwise
data_licence: none
${PARTS}`;
  return {
    [`${at}/benchmark.yaml`]: description,
    [`${at}/instances.jsonl`]: lines(instances(6 + k).map(({ media: _, ...row }) => row)),
    [`${at}/gold.jsonl`]: lines(gold(6 + k)),
    [`${at}/runs/one/run.yaml`]: runYaml('one', 'alpha', id),
    [`${at}/runs/one/judgments.jsonl`]: lines(judgments(6 + k, `Number ${k}`)),
  };
}

/** Files of a sound project by path; text or bytes. */
function soundFiles(count = 40): Map<string, string | Uint8Array> {
  return new Map<string, string | Uint8Array>([
    ['data/judges.yaml', JUDGES],
    ['data/mini/benchmark.yaml', BENCHMARK],
    ['data/mini/instances.jsonl', lines(instances(count))],
    ['data/mini/responses.jsonl', lines(responses(count))],
    ['data/mini/gold.jsonl', lines(gold(count))],
    ['data/mini/media/dot.png', PNG],
    ['data/mini/runs/one/run.yaml', runYaml('one', 'alpha')],
    ['data/mini/runs/one/judgments.jsonl', lines(judgments(count, 'First'))],
    ['data/mini/runs/two/run.yaml', runYaml('two', 'beta')],
    ['data/mini/runs/two/judgments.jsonl', lines(judgments(count, 'Second'))],
  ]);
}

export async function writeFiles(root: string, files: ReadonlyMap<string, string | Uint8Array>): Promise<void> {
  for (const [name, content] of files) {
    await fs.mkdir(path.dirname(path.join(root, name)), { recursive: true });
    await fs.writeFile(path.join(root, name), content);
  }
}

/** A project in a new folder, sound but for the files given. */
export async function project(
  changes: Readonly<Record<string, string | Uint8Array>> = {},
  count = 40,
): Promise<string> {
  const root = await scratch();
  await writeFiles(root, new Map([...soundFiles(count), ...Object.entries(changes)]));
  return root;
}

export interface BuiltRelease {
  readonly out: string;
  readonly manifest: Manifest;
  readonly files: readonly ReleaseFile[];
  readonly problems: readonly string[];
}

/** Builds a project; null where problems stopped it. */
export async function build(
  root: string,
  onProblems: 'stop' | 'keep-going' = 'stop',
): Promise<BuiltRelease | string[]> {
  const out = path.join(root, 'public', 'data');
  const { problems, release } = await buildRelease(root, out, { onProblems });
  const texts = problems.map(formatProblem);
  return release === null ? texts : { out, ...(await readBuilt(out)), problems: texts };
}

export async function built(root: string, onProblems: 'stop' | 'keep-going' = 'stop'): Promise<BuiltRelease> {
  const result = await build(root, onProblems);
  if (Array.isArray(result)) throw new Error(result.join('\n'));
  return result;
}

export async function readBuilt(out: string): Promise<Pick<BuiltRelease, 'manifest' | 'files'>> {
  const json = async (name: string): Promise<unknown> => JSON.parse(await fs.readFile(path.join(out, name), 'utf8'));
  const manifest = Manifest.parse(await json('manifest.json'));
  return { manifest, files: ReleaseFile.array().parse(await json(manifest.list ?? '')) };
}

export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await fs.readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((e) => e.isFile())
    .map((e) => path.relative(folder, path.join(e.parentPath, e.name)))
    .sort();
}

/** The first board of a release below `boards/` whose place begins so, such as `mini/pairwise-easy`. */
export async function storedBoard({ out }: Pick<BuiltRelease, 'out'>, place: string): Promise<StoredBoard> {
  const isBoard = (file: string): boolean => file.startsWith(`boards/${place}`) && file.endsWith('.json');
  const name = (await filesBelow(out)).find(isBoard) ?? '';
  return JSON.parse(await fs.readFile(path.join(out, name), 'utf8')) as StoredBoard;
}

/** One instance as the page finds it: manifest, index, pack. */
export async function findCase(
  { out, manifest }: Pick<BuiltRelease, 'out' | 'manifest'>,
  id: string,
): Promise<Case | undefined> {
  const [first] = manifest.benchmarks;
  if (first?.instances == null) throw new Error('no instances');
  const found = await membersOfKey(out, first.instances.cases, hash32(id));
  return z
    .array(Case)
    .parse(found)
    .find((c) => c.instance === id);
}

const databases = new WeakMap<Manifest, Promise<DuckDBConnection>>();

async function openStored(out: string, manifest: Manifest): Promise<DuckDBConnection> {
  const name = manifest.benchmarks[0]?.instances?.database ?? '';
  const file = path.join(await scratch(), 'read.duckdb');
  await fs.writeFile(file, gunzipSync(await fs.readFile(path.join(out, name))));
  return (await DuckDBInstance.create(file, { access_mode: 'READ_ONLY' })).connect();
}

/** Rows of a query on the database of a release, which is opened once, after statements that prepare it. */
export async function query(
  { out, manifest }: Pick<BuiltRelease, 'out' | 'manifest'>,
  sql: string,
  before: readonly string[] = [],
): Promise<Record<string, unknown>[]> {
  const opened = databases.get(manifest) ?? openStored(out, manifest);
  databases.set(manifest, opened);
  const connection = await opened;
  for (const statement of before) await connection.run(statement);
  return (await connection.runAndReadAll(sql)).getRowObjectsJS();
}
