import { describe, expect, test } from 'vitest';
import { type Case, CSV, FINDINGS, loadProject, TABLES, writtenCases } from './project.ts';

describe('YAML', () => {
  const CASES: readonly Case[] = [
    ...writtenCases('yaml'),
    [
      'a finding that cannot be tested and does not say why',
      FINDINGS,
      (s) => s.replace(/ {4}holds.*\n/, ''),
      `${FINDINGS}:2  findings.0: not accepted; found "{\\"id\\":\\"beta-leads\\",\\"claim\\":\\"Beta leads.\\",\\"section\\":\\"4\\"}"; expected a finding without \`holds\` needs \`why\``,
    ],
  ];
  // A judges.yaml or tables.yaml that cannot be used makes every reference to it unknown; the first problem is the cause.
  test.each(CASES)('%s', async (...c) => {
    expect((await loadProject({ [c[1]]: c[2] })).problems).toContain(c[3]);
  });

  test('nothing that refers to tables is reported when tables.yaml is broken', async () => {
    expect((await loadProject({ [TABLES]: () => 'tables: [' })).problems).toHaveLength(1);
  });
});

describe('references', () => {
  const CASES: readonly Case[] = [
    ...writtenCases('references'),
    [
      'two findings with one id',
      FINDINGS,
      (s) => s + s.replace('findings:\n', ''),
      `${FINDINGS}:6  findings.1.id: two findings have this id; found "beta-leads"; rename one`,
    ],
  ];
  test.each(CASES)('%s', async (...c) => {
    const [, file, change, problem] = c;
    expect((await loadProject({ [file]: change })).problems).toEqual([problem]);
  });

  test('a reference that two rows answer to', async () => {
    const { problems } = await loadProject({
      [CSV]: (s) => `${s.replace('beta-pro,,', 'beta-pro,think,')}Beta Pro,Closed,judge,beta-pro,plain,1,2\n`,
    });
    expect(problems).toEqual([
      `${FINDINGS}:5  findings.0.holds.0: 0 rows of table-3 answer to it; found "Beta Pro"; expected exactly one row; give a variant, and a judge where that is not enough: 'think', 'beta-pro'; 'plain', 'beta-pro'`,
    ]);
  });
});
