import { describe, expect, test } from 'vitest';
import { type Change, loadProject, replace } from './project.ts';

const CSV = 'data/mini/published/table-3.csv';
const TABLES = 'data/mini/published/tables.yaml';
const BENCHMARK = 'data/mini/benchmark.yaml';
const FINDINGS = 'data/mini/findings.yaml';
const JUDGES = 'data/judges.yaml';
const REVIEWED = 'data/mini/published/reviewed.yaml';

/** What is wrong, how the file is changed, and the one line that says so. */
type Case = readonly [name: string, file: string, change: Change, problem: string];

async function expectOne([, file, change, problem]: Case): Promise<void> {
  expect((await loadProject({ [file]: change })).problems).toEqual([problem]);
}

test('a sound project loads without problems, cells in printed order, emphasis apart from the digits', async () => {
  const { data, problems } = await loadProject();
  expect(problems).toEqual([]);
  const [mini] = data.benchmarks;
  expect(mini?.cells.map((c) => [c.line, c.row, c.column, c.printed, c.emphasis.bold, c.emphasis.underline])).toEqual([
    [2, 'Alpha-7B', 'pacc', '9.41', false, false],
    [2, 'Alpha-7B', 'logic', '56.12', false, false],
    [3, 'Beta Pro', 'pacc', '31.44', true, false],
    [3, 'Beta Pro', 'logic', '68.14', false, true],
  ]);
  expect(mini?.findings[0]?.assertion).toMatchObject({ table: 'table-3', rank: 1 });
});

test('a byte order mark and CRLF line ends change nothing', async () => {
  const plain = await loadProject();
  const windows = await loadProject({ [CSV]: (s) => `\uFEFF${s.replaceAll('\n', '\r\n')}` });
  expect(windows.problems).toEqual([]);
  expect(windows.data.benchmarks[0]?.cells).toEqual(plain.data.benchmarks[0]?.cells);
});

test('bold and underlined together are read in either order of marks', async () => {
  const { data } = await loadProject({
    [CSV]: (s) => s.replace('**31.44**', '**__31.44__**').replace('__68.14__', '__**68.14**__'),
  });
  const cells = data.benchmarks[0]?.cells.slice(2).map((c) => [c.printed, c.emphasis]);
  expect(cells).toEqual([
    ['31.44', { bold: true, underline: true }],
    ['68.14', { bold: true, underline: true }],
  ]);
});

test('two decimal points in a value do not stop the build: the audit judges them', async () => {
  const { data, problems } = await loadProject({ [CSV]: replace('56.12', '64.2.0') });
  expect(problems).toEqual([]);
  expect(data.benchmarks[0]?.cells[1]?.printed).toBe('64.2.0');
});

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
      `${CSV}:2  row_kind: unknown kind of row; found "model"; expected judge, total, statistic`,
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
    await expectOne(['', CSV, change, problem]);
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

describe('files that belong together', () => {
  test('a CSV without an entry in tables.yaml', async () => {
    const { problems } = await loadProject({ 'data/mini/published/table-9.csv': () => 'row,group\n' });
    expect(problems).toEqual([
      'data/mini/published/table-9.csv  tables.yaml has no entry for it; add an entry table-9 or remove the file',
    ]);
  });

  test('an entry in tables.yaml without a CSV', async () => {
    const { problems } = await loadProject({ [CSV]: () => null });
    expect(problems).toEqual([
      `${CSV}  the file is missing; tables.yaml has an entry table-3: add the file or remove the entry`,
    ]);
  });

  test.each([
    [JUDGES, 'it lists every judge of the published tables'],
    [BENCHMARK, 'every folder of data/ is a benchmark; data/mini needs one'],
    [TABLES, 'it describes every table-<N>.csv beside it'],
    [FINDINGS, 'it may hold an empty list: `findings: []`'],
  ])('%s is missing', async (file, hint) => {
    expect((await loadProject({ [file]: () => null })).problems).toContain(`${file}  the file is missing; ${hint}`);
  });

  test('generated demonstration data needs neither tables nor findings', async () => {
    const files = {
      [BENCHMARK]: (s: string) => `${s}synthetic: true\n`,
      [TABLES]: () => null,
      [CSV]: () => null,
      [FINDINGS]: () => null,
    };
    expect((await loadProject(files)).problems).toEqual([]);
  });
});

describe('YAML', () => {
  const CASES: readonly Case[] = [
    [
      'a syntax error',
      FINDINGS,
      (s) => `${s}  - id: x\n   claim: y\n`,
      `${FINDINGS}:7  not valid YAML: Sequence item without - indicator`,
    ],
    [
      'a key given twice',
      JUDGES,
      replace('judges:', 'judges: []\njudges:'),
      `${JUDGES}:2  not valid YAML: Map keys must be unique`,
    ],
    [
      'a table without a section',
      TABLES,
      replace('    section: "4"\n', ''),
      `${TABLES}:2  tables.table-3.section: missing; expected string`,
    ],
    [
      'a metric without a source',
      BENCHMARK,
      replace('pacc, unit: percent, source: section 1', 'pacc, unit: percent'),
      `${BENCHMARK}:13  metrics.0.source: missing; expected string`,
    ],
    [
      'a wrong type',
      TABLES,
      replace('table: 3', 'table: three'),
      `${TABLES}:3  tables.table-3.table: not accepted; found "three"; expected number`,
    ],
    [
      'a value that is not in the list',
      TABLES,
      replace('kind: leaderboard', 'kind: ranking'),
      `${TABLES}:8  tables.table-3.kind: not accepted; found "ranking"; expected "leaderboard" or "comparison" or "statistics"`,
    ],
    [
      'a misspelt field',
      TABLES,
      replace('label: PAcc, metric', 'label: PAcc, metrik: 1, metric'),
      `${TABLES}:12  tables.table-3.columns.pacc.metrik: unknown field; found "metrik"; remove it or correct its name (metric is there already)`,
    ],
    [
      'a bad id',
      JUDGES,
      replace('id: alpha-7b', 'id: Alpha 7B'),
      `${JUDGES}:2  judges.0.id: not accepted; found "Alpha 7B"; expected lower-case letters and digits joined by hyphens`,
    ],
    [
      'an unknown kind of assertion',
      FINDINGS,
      replace('type: best', 'type: bst'),
      `${FINDINGS}:5  findings.0.assertion.type: not accepted; found "bst"; expected 'equals' | 'compare' | 'difference' | 'best' | 'mean' | 'mean-compare' | 'all' | 'count' | 'every-row-compare'`,
    ],
    [
      'a finding that cannot be tested and does not say why',
      FINDINGS,
      (s) => s.replace(/ {4}assertion.*\n/, ''),
      `${FINDINGS}:2  findings.0: not accepted; found "{\\"id\\":\\"beta-leads\\",\\"claim\\":\\"Beta leads.\\",\\"section\\":\\"4\\"}"; expected a finding without an assertion needs \`why\``,
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
    [
      'an unknown metric',
      TABLES,
      replace('metric: pacc', 'metric: paccc'),
      `${TABLES}:12  tables.table-3.columns.pacc.metric: an unknown metric of this benchmark; found "paccc"; expected a known metric of this benchmark; did you mean pacc?`,
    ],
    [
      'an unknown criterion',
      TABLES,
      replace('criterion: logic', 'criterion: logics'),
      `${TABLES}:13  tables.table-3.columns.logic.slice.criterion: an unknown criterion; found "logics"; expected a known criterion; did you mean logic?`,
    ],
    [
      'an unknown split',
      TABLES,
      replace('split: easy', 'split: hard'),
      `${TABLES}:10  tables.table-3.split: an unknown split; found "hard"; expected a known split; known: easy`,
    ],
    [
      'an unknown bias type',
      TABLES,
      replace('slice: { criterion: logic }', 'slice: { bias_type: text }'),
      `${TABLES}:13  tables.table-3.columns.logic.slice.bias_type: an unknown bias type; found "text"; expected a known bias type; no bias type is defined`,
    ],
    [
      'an unknown subset',
      TABLES,
      replace('slice: { criterion: logic }', 'slice: { subset: core }'),
      `${TABLES}:13  tables.table-3.columns.logic.slice.subset: an unknown subset; found "core"; expected a known subset; no subset is defined`,
    ],
    [
      'an unknown sort column',
      TABLES,
      replace('sort: { column: pacc', 'sort: { column: pac'),
      `${TABLES}:14  tables.table-3.sort.column: an unknown column; found "pac"; expected a known column; did you mean pacc?`,
    ],
    [
      'a table number that is not its key',
      TABLES,
      replace('table: 3', 'table: 4'),
      `${TABLES}:3  tables.table-3.table: number and key of the table differ; found "4"; expected 3`,
    ],
    [
      'a benchmark in another folder',
      BENCHMARK,
      replace('id: mini', 'id: maxi'),
      `${BENCHMARK}:1  id: id and folder name differ; found "maxi"; expected mini`,
    ],
    [
      'a criterion of an unknown split',
      BENCHMARK,
      replace('split: easy', 'split: eazy'),
      `${BENCHMARK}:11  criteria.0.split: an unknown split; found "eazy"; expected a known split; did you mean easy?`,
    ],
    [
      'a role of an unknown judge',
      BENCHMARK,
      (s) => `${s}roles: [{ judge: gamma, role: verified, source: ours }]\n`,
      `${BENCHMARK}:15  roles.0.judge: an unknown judge; found "gamma"; expected a known judge; known: alpha-7b, beta-pro`,
    ],
    [
      'a printed name shared by two judges',
      JUDGES,
      replace('Beta-pro]', 'Alpha-7B, Beta-pro]'),
      `${JUDGES}:3  judges.1: alpha-7b and beta-pro share this name; found "Alpha-7B"; an id or printed name belongs to one judge`,
    ],
    [
      'a finding about an unknown row',
      FINDINGS,
      replace('row: Beta Pro', 'row: Beta'),
      `${FINDINGS}:5  findings.0.assertion.row: an unknown row of table-3; found "Beta"; expected a known row of table-3; known: Alpha-7B, Beta Pro`,
    ],
    [
      'a finding about an unknown column',
      FINDINGS,
      replace('column: pacc', 'column: pac'),
      `${FINDINGS}:5  findings.0.assertion.column: an unknown column of table-3; found "pac"; expected a known column of table-3; did you mean pacc?`,
    ],
    [
      'a finding about an unknown table',
      FINDINGS,
      replace('table: 3', 'table: 5'),
      `${FINDINGS}:5  findings.0.assertion.table: an unknown table; found "table-5"; expected a known table; did you mean table-3?`,
    ],
    [
      'a finding about an unknown group',
      FINDINGS,
      replace('row: Beta Pro', 'row: Beta Pro, among: { group: Closd }'),
      `${FINDINGS}:5  findings.0.assertion.among.group: an unknown group of table-3; found "Closd"; expected a known group of table-3; did you mean Closed?`,
    ],
    [
      'two findings with one id',
      FINDINGS,
      (s) => s + s.replace('findings:\n', ''),
      `${FINDINGS}:6  findings.1.id: two findings have this id; found "beta-leads"; rename one`,
    ],
  ];
  test.each(CASES)('%s', async (...c) => {
    await expectOne(c);
  });

  test('a reference that two rows answer to', async () => {
    const { problems } = await loadProject({
      [CSV]: (s) => `${s.replace('beta-pro,,', 'beta-pro,think,')}Beta Pro,Closed,judge,beta-pro,plain,1,2\n`,
    });
    expect(problems).toEqual([
      `${FINDINGS}:5  findings.0.assertion: 2 rows of table-3 answer to it; found "Beta Pro"; expected exactly one row; give a variant: think, plain`,
    ]);
  });
});
