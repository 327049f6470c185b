import { createHash } from 'node:crypto';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { packTar } from 'modern-tar';
import { benchmarkText } from '../benchmark-text.ts';
import { judge, writeFiles } from '../instances/project.ts';

/** A small source in the form of GenAI-Bench: two judges on one task, with words that a search can find. */
const ROWS = [
  { idx: 0, prompt: 'a red kite', response: 'the kite on the left soars [[A>B]]', human_vote: 'leftvote' },
  { idx: 1, prompt: 'a red kite', response: 'zweifellos die zweite [[B>A]]', human_vote: 'bothbad_vote' },
  { idx: 2, prompt: 'two owls 🦉', response: 'neither owl is alive [[A=B=Bad]]', human_vote: 'bothbad_vote' },
  { idx: 3, prompt: 'two owls 🦉', response: 'both owls [[ A=B = Good ]]', human_vote: 'tievote' },
];
type Row = (typeof ROWS)[number];

const vote = ({ response }: Row): string | null => /\[\[.*\]\]/.exec(response)?.[0] ?? null;
const lines = (rows: readonly Row[]): string =>
  rows.map((row) => `${JSON.stringify({ ...row, model_vote: vote(row) })}\n`).join('');

const fileOf = (judge: string): string => `results/video_generation/${judge}/pairwise.jsonl`;

/** The files of the source by path; `change` alters the rows of the second judge. */
export function sourceFiles(change: (rows: Row[]) => Row[] = (rows) => rows): ReadonlyMap<string, string> {
  const other = ROWS.map((row) => ({ ...row, response: `I say ${row.response.replace('[[A>B]]', '[[B>A]]')}` }));
  return new Map([
    [fileOf('one'), lines(ROWS)],
    [fileOf('Other-1.5'), lines(change(other))],
  ]);
}

const sha = (text: string): string => createHash('sha256').update(text).digest('hex');

export function sourceYaml(files: ReadonlyMap<string, string>, base = 'http://127.0.0.1:9/', commit = 'a'): string {
  const listed = [...files].map(
    ([name, text]) => `  - { path: ${name}, bytes: ${Buffer.byteLength(text)}, sha256: "${sha(text)}" }\n`,
  );
  return `repository: https://example.org/made
commit: "${commit.repeat(40)}"
licence: CC0
attribution: Made up
base: ${base}
format: genai-bench
runs:
  one: { judge: one }
  other: { judge: Other-1.5 }
files:
${listed.join('')}`;
}

const BENCHMARK = benchmarkText(
  'made',
  `answers: [a, b, tie, both_bad]
splits:
  - { id: video_generation, label: Videos }
metrics:
  - { id: overall_accuracy, unit: percent, source: ours }
  - { id: coverage, unit: percent, source: ours }
`,
);
const runYaml = (run: string): string => `run: ${run}\nbenchmark: made\njudge: ${run}\nprotocol: pairwise\n`;

/** A project whose only benchmark has its texts elsewhere; no figures yet. */
export async function makeProject(root: string, source: string): Promise<void> {
  await writeFiles(
    root,
    new Map([
      ['data/judges.yaml', `judges:\n${judge('one')}${judge('other')}`],
      ['data/made/benchmark.yaml', BENCHMARK],
      ['data/made/source.yaml', source],
      ['data/made/runs/one/run.yaml', runYaml('one')],
      ['data/made/runs/other/run.yaml', runYaml('other')],
    ]),
  );
}

/** Writes files below a folder. */
export async function writeSource(folder: string, files: ReadonlyMap<string, string>): Promise<void> {
  await writeFiles(folder, files);
}

/** An archive of the files below a folder of its own. */
export async function archiveOf(file: string, files: ReadonlyMap<string, string>, above: string): Promise<void> {
  const entries = [...files].map(([name, text]) => ({
    header: { name: `${above}${name}`, size: Buffer.byteLength(text) },
    body: text,
  }));
  await fs.promises.writeFile(file, gzipSync(await packTar(entries)));
}

export interface Served {
  readonly base: string;
  /** Paths that were asked for. */
  readonly asked: string[];
  close(): Promise<void>;
}

/** A server of one's own on this machine. */
export async function served(answer: (name: string, response: http.ServerResponse) => void): Promise<Served> {
  const asked: string[] = [];
  const server = http.createServer((request, response) => {
    const name = decodeURIComponent((request.url ?? '').replace(/^\/raw\//, ''));
    asked.push(name);
    answer(name, response);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  return { base: `http://127.0.0.1:${port}/raw/`, asked, close };
}

/** Every file below a folder, by path. */
export function tree(folder: string): ReadonlyMap<string, string> {
  if (!fs.existsSync(folder)) return new Map();
  const names = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  return new Map(
    names
      .filter((name) => fs.statSync(path.join(folder, name)).isFile())
      .map((name) => [name.split(path.sep).join('/'), fs.readFileSync(path.join(folder, name), 'latin1')]),
  );
}
