import { describe, expect, test } from 'vitest';
import { type Case, CSV, loadProject, replace } from './project.ts';

const REVIEWED = 'data/mini/published/reviewed.yaml';

describe('CSV', () => {
  const CASES: readonly Case[] = [
    [
      'a missing closing quote',
      CSV,
      replace('Beta Pro,Closed', '"Beta Pro,Closed'),
      `${CSV}:3  a quoted field is not closed, or text follows its closing quote; close the quote and double every quote inside the field; nothing after this row was read`,
    ],
    [
      'a ragged row, its line counted past a quoted line break',
      CSV,
      (s) => `${s.replace('Open', '"Open\nweights"')}Beta-pro,Closed,judge,beta-pro,,1,2,3\n`,
      `${CSV}:5  a row as long as the header; found "8 fields"; expected 7 fields; is a comma inside a field without quotes?`,
    ],
    ['an empty line between rows', CSV, replace('\nBeta', '\n\nBeta'), `${CSV}:3  an empty line; remove it`],
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
    [
      'a duplicated row',
      CSV,
      (s) => `${s}Alpha-7B,Open,judge,alpha-7b,,1,2\n`,
      `${CSV}:4  row: a duplicated row; found "Alpha-7B"; line 2 has the same row, group, kind, judge and variant: remove one or tell them apart by variant`,
    ],
    [
      'a misspelt judge',
      CSV,
      replace('judge,alpha-7b', 'judge,alhpa-7b'),
      `${CSV}:2  judge: an unknown judge; found "alhpa-7b"; expected an id of data/judges.yaml; did you mean alpha-7b?`,
    ],
    [
      'a judge row without a judge',
      CSV,
      replace('judge,beta-pro', 'judge,'),
      `${CSV}:3  judge: an unknown judge; found ""; expected an id of data/judges.yaml; did you mean beta-pro?`,
    ],
    [
      'a printed name that is no alias of its judge',
      CSV,
      replace('Beta Pro,', 'Beta-Pro 2,'),
      `${CSV}:3  row: not an alias of judge beta-pro; found "Beta-Pro 2"; add the printed name to the aliases of beta-pro in data/judges.yaml`,
    ],
    [
      'the judge of another row',
      CSV,
      replace('judge,beta-pro', 'judge,alpha-7b'),
      `${CSV}:3  row: not an alias of judge alpha-7b; found "Beta Pro"; add the printed name to the aliases of alpha-7b in data/judges.yaml, or correct the judge (beta-pro?)`,
    ],
    [
      'a judge on a row about the data',
      CSV,
      replace('judge,beta-pro', 'statistic,beta-pro'),
      `${CSV}:3  judge: a statistic row has no judge; found "beta-pro"; expected nothing`,
    ],
    [
      'an unknown kind of row',
      CSV,
      replace('Open,judge', 'Open,model'),
      `${CSV}:2  row_kind: unknown kind of row; found "model"; expected judge, total, statistic, reference`,
    ],
    [
      'text in a numeric column',
      CSV,
      replace('56.12', '56,12'),
      `${CSV}:2  logic: neither a number nor a dash; found "56,12"; expected a number or a dash; correct the transcription or, if it is really printed so, list it under texts in reviewed.yaml`,
    ],
    ['an empty file', CSV, () => '', `${CSV}:1  the file is empty`],
  ];

  // A quoted comma keeps the row whole; the empty file also misses every column, and so does its finding's row.
  test.each(CASES.filter(([name]) => !['text in a numeric column', 'an empty file'].includes(name)))(
    '%s',
    async (...c) => {
      expect((await loadProject({ [c[1]]: c[2] })).problems).toContain(c[3]);
    },
  );

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
