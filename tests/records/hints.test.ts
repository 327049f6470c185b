import fs from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { textSource } from '../../src/records/bytes.ts';
import { checkRecord, type RecordKind } from '../../src/records/issues.ts';
import { readRecords } from '../../src/records/read.ts';
import { fileSource } from '../../src/release/input-run.ts';
import { systemMessage } from '../../src/release/input-writer.ts';
import { formatProblem, type Problem } from '../../src/schema/problem.ts';
import { scratchFolder } from '../scratch.ts';
import { collect, toldCases } from './collect.ts';

describe('a hint says how to mend what stands there', () => {
  test.each(toldCases('rows'))('%s', (_, { kind, row, says }) => {
    const problems = checkRecord(kind, { file: 'f.jsonl', line: 1, row }) as readonly Problem[];
    expect(problems.map(formatProblem)).toEqual(says);
  });

  test.each<[RecordKind, object, string]>([
    ['responses', { instance: '1', response: 'a', text: 'x', condition: '' }, 'condition'],
    ['instances', { instance: '1', prompt: 'x', media: [{ src: null, alt: 'x', condition: '' }] }, 'media.0.condition'],
    ['instances', { instance: '1', prompt: 'x', perturbed_prompts: { '': 'y' } }, 'perturbed_prompts'],
    ['judgments', { instance: '1', parse: 'ok', verdict: 'a', condition: '' }, 'condition'],
  ])('%s with a nameless condition are wrong, not without one: %j', (kind, row, field) => {
    const problems = checkRecord(kind, { file: 'f.jsonl', line: 1, row }) as readonly Problem[];
    expect(problems.map((problem) => problem.field)).toEqual([field]);
  });

  test('a place that cannot be written is called that, though it exists', () => {
    const at = (code: string, syscall: string) => Object.assign(new Error(code), { code, syscall, path: '/ro/run' });
    for (const code of ['EACCES', 'EROFS', 'ENOENT'])
      expect(systemMessage(at(code, 'mkdir'))).toBe('The folder cannot be written (/ro/run).');
    expect(systemMessage(at('ENOENT', 'open'))).toMatch(/no such file/);
  });
});

describe('lines that end in carriage returns alone', () => {
  test.each([
    ['judgments.csv', 'instance,parse\r1,failed\r2,failed\r'],
    ['judgments.jsonl', '{"instance":"1","parse":"failed"}\r{"instance":"2","parse":"failed"}'],
  ])('%s: one problem that says so', async (name, text) => {
    const { problems, records } = await collect('judgments', textSource(name, text));
    expect(problems).toMatchObject([{ message: expect.stringContaining('carriage returns alone') }]);
    expect(records).toEqual([]);
  });

  test('a single line that ends so, and CRLF, are read', async () => {
    const line = '{"instance":"1","parse":"failed"}';
    for (const text of [`${line}\r`, `${line}\r\n${line.replace('1', '2')}\r\n`])
      expect((await collect('judgments', textSource('judgments.jsonl', text))).problems).toEqual([]);
  });
});

describe('gzip of several members', () => {
  const temp = scratchFolder();

  const lines = (from: number, n: number): string =>
    Array.from({ length: n }, (_, i) => `{"instance":"${from + i}","parse":"failed"}\n`).join('');

  async function read(name: string, bytes: Uint8Array) {
    const file = path.join(temp, `${name}.jsonl.gz`);
    fs.writeFileSync(file, bytes);
    const found: string[] = [];
    const problems: Problem[] = [];
    for await (const batch of readRecords('judgments', await fileSource(file, name))) {
      found.push(...batch.records.map((r) => r.instance));
      problems.push(...batch.problems);
    }
    return { found, problems };
  }

  test('all are read', async () => {
    const members = [lines(0, 3), lines(3, 100_000), lines(100_003, 1)].map((text) => gzipSync(text));
    const { found, problems } = await read('several', Buffer.concat(members));
    expect(problems).toEqual([]);
    expect(found).toEqual(Array.from({ length: 100_004 }, (_, i) => String(i)));
  });

  test.each([
    ['a cut second member', gzipSync(lines(200_000, 5)).subarray(0, -6)],
    ['something else behind it', Buffer.from('no archive')],
  ])('%s is a problem', async (name, rest) => {
    const { found, problems } = await read(name, Buffer.concat([gzipSync(lines(0, 200_000)), rest]));
    expect(problems).toMatchObject([{ message: expect.stringContaining('damaged or cut off') }]);
    expect(found.length).toBeGreaterThan(0);
  });
});
