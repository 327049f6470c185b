import { describe, expect, test } from 'vitest';
import { type Case, CSV, loadProject, replace, writtenCases } from './project.ts';

const REVIEWED = 'data/mini/published/reviewed.yaml';

describe('CSV', () => {
  const CASES: readonly Case[] = [
    ...writtenCases('csv'),
    [
      'a ragged row, its line counted past a quoted line break',
      CSV,
      (s) => `${s.replace('Open', '"Open\nweights"')}Beta-pro,Closed,judge,beta-pro,,1,2,3\n`,
      `${CSV}:5  a row as long as the header; found "8 fields"; expected 7 fields; is a comma inside a field without quotes?`,
    ],
    [
      'a duplicate header',
      CSV,
      (s) => s.replace('variant,pacc', 'variant,pacc,pacc').replaceAll(/,(9|\*)/g, ',1,$1'),
      `${CSV}:1  pacc: two columns have this name; rename or remove one`,
    ],
    [
      'an unknown column',
      CSV,
      (s) => s.replace('pacc,logic', 'pacc,logic,logik').replace('56.12', '56.12,1').replace('__68.14__', '2,3'),
      `${CSV}:1  logik: a column that tables.yaml does not describe; found "logik"; is it logic?`,
    ],
    [
      'a missing column',
      CSV,
      (s) => s.replace(',logic', '').replace(',56.12', '').replace(',__68.14__', ''),
      `${CSV}:1  logic: the column is missing; add it to the header`,
    ],
  ];

  test.each(CASES)('%s', async (...c) => {
    expect((await loadProject({ [c[1]]: c[2] })).problems).toContain(c[3]);
  });

  test('text in a numeric column stops the build unless it is listed as reviewed', async () => {
    const change = replace('56.12', 'n/a');
    const problem = `${CSV}:2  logic: neither a number nor a dash; found "n/a"; expected a number or a dash; correct the transcription or, if it is really printed so, list it under texts in reviewed.yaml`;
    expect((await loadProject({ [CSV]: change })).problems).toEqual([problem]);
    const reviewed = 'texts:\n  - { table: table-3, row: Alpha-7B, column: logic, printed: n/a, reason: printed so }\n';
    expect((await loadProject({ [CSV]: change, [REVIEWED]: () => reviewed })).problems).toEqual([]);
  });

  test('a dash is no fault', async () => {
    expect((await loadProject({ [CSV]: replace('56.12', '–') })).problems).toEqual([]);
  });

  test('an empty file', async () => {
    expect((await loadProject({ [CSV]: () => '' })).problems).toContain(`${CSV}:1  the file is empty`);
  });

  test('all problems of a file are reported at once', async () => {
    const { problems } = await loadProject({
      [CSV]: (s) => s.replace('judge,alpha-7b', 'judge,alhpa').replace('31.44', 'x').replace('Open,', 'Open,,'),
    });
    expect(problems).toHaveLength(2);
    const both = await loadProject({
      [CSV]: (s) => s.replace('judge,alpha-7b', 'judge,alhpa-7b').replace('31.44', 'x'),
    });
    expect(both.problems).toHaveLength(2);
  });
});
