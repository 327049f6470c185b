import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { luck, writeMadeLines } from './ingest-data.ts';

const CRITERIA = ['completeness', 'grounding', 'hallucination', 'expressiveness', 'clarity'];
const ORDERS = ['ab', 'ba'];
/** Characters of a rationale: with them 200 000 judgments are 100 MB. */
const RATIONALE = 370;
const WORDS =
  'the answer names what can be seen in picture and counts each object with care while other leaves out detail that was asked for reading invents one more beside it though better written clear vivid order colour'.split(
    ' ',
  );

const caseId = (i: number): string => `pair-${String(i).padStart(6, '0')}`;

function* cases(count: number): Generator<string> {
  for (let i = 0; i < count; i++)
    yield `{"instance":"${caseId(i)}","split":"open_ended","prompt":"What is shown in picture ${i}?","attributes":{"task":"t${i % 7}"}}\n`;
}

function* labels(count: number): Generator<string> {
  const next = luck(0);
  for (let i = 0; i < count; i++)
    for (const criterion of CRITERIA)
      yield `{"instance":"${caseId(i)}","criterion":"${criterion}","kind":"preference","value":"${next() < 0.5 ? 'a' : 'b'}"}\n`;
}

function* judgments(count: number): Generator<string> {
  const next = luck(1);
  const word = (): string => WORDS[Math.floor(next() * WORDS.length)] ?? '';
  const rationale = (): string => {
    let text = '';
    while (text.length < RATIONALE) text += `${word()} `;
    return text;
  };
  for (let i = 0; i < count; i++)
    for (const criterion of CRITERIA)
      for (const order of ORDERS)
        yield `{"instance":"${caseId(i)}","criterion":"${criterion}","order":"${order}","verdict":"${next() < 0.6 ? 'a' : 'b'}","parse":"ok","rationale":"${rationale()}"}\n`;
}

/** Writes a made-up run of at least `judgments` judgments with rationales, every criterion in both orders; gives the paths of its files. */
export async function writeOwnRun(folder: string, rows: number): Promise<string[]> {
  const count = Math.ceil(rows / CRITERIA.length / ORDERS.length);
  await mkdir(folder, { recursive: true });
  const files: readonly (readonly [string, Iterable<string>])[] = [
    ['run.yaml', ['run: made-up\nbenchmark: multi-crit\njudge: made-up\nprotocol: pairwise\n']],
    ['instances.jsonl', cases(count)],
    ['gold.jsonl', labels(count)],
    ['judgments.jsonl', judgments(count)],
  ];
  for (const [name, lines] of files) await writeMadeLines(join(folder, name), lines);
  return files.map(([name]) => join(folder, name));
}
