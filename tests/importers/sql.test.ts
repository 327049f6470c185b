import { describe, expect, test } from 'vitest';
import { withMappingEngine } from '../../src/release/mapping-engine.ts';
import { HEAD, mapped, mappedOn } from './mapped.ts';

const judged = (sql: string): string => `${HEAD}-- judgments\n${sql}\n`;
const jsonl = (...rows: readonly unknown[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

describe('rows become tables, the same in Node and in the page', () => {
  test('texts come back sign by sign from any depth, whatever stands in them', async () => {
    // No two alike, by a fixed rule: quotes, brackets and escapes alone and unbalanced, other scripts, empty texts.
    const signs = [
      '"',
      '\\',
      "'",
      '{',
      '}',
      '[',
      ']',
      '(',
      ')',
      ',',
      ':',
      '=',
      ' ',
      '\n',
      '\t',
      'NULL',
      'é',
      '安',
      '😀',
      'ن',
      '',
    ];
    let seed = 7;
    const next = (n: number): number => {
      seed = (seed * 1103515245 + 12345) % 2 ** 31;
      return seed % n;
    };
    const texts = Array.from({ length: 400 }, () =>
      Array.from({ length: next(9) }, () => signs[next(signs.length)]).join(''),
    );
    const rows = texts.map((text, i) => ({ id: `x${i}`, flat: text, deep: { list: [{ t: text, n: [[text, 'x']] }] } }));
    const { records, told } = await mapped(
      { 'rows.jsonl': jsonl(...rows) },
      judged(
        `SELECT id AS instance, 'a' AS verdict, flat AS rationale, deep.list[1].t || '|' || deep.list[1].n[1][1] AS raw, _row FROM rows`,
      ),
    );
    expect(told).toEqual([]);
    expect(records.judgments?.map(({ rationale, raw }) => [rationale, raw])).toEqual(
      texts.map((t) => [t, `${t}|${t}`]),
    );
  });

  test('ids keep their zeros and all of 64 bits, NaN and −1 can be nothing, names are of any script', async () => {
    const text =
      '{"id":9007199254740993,"n":"007","score":NaN,"安全":1}\n{"id":12345678901234567890,"n":"08","score":-1,"安全":2}\n{"id":3,"n":"9","score":4,"安全":3}\n';
    const { records } = await mapped(
      { 'ids.jsonl': text, 'codes.csv': 'code,is\n007,x\n08,y\n' },
      judged(`SELECT ids.id AS instance, ids.n AS criterion, nullif(nullif(score, 'NaN'), -1) AS score, "安全" AS repeat,
  codes."is" AS rationale, ids._file, ids._row FROM ids LEFT JOIN codes ON codes.code = ids.n ORDER BY ids._row`),
    );
    expect(records.judgments).toMatchObject([
      { instance: '9007199254740993', criterion: '007', score: null, parse: 'failed', repeat: 1, rationale: 'x' },
      { instance: '12345678901234567890', criterion: '08', score: null, repeat: 2, rationale: 'y' },
      { instance: '3', score: 4, parse: 'ok', rationale: '' },
    ]);
  });

  test('a document gives its items, an object of rows their keys, and columns may differ in capitals', async () => {
    const { records, told } = await mapped(
      {
        'list.json': JSON.stringify([
          { Id: 'p', v: 'a' },
          { id: 'q', v: 'b' },
        ]),
        'keyed.json': JSON.stringify({ r: { v: 'a', m: { w: 1 } }, s: { v: 'tie', m: {} } }, null, 1),
        'one.json': JSON.stringify({ results: { rows: [{ k: 't', v: 'b' }] } }),
      },
      `${judged('SELECT id AS instance, v AS verdict, _row FROM list')}-- judgments
SELECT _key AS instance, v AS verdict, m.w AS repeat, _row FROM keyed;
-- judgments
SELECT r.k AS instance, r.v AS verdict FROM (SELECT unnest(results.rows) AS r FROM one)`,
    );
    expect(told).toEqual([]);
    expect(records.judgments?.map(({ instance, verdict, repeat }) => [instance, verdict, repeat])).toEqual([
      ['p', 'a', 0],
      ['q', 'b', 0],
      ['r', 'a', 1],
      ['s', 'tie', 0],
      ['t', 'b', 0],
    ]);
  });
});

describe('SQL that is no mapping is told with its line, and nothing is read', () => {
  const FILES = { 'v.csv': 'id,verdict\n1,a\n2,b\n' };
  test.each([
    ['DROP TABLE v', 'mapping.sql:4  judgments: not a SELECT; found "DROP TABLE v"'],
    ["SELECT 1;\nCOPY v TO 'x'", `mapping.sql:5  judgments: more than one statement; found "COPY v TO 'x'"`],
    ['SELECT 1) AS x; --', 'judgments: a bracket that nothing opens'],
    ["SELECT 'a", 'judgments: a quote that is not closed'],
    ["SELECT e'\\''; DROP TABLE v; --'", 'judgments: a text of the form e'],
    ["SELECT 1 /* /* */ ' */; DROP TABLE v; -- '", 'judgments: a comment that is not closed'],
    [
      "SELECT id AS instance, verdict FROM v,\nread_csv('/etc/passwd')",
      'mapping.sql:5  files: no file has such a name; found "/etc/passwd"',
    ],
    [
      "SELECT id AS instance, verdict FROM 'https://example.org/x.csv'",
      'no file has such a name; found "https://example.org/x.csv"',
    ],
    [
      'SELECT id AS instance, verdict FROM "vv.csv"',
      'mapping.sql:4  files: no file has such a name; found "vv.csv"; expected v.csv; is v.csv meant?',
    ],
    [
      'SELECT ident AS instance, verdict FROM v',
      'mapping.sql:4  ident: no such column; nothing was read; expected id, verdict',
    ],
    ['SELECT id AS instance, verdict AS verdikt FROM v', 'verdikt: no field of judgments;'],
    ['SELECT verdict FROM v', 'instance: every record of judgments needs it'],
    ['SELECT id AS instance FROM v', 'judgments without an answer'],
    [
      'SELECT id AS instance,\n  verdict + FROM v',
      'mapping.sql:5  judgments: Parser Error: syntax error at or near "FROM"; nothing was read',
    ],
    [
      'SELECT id AS instance, verdict::INTEGER AS score FROM v',
      `v.csv:2  verdict: Conversion Error: Could not convert string 'a' to INT32`,
    ],
  ])('%s', async (sql, message) => {
    const { records, told } = await mapped(FILES, judged(sql));
    expect(told.join('\n')).toContain(message);
    expect(records.judgments ?? []).toEqual([]);
  });

  test('one that never ends is ended, and so is one that would fill the memory', async () => {
    const endless = judged(
      'WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT 1 FROM t) SELECT n AS instance, 1 AS score FROM t WHERE n = 2',
    );
    const { told } = await withMappingEngine((engine) => mappedOn(engine, FILES, endless), 300);
    expect(told).toEqual([
      expect.stringContaining('the SELECT took longer than 0.3 s and was ended; nothing was read'),
    ]);
  });
});

describe('what a SELECT yields is checked like any record', () => {
  test('another type in row 24 000 is told with its line, and everything else is there', async () => {
    const rows = Array.from({ length: 24_001 }, (_, i) => ({ id: i, s: i === 23_999 ? 'seven' : 7 }));
    const { records, told } = await mapped(
      { 'r.jsonl': jsonl(...rows) },
      judged('SELECT id AS instance, s AS score, _row FROM r'),
    );
    expect(told).toEqual(['r.jsonl:24000  score: not accepted; found "seven"; expected number']);
    expect(records.judgments?.length).toBe(24_000);
  });

  test('second records of an id are told with both values; those that say the same are one', async () => {
    const files = { 'v.csv': 'id,q,j\n1,P,a\n1,P,b\n2,P,a\n2,Q,a\n' };
    const { records, told } = await mapped(
      files,
      `${judged('SELECT id AS instance, j AS verdict, _row FROM v')}-- instances\nSELECT id AS instance, q AS prompt, _row FROM v`,
    );
    expect(records.instances?.map(({ instance, prompt }) => [instance, prompt])).toEqual([
      ['1', 'P'],
      ['2', 'P'],
    ]);
    expect(records.judgments?.length).toBe(2);
    expect(told.toSorted()).toEqual([
      'v.csv:3  verdict: a second record of the same instance; the first, of v.csv:2, was kept; found "b"; expected a, as there; let the SELECT give each once, with an id that tells them apart',
      'v.csv:5  instance: a second record of the same instance; the first, of v.csv:4, was kept; found "2"; let the SELECT give each once, with an id that tells them apart',
      'v.csv:5  prompt: a second record of the same instance; the first, of v.csv:4, was kept; found "Q"; expected P, as there; let the SELECT give each once, with an id that tells them apart',
    ]);
  });

  test('NULL everywhere, and a SELECT that takes nothing, are told', async () => {
    const files = { 'v.jsonl': jsonl({ id: null, v: null }, { id: null, v: null }) };
    const nulls = await mapped(files, judged('SELECT id AS instance, v AS verdict, _row FROM v'));
    expect(nulls.told.filter((line) => line.includes('instance: missing')).length).toBe(2);
    const none = await mapped(
      { 'v.csv': 'id,v,k\n1,a,x\n' },
      judged("SELECT id AS instance, v AS verdict FROM v WHERE k = 'X1'"),
    );
    expect(none.told[0]).toBe(
      'mapping.sql:4  k: none of 1 row is taken; nothing was read; found "X1"; expected x; correct the value',
    );
  });

  test('of thousands of columns those are read that the SELECT names', async () => {
    const names = Array.from({ length: 60_000 }, (_, i) => `c${i}`);
    const files = { 'wide.csv': `id,${names.join()},v\n1,${names.join()},a\n` };
    const { records, told } = await mapped(
      files,
      judged('SELECT id AS instance, v AS verdict, c59999 AS rationale FROM wide'),
    );
    expect(told).toEqual([]);
    expect(records.judgments).toMatchObject([{ instance: '1', verdict: 'a', rationale: 'c59999' }]);
  });
});

test('columns without a name, of the table’s own or in other capitals keep their values; what is malformed or deep costs no other row', async () => {
  let deep: unknown = 'x"]}';
  for (let i = 0; i < 200; i++) deep = { a: deep };
  const own = { _row: 'own', "it's": { 'k]"': 'z' } };
  const odd = { id: 1, v: 'a', 'a"b': 'q', '': 'none', Id: 'caps', ...own, deep, mix: [1, { y: 2 }] };
  const { records, told } = await mapped(
    { 'odd.jsonl': `${jsonl(odd)}{"id": 2, "v": "b"\n[1]\n${jsonl({ id: 3, v: 'tie', mix: 5 })}` },
    judged(`SELECT id AS instance, v AS verdict, _row,
  concat_ws('|', "a""b", column_4, "Id_2", "_row_2", "it's"."k]""", mix, len(deep.a.a::VARCHAR) > 200) AS rationale FROM odd`),
  );
  expect(records.judgments?.map(({ instance, rationale }) => [instance, rationale])).toEqual([
    ['1', 'q|none|caps|own|z|[1, {"y": 2}]|true'],
    ['3', '5'],
  ]);
  expect(told.filter((line) => line.startsWith('odd.jsonl:')).map((line) => line.slice(0, 30))).toEqual([
    'odd.jsonl:2  not valid JSON: E',
    'odd.jsonl:3  not an object; th',
  ]);
  expect(told.filter((line) => line.includes('is called')).length).toBe(3);
});

test('several judges: one is chosen, by its name', async () => {
  const files = { 'long.csv': 'id,judge,v\n1,GPT 4o,a\n2,GPT 4o,b\n1,other,b\n' };
  const mapping = `-- run
SELECT DISTINCT judge, 'mine' AS benchmark, 'pairwise' AS protocol FROM long ORDER BY judge;
-- judgments
SELECT id AS instance, judge, v AS verdict, _row FROM long`;
  const chosen = await mapped(files, mapping, 'gpt-4o');
  expect(chosen.records.run).toMatchObject([{ judge: 'gpt-4o', run: 'gpt-4o' }]);
  expect(chosen.records.judgments?.length).toBe(2);
  const open = await mapped(files, mapping);
  expect(open.told).toEqual([
    'mapping.sql  judge: several runs; nothing was read; found "GPT 4o, other"; expected GPT 4o, other; say --judge to choose one',
  ]);
});
