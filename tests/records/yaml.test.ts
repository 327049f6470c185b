import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readYaml } from '../../src/records/yaml.ts';
import { openRun } from '../../src/release/input-run.ts';
import { formatProblem } from '../../src/schema/problem.ts';
import { Run } from '../../src/schema/records.ts';
import { scratchFolder } from '../scratch.ts';

const RUN = 'run: one\nbenchmark: mini\njudge: alpha\nprotocol: pairwise\n';

const told = (text: string): string[] => readYaml('run.yaml', text, Run).problems.map(formatProblem);

describe('a problem of run.yaml says where it stands and how it is mended', () => {
  test.each([
    [
      'a number for a name',
      RUN.replace('one', '007'),
      'run.yaml:1  run: not accepted; found "7"; expected string; ids and labels are text: write it in quotes',
    ],
    [
      'other capitals',
      RUN.replace('pairwise', 'Pairwise'),
      expect.stringMatching(/^run.yaml:4 {2}protocol: .*; is pairwise meant\?$/),
    ],
    [
      'no day',
      `${RUN}date: 2026-13-45\n`,
      'run.yaml:5  date: not accepted; found "2026-13-45"; expected a date such as 2026-01-31',
    ],
    [
      'no number',
      `${RUN}temperature: .nan\n`,
      'run.yaml:5  temperature: not accepted; found "NaN"; expected number; write a number, or leave the field out',
    ],
    [
      'a name that no disk takes',
      RUN.replace('one', 'x'.repeat(300)),
      `run.yaml:1  run: not accepted; found "${'x'.repeat(80)}… (300 characters)"; expected at most 128 characters`,
    ],
    ['a field twice', `${RUN}judge: beta\n`, 'run.yaml:5  not valid YAML: Map keys must be unique; keep one of them'],
    [
      'two documents',
      `${RUN}---\n${RUN}`,
      'run.yaml:5  not valid YAML: a second document begins; take away the line --- and what follows',
    ],
    [
      'a tab',
      `${RUN}\tnotes: x\n`,
      'run.yaml:5  not valid YAML: Tabs are not allowed as indentation; indent with blanks',
    ],
    [
      'lists in lists',
      `${RUN}notes: ${'['.repeat(20_000)}${']'.repeat(20_000)}\n`,
      'run.yaml:5  not valid YAML: nested too deeply; write fewer lists within lists',
    ],
    [
      'a list in itself',
      `${RUN}notes: &a [*a]\n`,
      'run.yaml:1  not usable YAML: something holds itself by an alias; write the values out',
    ],
    ['nothing', ' \n', 'run.yaml  nothing stands in it; was the file written to its end?'],
    [
      'other bytes than UTF-8',
      `${RUN}notes: \uFFFD\n`,
      'run.yaml:5  not text; nothing was read; found "bytes that are no UTF-8"; expected text in UTF-8; save the file as UTF-8',
    ],
  ])('%s', (_, text, expected) => {
    expect(told(text)).toEqual([expected]);
  });

  test('a byte order mark and CRLF change nothing', () => {
    expect(told(`\uFEFF${RUN.replaceAll('\n', '\r\n')}`)).toEqual([]);
  });
});

test.each([
  ['a folder', (file: string) => fs.mkdirSync(file), 'a folder stands where a file is needed'],
  ['a link to itself', (file: string) => fs.symlinkSync('run.yaml', file), 'a link that leads to itself'],
])('%s in the place of run.yaml is told with its name, beside what else is wrong', async (_, make, message) => {
  const folder = scratchFolder();
  fs.writeFileSync(path.join(folder, 'judgments_2.jsonl'), '');
  make(path.join(folder, 'run.yaml'));
  expect((await openRun(folder, folder, 'run')).input.problems).toMatchObject([
    { file: 'run/run.yaml', message: expect.stringContaining(message), hint: expect.any(String) },
    { file: 'run/judgments_2.jsonl', severity: 'warning' },
  ]);
});
