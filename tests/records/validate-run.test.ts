import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { textSource } from '../../src/records/bytes.ts';
import type { RunInput } from '../../src/records/read.ts';
import { validateRun } from '../../src/records/validate-run.ts';
import { openRun } from '../../src/release/input-run.ts';
import { problemLines } from '../../src/release/progress.ts';
import { scratchFolder } from '../scratch.ts';

const ROOT = path.join(import.meta.dirname, '../fixtures/records');

/** The report on a fixture's run as text: what is printed, the counts, and what was handed on. */
async function validated(name: string): Promise<string> {
  const root = path.join(ROOT, name);
  const { input, context } = await openRun(path.join(root, 'data/b/runs/r'), root, 'runs/r');
  const handed: Record<string, number> = {};
  const report = await validateRun(input, context, {
    sink: (kind, batch) => {
      handed[kind] = (handed[kind] ?? 0) + batch.records.length;
    },
  });
  for (const f of report.files) {
    expect(f.read).toBe(f.accepted + f.rejected);
    expect(handed[f.kind] ?? 0).toBe(f.accepted);
  }
  const files = report.files.map((f) => `${f.file}: ${f.read} read, ${f.accepted} accepted, ${f.rejected} reported`);
  return [...problemLines(report.log, 1000), '', ...files, `coverage ${JSON.stringify(report.coverage)}`, ''].join(
    '\n',
  );
}

describe('golden run folders', () => {
  test.each(fs.readdirSync(ROOT).sort())('%s', async (name) => {
    await expect(await validated(name)).toMatchFileSnapshot(path.join(ROOT, name, 'expected.txt'));
  });
});

const RUN = { run: 'r', benchmark: 'b', judge: 'j', protocol: 'pairwise', variant: '', repeats: 1 } as const;

function inputOf(files: Readonly<Record<string, string>>): RunInput {
  const sources = Object.entries(files).map(([kind, text]) => [kind, [textSource(`${kind}.jsonl`, text)]]);
  return { folder: 'r', run: RUN, problems: [], files: Object.fromEntries(sources) };
}

describe('validateRun', () => {
  test('warns of very long and of broken text, and keeps it', async () => {
    const judgment = (instance: string, rationale: string): string =>
      JSON.stringify({ instance, parse: 'ok', verdict: 'a', rationale });
    const input = inputOf({
      instances: '{"instance":"1","prompt":""}\n{"instance":"2","prompt":""}\n',
      gold: '{"instance":"1","kind":"preference","value":"a"}\n{"instance":"2","kind":"preference","value":"a"}\n',
      judgments: `${judgment('1', 'x'.repeat(5 * 2 ** 20))}\n${judgment('2', 'half \ud83d')}\n`,
    });
    const { log, files } = await validateRun(input, { benchmark: null });
    expect(log.kept.filter((p) => p.severity === 'warning')).toMatchObject([
      { line: 1, field: 'rationale', found: '5242880 characters' },
      { line: 2, field: 'rationale', message: expect.stringContaining('surrogate') },
    ]);
    expect(files.at(-1)).toMatchObject({ kind: 'judgments', accepted: 2, rejected: 0 });
  });

  test('finds a repeated judgment among many that differ in one key part only', async () => {
    const rows: object[] = [];
    for (const criterion of ['c1', 'c2']) {
      for (const response of [undefined, 'a', 'b']) {
        for (const stage of ['judge', 'preference']) {
          for (const condition of ['base', 'x']) {
            for (const order of ['ab', 'ba'])
              rows.push({ instance: '1', criterion, response, stage, condition, order, parse: 'ok', verdict: 'a' });
          }
        }
      }
    }
    const text = [...rows, rows[17], rows[0]].map((r) => JSON.stringify(r)).join('\n');
    const input = inputOf({
      instances: '{"instance":"1","prompt":""}',
      judgments: text,
      responses: '{"instance":"1","response":"a","text":""}\n{"instance":"1","response":"b","text":""}',
    });
    const { log } = await validateRun(input, { benchmark: null });
    const twice = log.kept.filter((p) => p.message.startsWith('a second judgment'));
    expect(twice.map((p) => p.line)).toEqual([rows.length + 1, rows.length + 2]);
  });

  test('a judgment with a text is not missing; one that the run lists as never answered is kept', async () => {
    const row = (instance: string, more: object): string => JSON.stringify({ instance, parse: 'missing', ...more });
    const rows = [row('1', {}), row('2', { rationale: ' ' }), row('3', { raw: 'Hm.' }), row('4', { raw: '' })];
    const { log, files } = await validateRun(
      inputOf({
        instances: ['1', '2', '3', '4'].map((instance) => `{"instance":"${instance}","prompt":""}`).join('\n'),
        judgments: rows.join('\n'),
      }),
      { benchmark: null },
    );
    expect(log.kept.filter((p) => p.field === 'parse')).toMatchObject([
      { line: 2, found: 'missing with a rationale', hint: expect.stringContaining('write failed') },
      { line: 3, found: 'missing with a raw' },
    ]);
    expect(files.at(-1)).toMatchObject({ kind: 'judgments', accepted: 2, rejected: 2 });
  });

  test('rows of an instance that its schema refuses are not called unknown', async () => {
    const { log } = await validateRun(
      inputOf({
        instances: '{"instance":"1","prompt":7}\n{"instance":"2","prompt":""}',
        judgments: ['1', '2', '3'].map((i) => `{"instance":"${i}","parse":"ok","verdict":"a"}`).join('\n'),
      }),
      { benchmark: null },
    );
    expect(log.kept.filter((p) => p.severity === undefined)).toMatchObject([
      { line: 1, field: 'prompt' },
      { line: 1, field: 'instance', message: 'its instance was left out, and this row with it' },
      { line: 3, field: 'instance', message: 'unknown: not in instances.jsonl' },
    ]);
  });

  test('counts every problem, however many are kept', async () => {
    const { log } = await validateRun(inputOf({ instances: '', judgments: '{}\n'.repeat(30_000) }), {
      benchmark: null,
    });
    expect(log.errors).toBeGreaterThan(30_000);
    expect(log.kept).toHaveLength(10_000);
    expect(problemLines(log, 5)).toHaveLength(6);
  });

  test('an unreadable folder is an error of the system, not of the data', async () => {
    const folder = scratchFolder();
    const { input } = await openRun(folder, folder);
    expect((await validateRun(input, { benchmark: null })).log.kept).toMatchObject([
      { file: expect.stringContaining('run.yaml'), message: 'missing' },
    ]);
  });
});
