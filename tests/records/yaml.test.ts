import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readYaml } from '../../src/records/yaml.ts';
import { openRun } from '../../src/release/input-run.ts';
import { formatProblem } from '../../src/schema/problem.ts';
import { Run } from '../../src/schema/records.ts';
import { scratchFolder } from '../scratch.ts';
import { toldCases } from './collect.ts';

const RUN = 'run: one\nbenchmark: mini\njudge: alpha\nprotocol: pairwise\n';

const told = (text: string): string[] => readYaml('run.yaml', text, Run).problems.map(formatProblem);

describe('a problem of run.yaml says where it stands and how it is mended', () => {
  test.each(toldCases('yaml'))('%s', (_, { text, says }) => expect(told(text)).toEqual(says));

  test('lists in lists', () => {
    expect(told(`${RUN}notes: ${'['.repeat(20_000)}${']'.repeat(20_000)}\n`)).toEqual([
      'run.yaml:5  not valid YAML: nested too deeply; write fewer lists within lists',
    ]);
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
