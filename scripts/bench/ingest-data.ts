import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import type { Source } from '../../src/records/source.ts';
import { fileSource } from '../../src/release/input-files.ts';
import type { BenchmarkInput } from '../../src/release/instances/inputs.ts';
import { Benchmark } from '../../src/schema/benchmark.ts';
import { Judge } from '../../src/schema/judge.ts';
import { Run } from '../../src/schema/records.ts';
import type { RunFolder } from '../../src/scoring/run-folder.ts';

const CRITERIA = ['completeness', 'grounding', 'hallucination', 'expressiveness', 'clarity'];
/** Every criterion in both orders. */
const PER_INSTANCE = CRITERIA.length * 2;
const RUNS = 10;
const RUN_IDS = Array.from({ length: RUNS }, (_, i) => `judge-${i + 1}`);
const fileOf = (run: string): string => `${run}.jsonl`;

/** Makes repeatable pseudo-random numbers (xorshift), different for every seed. */
export function luck(seed: number): () => number {
  let x = Math.imul(seed + 1, 0x9e3779b9);
  return () => {
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    return (x >>> 0) / 2 ** 32;
  };
}

/** Writes lines, which have their ends, to a file. */
export async function writeMadeLines(file: string, lines: Iterable<string>): Promise<void> {
  const out = createWriteStream(file, { highWaterMark: 2 ** 20 });
  let waiting: string[] = [];
  for (const line of lines) {
    if (waiting.push(line) < 4096) continue;
    if (!out.write(waiting.join(''))) await once(out, 'drain');
    waiting = [];
  }
  out.end(waiting.join(''));
  await once(out, 'finish');
}

const instanceId = (i: number): string => `pair-${String(i).padStart(7, '0')}`;

function* instanceLines(count: number): Generator<string> {
  for (let i = 0; i < count; i++)
    yield `{"instance":"${instanceId(i)}","split":"open_ended","prompt":"What is shown?","attributes":{"task":"t${i % 7}"}}\n`;
}

function* goldLines(count: number): Generator<string> {
  const next = luck(0);
  for (let i = 0; i < count; i++) {
    for (const criterion of CRITERIA) {
      yield `{"instance":"${instanceId(i)}","criterion":"${criterion}","kind":"preference","value":"${next() < 0.5 ? 'a' : 'b'}"}\n`;
    }
  }
}

/** Writes narrow judgments of one run, with hardly any rationale. */
function* judgmentLines(count: number, seed: number): Generator<string> {
  const next = luck(seed);
  for (let i = 0; i < count; i++) {
    for (const criterion of CRITERIA) {
      for (const order of ['ab', 'ba']) {
        yield `{"instance":"${instanceId(i)}","criterion":"${criterion}","order":"${order}","verdict":"${next() < 0.6 ? 'a' : 'b'}","parse":"ok","rationale":"Better on ${criterion}."}\n`;
      }
    }
  }
}

function contents(rows: number): ReadonlyMap<string, () => Iterable<string>> {
  const instances = Math.ceil(rows / RUNS / PER_INSTANCE);
  return new Map([
    ['instances.jsonl', () => instanceLines(instances)],
    ['gold.jsonl', () => goldLines(instances)],
    ...RUN_IDS.map((id, i) => [fileOf(id), () => judgmentLines(instances, i + 1)] as const),
  ]);
}

/** Writes `rows` made-up judgments: ten runs over the same instances. The same files for the same number. */
export async function writeIngestData(folder: string, rows: number): Promise<void> {
  for (const [name, lines] of contents(rows)) await writeMadeLines(join(folder, name), lines());
}

const BENCHMARK = Benchmark.parse({
  id: 'bench',
  name: 'Bench',
  order: 0,
  tagline: 'generated',
  summary: ['Generated judgments.'],
  protocol: 'pairwise',
  data_licence: 'none',
  metrics: [{ id: 'pacc', unit: 'ratio', source: 'ours' }],
});

/** Gives the files of judgments that `writeIngestData` wrote. */
export function judgmentFiles(folder: string): string[] {
  return RUN_IDS.map((id) => join(folder, fileOf(id)));
}

/** Gives what `writeIngestData` wrote, as a build would find it. */
export async function ingestInput(folder: string): Promise<BenchmarkInput> {
  const source = (name: string): Promise<Source> => fileSource(join(folder, name), name);
  const judges = new Map<string, Judge>();
  const runs: RunFolder[] = [];
  for (const id of RUN_IDS) {
    const about = { name: id, organisation: 'none', family: 'none', access: 'program', thinking: 'never' };
    judges.set(id, Judge.parse({ id, ...about }));
    const run = Run.parse({ run: id, benchmark: 'bench', judge: id, protocol: 'pairwise' });
    runs.push({ folder, label: id, run, problems: [], files: { judgments: [await source(fileOf(id))] } });
  }
  const shared = { instances: [await source('instances.jsonl')], gold: [await source('gold.jsonl')] };
  return { benchmark: BENCHMARK, judges, folder, label: 'bench', shared, runs };
}
