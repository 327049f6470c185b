import { describe, expect, test } from 'vitest';
import { BENCHMARK, type Case, CSV, FINDINGS, JUDGES, loadProject, replace, TABLES } from './project.ts';

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
      `${JUDGES}:2  not valid YAML: Map keys must be unique; keep one of them`,
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
      'a metric listed twice',
      BENCHMARK,
      replace(
        '  - { id: pacc, unit: percent, source: section 1 }',
        '  - { id: pacc, unit: percent, source: section 1 }\n  - { id: pacc, unit: percent, source: section 1 }',
      ),
      `${BENCHMARK}:14  metrics.1.id: a metric is listed twice; found "pacc"; remove one, or give another \`by\``,
    ],
    [
      "a paper's address that runs a script",
      BENCHMARK,
      (s) => `${s}paper: { title: T, authors: [A], year: 2026, url: "javascript:alert(1)" }\n`,
      `${BENCHMARK}:15  paper.url: not accepted; found "javascript:alert(1)"; expected an address that begins with https:// or http://`,
    ],
    [
      "a judge's link that runs a script",
      JUDGES,
      replace('aliases: [Alpha-7B] }', 'aliases: [Alpha-7B], links: [{ label: L, url: "javascript:alert(1)" }] }'),
      `${JUDGES}:2  judges.0.links.0.url: not accepted; found "javascript:alert(1)"; expected an address that begins with https://`,
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
      'a condition of a claim with an unknown field',
      FINDINGS,
      replace('{ cells:', '{ cell:'),
      `${FINDINGS}:5  findings.0.holds.0.cell: unknown field; found "cell"; remove it or correct its name`,
    ],
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
    [
      'an unknown metric',
      TABLES,
      replace('metric: pacc', 'metric: paccc'),
      `${TABLES}:12  tables.table-3.columns.pacc.metric: an unknown metric of this benchmark; found "paccc"; expected a known metric of this benchmark; did you mean pacc?`,
    ],
    [
      'a metric that the project does not define',
      BENCHMARK,
      (s) => `${s}  - { id: pac, unit: percent, source: ours }\n`,
      `${BENCHMARK}:15  metrics.2.id: an unknown metric; found "pac"; expected a known metric; did you mean pacc?`,
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
      replace("'Beta Pro'", "'Beta'"),
      `${FINDINGS}:5  findings.0.holds.0: an unknown row of table-3; found "Beta"; expected a known row of table-3; known: Alpha-7B, Beta Pro`,
    ],
    [
      'a finding about an unknown column',
      FINDINGS,
      replace("'pacc')", "'pac')"),
      `${FINDINGS}:5  findings.0.holds.0: an unknown column of table-3; found "pac"; expected a known column of table-3; did you mean pacc?`,
    ],
    [
      'a finding about an unknown table',
      FINDINGS,
      replace("cell('table-3'", "cell('table-5'"),
      `${FINDINGS}:5  findings.0.holds.0: an unknown table; found "table-5"; expected a known table; did you mean table-3?`,
    ],
    [
      'a finding about an unknown group',
      FINDINGS,
      replace("column_id = 'pacc'", "row_group = 'Closd'"),
      `${FINDINGS}:5  findings.0.holds.0: an unknown table, row, column, group, variant or judge; found "Closd"; expected a known table, row, column, group, variant or judge; did you mean Closed?`,
    ],
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
