import fs from 'node:fs';
import path from 'node:path';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { beforeAll, describe, expect, test } from 'vitest';
import { textSource } from '../../src/records/bytes.ts';
import { ProblemLog } from '../../src/records/issues.ts';
import { readYaml } from '../../src/records/yaml.ts';
import { fileSource, openRun } from '../../src/release/input-run.ts';
import { Run } from '../../src/schema/records.ts';
import { scratchFolder } from '../scratch.ts';
import { collect } from './collect.ts';

const bytes = (...values: number[]): Uint8Array<ArrayBuffer> => new Uint8Array(values);
const utf16 = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text, 'utf16le'));
const ROW = '{"instance":"1","parse":"failed"}';

describe('a file that is not what its name says is one problem', () => {
  test.each([
    ['UTF-16 with its mark', utf16(`\uFEFF${ROW}\n`), 'text in UTF-16'],
    ['UTF-16 without', utf16(`${ROW}\n`), 'binary data'],
    ['Parquet', bytes(0x50, 0x41, 0x52, 0x31, 0x15, 0), 'Parquet'],
    ['a spreadsheet', bytes(0x50, 0x4b, 3, 4, 20, 0), 'a zip archive or a spreadsheet'],
    ['a picture', bytes(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0), 'a PNG picture'],
    ['zstd', bytes(0x28, 0xb5, 0x2f, 0xfd, 4), 'zstd'],
    ['anything binary', bytes(...Array.from({ length: 2000 }, (_, i) => (i * 7919) % 256)), 'binary data'],
  ])('%s', async (_, content, found) => {
    const read = await collect('judgments', textSource('judgments.jsonl', content));
    expect(read.problems).toMatchObject([{ file: 'judgments.jsonl', found, hint: expect.any(String) }]);
    expect(read.records).toEqual([]);
  });

  test.each([
    ['a sign of three bytes where the beginning ends', `${'安'.repeat(400)}`],
    ['half of a pair that was written as U+FFFD', `\uFFFD`],
  ])('a table with a zero byte is text, also with %s', async (_, text) => {
    const table = `instance,parse,rationale\n1,failed,\0 ${text}\n`;
    for (const shift of ['', 'x', 'xx']) {
      const read = await collect('judgments', textSource('judgments.csv', table.replace('\0', `${shift}\0`)));
      expect(read.problems).toEqual([]);
      expect(read.records).toMatchObject([{ instance: '1', rationale: `${shift}\0 ${text}` }]);
    }
  });

  test.each([
    ['a JSON list over lines', JSON.stringify([{ instance: '1', parse: 'failed' }], null, 1), 'a JSON list'],
    ['a JSON list in one line', `\n[${ROW},${ROW}]\n`, 'a JSON list'],
    ['JSON over several lines', JSON.stringify({ instance: '1' }, null, 1), 'JSON over several lines'],
  ])('%s', async (_, text, message) => {
    const read = await collect('judgments', textSource('judgments.jsonl', text));
    expect(read.problems).toMatchObject([
      { message: expect.stringContaining(message), hint: expect.stringContaining('jq') },
    ]);
  });
});

describe('columns that do not fit are said once, not for every row', () => {
  test.each([
    ['one is missing', 'instance,verdict\n1,a\n2,b\n', [{ field: 'parse', message: /no such column/ }]],
    ['one is misspelt', 'instance,parse,verdikt\n1,ok,a\n', [{ field: 'verdikt', hint: 'is verdict meant?' }]],
    ['a header without rows', 'instance,verdict\n', [{ field: 'parse' }]],
  ])('CSV: %s', async (_, text, expected) => {
    const { problems, records } = await collect('judgments', textSource('judgments.csv', text));
    expect(problems).toHaveLength(expected.length);
    for (const [i, one] of expected.entries())
      for (const [key, value] of Object.entries(one)) expect(Reflect.get(problems[i] ?? {}, key)).toMatch(value);
    expect(records).toEqual([]);
  });

  test('Parquet', async () => {
    const buffer = parquetWriteBuffer({ columnData: [{ name: 'id', data: ['1', '2'], type: 'STRING' }] });
    const { problems } = await collect('gold', textSource('gold.parquet', new Uint8Array(buffer)));
    expect(problems.map((p) => p.field)).toEqual(['instance', 'kind', 'value', 'id']);
    expect(problems[0]).toMatchObject({ found: 'id', expected: 'at least instance, kind, value' });
  });

  test('an empty Parquet file', async () => {
    const { problems } = await collect('gold', textSource('gold.parquet', ''));
    expect(problems).toMatchObject([{ found: 'an empty file' }]);
  });
});

describe('a file that cannot be read is a problem of the data, and the rest is read', () => {
  const folder = scratchFolder();
  beforeAll(() => {
    fs.mkdirSync(path.join(folder, 'folder.jsonl'));
    fs.symlinkSync('loop.jsonl', path.join(folder, 'loop.jsonl'));
    fs.symlinkSync('nowhere', path.join(folder, 'dangling.jsonl'));
    fs.symlinkSync('/dev/zero', path.join(folder, 'device.jsonl'));
    fs.writeFileSync(path.join(folder, 'closed.jsonl'), ROW, { mode: 0 });
  });

  test.each([
    ['folder.jsonl', 'a folder stands where a file is needed'],
    ['loop.jsonl', 'a link that leads to itself'],
    ['dangling.jsonl', 'the link leads nowhere'],
    ['device.jsonl', 'neither a file nor a folder'],
  ])('%s', async (name, message) => {
    const { problems } = await collect('judgments', await fileSource(path.join(folder, name), name));
    expect(problems).toMatchObject([
      { file: name, message: expect.stringContaining(message), hint: expect.any(String) },
    ]);
  });

  test.skipIf(process.getuid?.() === 0)('no right to read it (nothing is closed to root)', async () => {
    const { problems } = await collect('judgments', await fileSource(path.join(folder, 'closed.jsonl'), 'x'));
    expect(problems).toMatchObject([{ message: expect.stringContaining('not allowed to read') }]);
  });

  test('files whose names say no kind of records are told of', async () => {
    const run = path.join(folder, 'run');
    fs.mkdirSync(run);
    for (const name of ['judgments_2.jsonl', 'answers.csv', 'judgments.xlsx', 'notes.md'])
      fs.writeFileSync(path.join(run, name), '');
    expect((await openRun(run, folder, 'run')).input.problems).toMatchObject([
      { file: 'run/answers.csv', severity: 'warning', hint: expect.stringContaining('rename') },
      { file: 'run/judgments.xlsx', hint: expect.stringContaining('CSV') },
      { file: 'run/judgments_2.jsonl', hint: expect.stringContaining('judgments-2.jsonl') },
    ]);
  });
});

test('YAML whose aliases multiply is refused', () => {
  const list = (name: string): string => `[${Array(9).fill(`*${name}`).join(',')}]`;
  const text = `a: &a [x]\n${['b', 'c', 'd', 'e', 'f'].map((n, i) => `${n}: &${n} ${list('abcde'.charAt(i))}\n`).join('')}`;
  expect(readYaml('run.yaml', text, Run)).toMatchObject({
    value: null,
    problems: [{ message: expect.stringContaining('not usable YAML') }],
  });
});

test('counts beyond 32 bits are refused, not wrapped', async () => {
  const row = (field: string): string => `{"instance":"1","parse":"failed","${field}":2147483648}\n`;
  const { problems } = await collect('judgments', textSource('judgments.jsonl', row('tokens') + row('repeat')));
  expect(problems).toMatchObject([{ field: 'tokens' }, { field: 'repeat', expected: 'number to be <=2147483647' }]);
});

test('however many warnings there are, errors are kept', () => {
  const log = new ProblemLog();
  for (let i = 0; i < 20_000; i++) log.add({ severity: 'warning', file: 'x', message: 'odd' });
  log.add({ file: 'x', message: 'wrong' });
  expect(log).toMatchObject({ errors: 1, warnings: 20_000 });
  expect(log.kept.at(-1)).toMatchObject({ message: 'wrong' });
});
