import { expect, test } from 'vitest';
import { arrowStore } from '../../../src/own/intake/engine-work.ts';
import { type Source, textSource } from '../../../src/records/bytes.ts';
import { readRunFolders } from '../../../src/scoring/load-runs.ts';
import { runFolderOf } from '../../../src/scoring/run-folder.ts';

const CASES = 2000;
const CHUNKS = 80;
const lines = (count: number, line: (i: number) => object): string =>
  Array.from({ length: count }, (_, i) => `${JSON.stringify(line(i))}\n`).join('');

/** A file of judgments, each with a reason of half a kilobyte, that says how many of its chunks were read. */
function judgments() {
  const encoder = new TextEncoder();
  const read = { chunks: 0 };
  const chunk = (n: number): Uint8Array =>
    encoder.encode(
      lines(CASES / 2, (i) => {
        const instance = `case-${(n % 2) * (CASES / 2) + i}`;
        return { instance, criterion: `c${n >> 1}`, verdict: 'a', parse: 'ok', rationale: 'so '.repeat(170) };
      }),
    );
  const source: Source = {
    name: 'own/judgments.jsonl',
    size: CHUNKS * chunk(0).byteLength,
    stream: () =>
      new ReadableStream(
        {
          pull: (controller) => {
            if (read.chunks === CHUNKS) controller.close();
            else controller.enqueue(chunk(read.chunks++));
          },
        },
        { highWaterMark: 0 },
      ),
    slice: async () => chunk(0).slice().buffer,
  };
  return { source, read };
}

async function folderWith(source: Source) {
  const instances = textSource(
    'own/instances.jsonl',
    lines(CASES, (i) => ({ instance: `case-${i}`, prompt: '' })),
  );
  const run = 'run: own\nbenchmark: b\njudge: j\nprotocol: pairwise\n';
  const files = { instances: [instances], judgments: [source] };
  const textOf = async (name: string) => (name === 'run.yaml' ? run : null);
  return runFolderOf({ folder: 'own', label: 'own', names: ['run.yaml'], textOf, files });
}

const read = async (source: Source, insert: (streams: number) => Promise<void>) => {
  let streams = 0;
  const store = arrowStore(
    async () => undefined,
    (table) => (table === 'judgments' ? insert(++streams) : Promise.resolve()),
  );
  const input = { benchmark: null, folder: '', label: 'release', shared: {}, runs: [await folderWith(source)] };
  const heard: [string, number][] = [];
  const reading = (file: string, rows: number): void => void heard.push([file, rows]);
  const done = readRunFolders(input, store, { pictures: { publish: (_, media) => media }, reading });
  return { done, heard };
};

test('what is given up while a file is read ends with the chunk that was on its way', async () => {
  const { source, read: counted } = judgments();
  let atRefusal = 0;
  const { done } = await read(source, async (streams) => {
    if (streams < 2) return;
    atRefusal ||= counted.chunks;
    throw new Error('given up');
  });
  await expect(done).rejects.toThrow('given up');
  expect(atRefusal).toBeGreaterThan(10);
  expect(counted.chunks).toBeLessThanOrEqual(atRefusal + 1);
});

test('reading waits for an engine that takes no rows, and goes on when it does', async () => {
  const { source, read: counted } = judgments();
  const letIn: (() => void)[] = [];
  const { done, heard } = await read(source, () => new Promise((resolve) => letIn.push(resolve)));
  await expect.poll(() => letIn.length, { timeout: 300_000 }).toBe(3);
  const chunks = counted.chunks;
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(counted.chunks).toBe(chunks);
  expect(chunks).toBeLessThan(0.7 * CHUNKS);
  const timer = setInterval(() => letIn.shift()?.(), 1);
  await done;
  clearInterval(timer);
  expect(counted.chunks).toBe(CHUNKS);
  // Every file says how far it was read, row by row.
  expect(new Set(heard.map(([file]) => file))).toEqual(new Set(['own/instances.jsonl', 'own/judgments.jsonl']));
  expect(heard.at(-1)).toEqual(['own/judgments.jsonl', (CHUNKS * CASES) / 2]);
});
