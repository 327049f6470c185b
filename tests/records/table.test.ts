import { parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, test } from 'vitest';
import { blobSource, LIMITS, textSource } from '../../src/records/bytes.ts';
import { collect, collectRows } from './collect.ts';

describe('CSV', () => {
  test('quoted line ends keep exact lines; blank lines and CRLF are fine', async () => {
    const text = '\uFEFFid,text\r\n1,"two\r\nlines, ""quoted"""\r\n\r\n2,plain\r\n3,last';
    const { rows, lines, problems } = await collectRows(textSource('x.csv', text));
    expect(rows).toEqual([
      { id: '1', text: 'two\nlines, "quoted"' },
      { id: '2', text: 'plain' },
      { id: '3', text: 'last' },
    ]);
    expect(lines).toEqual([2, 5, 6]);
    expect(problems).toEqual([]);
  });

  test.each(['sep=;', '"sep=;"', 'SEP=;;'])(
    'a first line %s, as spreadsheets write it, names the separator',
    async (first) => {
      const { rows, lines, problems } = await collectRows(textSource('x.csv', `${first}\nid;text\n1;"a;b, c"\n`));
      expect(problems).toEqual([]);
      expect(rows).toEqual([{ id: '1', text: 'a;b, c' }]);
      expect(lines).toEqual([3]);
    },
  );

  test.each([';', '\t', '|'])('a header without commas whose names %s parts is parted by it', async (sign) => {
    const { rows, problems } = await collectRows(textSource('x.csv', `id${sign}text\n1${sign}"a, b"\n`));
    expect(problems).toEqual([]);
    expect(rows).toEqual([{ id: '1', text: 'a, b' }]);
  });

  test('ragged rows, stray quotes and an unclosed quote are named with their lines', async () => {
    const text = 'a,b\n1,2\n1\n1,2,3\n"x"y,2\n5,6\n7,"open\n8,9\n';
    const { rows, lines, problems } = await collectRows(textSource('x.csv', text));
    expect(rows).toHaveLength(2);
    expect(lines).toEqual([2, 6]);
    expect(problems.map((p) => p.line)).toEqual([3, 4, 5, 7]);
    expect(problems[3]?.message).toContain('not closed');
  });

  test('an unclosed quote does not swallow the memory', async () => {
    const text = `a,b\n1,"open\n${'x,y\n'.repeat(10_000)}`;
    const { problems } = await collectRows(textSource('x.csv', text), { limits: { ...LIMITS, line: 1000 } });
    expect(problems).toMatchObject([{ line: 2 }]);
  });

  test('two columns of one name are remarked on', async () => {
    expect((await collectRows(textSource('x.csv', 'a,a\n1,2\n'))).problems).toMatchObject([
      { field: 'a', severity: 'warning' },
    ]);
  });

  test('records: numbers, empty cells, JSON cells and attribute columns', async () => {
    const judgments = 'instance,criterion,verdict,score,repeat,parse\nx,clarity,a,,1,ok\nx,clarity,,8/10,0,ok\n';
    const read = await collect('judgments', textSource('judgments.csv', judgments));
    expect(read.records).toMatchObject([{ instance: 'x', criterion: 'clarity', verdict: 'a', score: null, repeat: 1 }]);
    expect(read.problems).toMatchObject([{ line: 3, field: 'score', found: '8/10', expected: 'number' }]);
    const instances = 'instance,prompt,attributes.task,media\nx,,math,"[{""src"":null,""alt"":""""}]"\n';
    expect((await collect('instances', textSource('instances.csv', instances))).records).toEqual([
      { instance: 'x', split: '', prompt: '', media: [{ src: null, alt: '' }], attributes: { task: 'math' } },
    ]);
  });
});

describe('Parquet', () => {
  const buffer = parquetWriteBuffer({
    columnData: [
      { name: 'instance', data: ['1', '2', '3'], type: 'STRING' },
      { name: 'verdict', data: ['a', null, 'x'], type: 'STRING' },
      { name: 'score', data: [null, 7.5, null], type: 'DOUBLE' },
      { name: 'repeat', data: [0n, 1n, 2n], type: 'INT64' },
      { name: 'parse', data: ['ok', 'ok', 'ok'], type: 'STRING' },
    ],
    rowGroupSize: 2,
  });

  test('rows come with their number as the line, nulls as absent fields, whole numbers as numbers', async () => {
    const { records, lines, problems } = await collect(
      'judgments',
      blobSource('judgments.parquet', new Blob([buffer])),
    );
    expect(records.map((r) => [r.instance, r.verdict, r.score, r.repeat])).toEqual([
      ['1', 'a', null, 0],
      ['2', null, 7.5, 1],
    ]);
    expect(lines).toEqual([1, 2]);
    expect(problems).toMatchObject([{ line: 3, field: 'verdict', found: 'x' }]);
  });

  test('only the columns asked for are read', async () => {
    const { rows } = await collectRows(textSource('x.parquet', new Uint8Array(buffer)), {
      columns: ['repeat', 'none'],
    });
    expect(rows).toEqual([{ repeat: 0 }, { repeat: 1 }, { repeat: 2 }]);
  });

  test('a file that is no Parquet, or a damaged one, is one problem', async () => {
    expect((await collectRows(textSource('x.parquet', 'no'))).problems).toHaveLength(1);
    const damaged = new Uint8Array(buffer);
    damaged.fill(255, 4, 60);
    expect((await collectRows(textSource('x.parquet', damaged))).problems).toHaveLength(1);
  });
});
