import fs from 'node:fs/promises';
import { expect, test } from 'vitest';
import { type Source, textSource } from '../../src/records/bytes.ts';
import { ProblemLog } from '../../src/records/issues.ts';
import type { RunInput } from '../../src/records/read.ts';
import { exportEveryEvalEver } from '../../src/release/input-export.ts';
import { Run } from '../../src/schema/records.ts';
import { scratch } from '../scratch.ts';

const RUN = Run.parse({ run: 'r', benchmark: 'b', judge: 'j', protocol: 'pairwise' });
const OPTIONS = {
  run: RUN,
  judgeName: 'J',
  organisation: 'Org',
  openWeights: null,
  benchmarkName: 'B',
  retrieved: '1790000000',
  version: '0.1.0',
  scores: [],
};
const jsonl = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
const INSTANCES = Array.from({ length: 3 }, (_, i) => ({ instance: String(i), prompt: 'Which?' }));
const JUDGMENTS = INSTANCES.map(({ instance }) => ({ instance, verdict: 'a', parse: 'ok' }));

/** Exports a run with these judgments into a folder of its own. */
async function exported(judgments: Source) {
  const out = await scratch();
  const files = { instances: [textSource('instances.jsonl', jsonl(INSTANCES))], judgments: [judgments] };
  const input: RunInput = { folder: 'r', run: RUN, problems: [], files };
  const rows = await exportEveryEvalEver(input, out, { options: OPTIONS, log: new ProblemLog() }).catch(
    (error: unknown) => error,
  );
  const entries = await fs.readdir(out, { recursive: true, withFileTypes: true });
  return { rows, files: entries.filter((entry) => entry.isFile()).map(({ name }) => name) };
}

test('an export has a file of answers and one about them, and nothing else', async () => {
  const { rows, files } = await exported(textSource('judgments.jsonl', jsonl(JUDGMENTS)));
  expect(rows).toBe(3);
  expect(files).toHaveLength(2);
  expect(files.every((name) => /^[0-9a-f-]{36}(?:_samples\.jsonl|\.json)$/.test(name))).toBe(true);
});

test('a disk that fails halfway leaves nothing in the target', async () => {
  const whole = textSource('judgments.jsonl', jsonl(JUDGMENTS));
  const broken: Source = {
    ...whole,
    stream: () => {
      const bytes = new TextEncoder().encode(jsonl(JUDGMENTS.slice(0, 2)));
      const parts = [bytes];
      return new ReadableStream({
        pull: (controller) => {
          const part = parts.pop();
          if (part === undefined) controller.error(new Error('input/output error'));
          else controller.enqueue(part);
        },
      });
    },
  };
  const { rows, files } = await exported(broken);
  expect(rows).toEqual(new Error('input/output error'));
  expect(files).toEqual([]);
});

test('answers of which none can be written leave no file of answers', async () => {
  const { rows, files } = await exported(textSource('judgments.jsonl', jsonl([{ instance: 'unknown', parse: 'ok' }])));
  expect(rows).toBe(0);
  expect(files).toEqual([expect.stringMatching(/^[0-9a-f-]{36}\.json$/)]);
});
