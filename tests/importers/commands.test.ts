import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { registerExport } from '../../scripts/commands/export.ts';
import { registerImport } from '../../scripts/commands/import.ts';
import { registerValidate } from '../../scripts/commands/validate.ts';
import { systemMessage, TextFile } from '../../src/release/input-writer.ts';
import { ImportReport } from '../../src/schema/records.ts';
import { scratchFolder } from '../scratch.ts';
import { run } from './command.ts';

const FIXTURES = path.join(import.meta.dirname, '../fixtures');
const RECORDS = path.join(FIXTURES, 'records');
const temp = scratchFolder();

const importArgs = (format: string, out: string): string[] => [
  ...['import', '--from', format, '--in', path.join(FIXTURES, 'importers', format, 'input')],
  ...['--out', path.join(temp, out)],
];
const read = (...parts: string[]): string => fs.readFileSync(path.join(temp, ...parts), 'utf8');
const runOf = (name: string): string => path.join(RECORDS, name, 'data/b/runs/r');

describe('judgeboard import', () => {
  test('writes a run folder, lists what was wrong, and exits with 1', async () => {
    const { code, out, err } = await run(registerImport, importArgs('multi-crit', 'mc'));
    expect(code).toBe(1);
    expect(out).toContain('19 rows read, 13 used, 6 reported');
    expect(err).toContain('gpt-4o_outputs.jsonl:10  the last line is cut off');
    expect(fs.readdirSync(path.join(temp, 'mc')).sort()).toEqual([
      'gold.jsonl',
      'import.json',
      'instances.jsonl',
      'judgments.jsonl',
      'responses.jsonl',
      'run.yaml',
    ]);
    expect(fs.readdirSync(temp)).toEqual(['mc']);
  });

  test('import.json says what was read, from which bytes, and what was left out', () => {
    const report = ImportReport.parse(JSON.parse(read('mc', 'import.json')));
    const input = path.join(FIXTURES, 'importers/multi-crit/input');
    const hash = (file: string): string =>
      createHash('sha256')
        .update(fs.readFileSync(path.join(input, file)))
        .digest('hex');
    expect(report).toMatchObject({ format: 'multi-crit', options: {}, rows: { read: 19, used: 13, left_out: 6 } });
    expect(report.sources.map(({ file, sha256 }) => [file, sha256]).sort()).toEqual(
      ['gpt-4o_outputs.jsonl', 'rows.jsonl'].map((file) => [file, hash(file)]),
    );
    expect(report.left_out.reduce((n, { rows }) => n + rows, 0)).toBe(6);
    // Line 9 answers a question that is not there and line 10 is cut off; second answers were not expected.
    expect(report.unread_judgments).toBe(2);
    expect(report.left_out.filter((l) => !l.rule).map((l) => l.reason)).toEqual([
      'preference: the row was left out',
      'question_id: unknown: not in the benchmark rows',
      'the last line is cut off',
    ]);
  });

  test('validate tells of answers that the import could not read', async () => {
    const { err } = await run(registerValidate, ['validate', path.join(temp, 'mc'), '--root', '.']);
    expect(err).toMatch(/import\.json {2}answers of the judge were left out.*found "2 judgments/);
  });

  test('what it writes is sound', async () => {
    const { err } = await run(registerValidate, ['validate', path.join(temp, 'mc'), '--root', '.']);
    expect(err.split('\n').filter((l) => l !== '' && !l.includes('[warning]'))).toEqual([
      expect.stringMatching(/^0 problems/),
    ]);
  });

  test('a report becomes published values', async () => {
    await run(
      registerImport,
      importArgs('mm-judgebias-report', 'report').map((a) => (a === 'mm-judgebias-report' ? 'mm-judgebias' : a)),
    );
    const [header, first] = read('report', 'published.csv').split('\r\n');
    expect(header).toBe('benchmark,table,row,row_kind,judge,variant,column,printed,value,status,n,note');
    expect(first).toBe('mm-judgebias,report,gpt-4o(reasoning),judge,gpt-4o,reasoning,text-dominance,0,0,ok,10,');
  });

  test('nothing usable: nothing is written', async () => {
    const { code, out, err } = await run(
      registerImport,
      importArgs('mm-judgebias-several', 'none').map((a) => (a === 'mm-judgebias-several' ? 'mm-judgebias' : a)),
    );
    expect({ code, out }).toMatchObject({ code: 1, out: expect.stringContaining('Nothing was written') });
    expect(err).toContain('expected gpt-4o(reasoning), other');
    expect(fs.existsSync(path.join(temp, 'none'))).toBe(false);
  });

  test.each([
    ['an unknown format', ['import', '--from', 'nope', '--in', '.', '--out', 'x']],
    ['no --out', ['import', '--from', 'table', '--in', '.']],
    ['no such input', ['import', '--from', 'table', '--in', '/nowhere', '--out', 'x']],
    ['a bad number', ['import', '--from', 'viescore', '--in', '.', '--out', 'x', '--shot', 'one']],
  ])('wrong usage: %s', async (_, args) => {
    expect((await run(registerImport, args)).code).toBe(2);
  });

  test.each([
    ['an empty file of samples', 'multi-crit-lmms-eval', 'x_samples_multi_crit_reasoning.jsonl', ''],
    ['a table of which no row is taken', 'table', 'v.csv', 'item,winner,who\n1,a,x\n'],
  ])('%s: nothing is written, and the exit code is 1', async (_, format, file, text) => {
    const input = scratchFolder();
    fs.writeFileSync(path.join(input, file), text);
    fs.writeFileSync(
      path.join(input, 'mapping.yaml'),
      `run: { benchmark: b, judge: j, protocol: pairwise }
tables: [{ files: v.csv, kind: judgments, columns: { instance: item, verdict: winner }, where: { who: y } }]`,
    );
    const out = path.join(temp, 'nothing');
    const ran = await run(registerImport, ['import', '--from', format, '--in', input, '--out', out, '--judge', 'j']);
    expect(ran).toMatchObject({ code: 1, out: expect.stringContaining('Nothing was written') });
    expect(ran.err).toMatch(/^1 problem/m);
    expect(fs.existsSync(out)).toBe(false);
  });

  test('a place that cannot be written is named, and nothing is left', async () => {
    fs.writeFileSync(path.join(temp, 'file'), '');
    const { code, err } = await run(registerImport, importArgs('multi-crit', 'file/run'));
    expect(code).toBe(1);
    expect(err).toContain('A file stands where a folder is needed');
  });

  test.skipIf(!fs.existsSync('/dev/full'))('a full disk is said in words', async () => {
    const file = new TextFile('/dev/full');
    const failure = await file.write('x'.repeat(2 ** 20)).catch((error: unknown) => error);
    await file.abandon();
    expect(systemMessage(failure)).toMatch(/^The disk is full/);
    expect(systemMessage(new Error('other'))).toBeNull();
  });
});

describe('judgeboard validate', () => {
  test.each([
    ['sound', 0],
    ['some-gold', 0],
    ['no-gold', 0],
    ['references', 1],
    ['media', 1],
  ])('%s: exit code %i', async (name, code) => {
    const ran = await run(registerValidate, ['validate', runOf(name), '--root', path.join(RECORDS, name)]);
    expect(ran.code).toBe(code);
    expect(ran.out).toContain(code === 0 ? ': sound' : 'not sound');
  });

  test('--json holds counts, coverage and problems of every folder', async () => {
    const { out } = await run(registerValidate, [
      ...['validate', runOf('references'), runOf('sound'), '--json', '--root', path.join(RECORDS, 'sound')],
    ]);
    const reports = JSON.parse(out) as { files: unknown[]; problems: unknown[]; errors: number; warnings: number }[];
    expect(reports).toHaveLength(2);
    expect(reports[0]?.problems.length).toBe((reports[0]?.errors ?? 0) + (reports[0]?.warnings ?? 0));
    expect(reports[0]?.files.at(-1)).toMatchObject({ kind: 'judgments', read: 11 });
  });

  test('two runs of one name are told apart', async () => {
    const { code, err } = await run(registerValidate, [
      ...['validate', runOf('sound'), runOf('sound'), '--root', path.join(RECORDS, 'sound')],
    ]);
    expect(code).toBe(1);
    expect(err).toContain('another run has this name');
  });

  test('wrong usage', async () => {
    expect((await run(registerValidate, ['validate', '/nowhere'])).code).toBe(2);
  });
});

describe('judgeboard export', () => {
  const exportArgs = (folder: string, to: string, out: string, ...more: string[]): string[] => [
    ...['export', folder, '--to', to, '--out', path.join(temp, out), '--root', path.join(RECORDS, 'sound')],
    ...more,
  ];

  test.each(['csv', 'parquet'] as const)('%s: the records come back by validate', async (to) => {
    const out = path.join(temp, `export-${to}`);
    expect((await run(registerExport, exportArgs(runOf('sound'), to, `export-${to}`))).code).toBe(0);
    fs.copyFileSync(path.join(runOf('sound'), 'run.yaml'), path.join(out, 'run.yaml'));
    const ran = await run(registerValidate, ['validate', out, '--root', path.join(RECORDS, 'sound')]);
    expect(ran).toMatchObject({
      code: 0,
      out: expect.stringContaining('instances 2 of 2, responses 4 of 4, gold 3 of 3, judgments 3 of 3'),
    });
  });

  test('CSV cells that a spreadsheet would run are prefixed, numbers and a lone dash are not', async () => {
    const folder = path.join(temp, 'formulas');
    fs.cpSync(runOf('sound'), folder, { recursive: true });
    const texts = ['=1+1', '+x', '-x', '@x', '\tx', '-', '-5', '+1.5', 'a=b', 'line\n=x'];
    const rows = texts.map((rationale, i) =>
      JSON.stringify({ instance: '1', repeat: i, verdict: 'a', parse: 'ok', rationale }),
    );
    fs.writeFileSync(path.join(folder, 'judgments.jsonl'), rows.join('\n'));
    await run(registerExport, exportArgs(folder, 'csv', 'formulas-csv'));
    const lines = read('formulas-csv', 'judgments.csv');
    const cells = ["'=1+1", "'+x", "'-x", "'@x", "'\tx", '-', '-5', '+1.5', 'a=b', `"line\n'=x"`];
    for (const cell of cells) expect(lines).toContain(`,${cell},`);
  });

  test.each([
    ['a list', '[]', 1, 'not what judgeboard score --json prints'],
    ['no JSON', 'run metric value', 1, 'not valid JSON'],
    ['another run', '{"scores":[]}', 0, 'no scores of this run'],
  ])('scores that are none: %s', async (_, text, code, message) => {
    fs.writeFileSync(path.join(temp, 'odd.json'), text);
    const args = ['--scores', path.join(temp, 'odd.json')];
    const ran = await run(registerExport, exportArgs(runOf('sound'), 'every-eval-ever', 'odd', ...args));
    expect(ran).toMatchObject({ code, err: expect.stringContaining(message) });
  });

  test('wrong usage, and nothing to export', async () => {
    const none = exportArgs(runOf('sound'), 'csv', 'none', '--scores', '/nowhere');
    expect((await run(registerExport, none)).code).toBe(2);
    fs.mkdirSync(path.join(temp, 'hollow'));
    const hollow = await run(registerExport, exportArgs(path.join(temp, 'hollow'), 'csv', 'hollow-out'));
    expect(hollow).toMatchObject({ code: 1, err: expect.stringContaining('no records here') });
    expect(fs.readdirSync(path.join(temp, 'hollow-out'))).toEqual([]);
  });

  test('every-eval-ever: a round trip gives the same records, with the scores given', async () => {
    const out = path.join(temp, 'eee');
    const scores = path.join(temp, 'scores.json');
    const score = {
      ...{ run: 'r', metric: 'pacc', slice: '', value: 0.5, num: 1, den: 2, n: 2, missing: 0 },
      ...{ se: 0.1, lo: 0.2, hi: 0.8 },
    };
    fs.writeFileSync(
      scores,
      JSON.stringify({ scores: [score, { ...score, metric: 'tos', value: null }, { ...score, run: 'other' }] }),
    );
    const args = exportArgs(runOf('sound'), 'every-eval-ever', 'eee', '--scores', scores);
    expect((await run(registerExport, args)).code).toBe(0);
    const back = path.join(temp, 'eee-back');
    expect(
      await run(registerImport, ['import', '--from', 'every-eval-ever', '--in', out, '--out', back]),
    ).toMatchObject({ code: 0, err: '' });
    const sorted = (text: string): unknown[] =>
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown)
        .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
    const shared = path.join(RECORDS, 'sound/data/b');
    for (const [kind, folder] of [
      ['judgments', runOf('sound')],
      ['gold', shared],
      ['responses', shared],
      ['instances', shared],
    ] as const) {
      const before = sorted(fs.readFileSync(path.join(folder, `${kind}.jsonl`), 'utf8'));
      expect(sorted(read('eee-back', `${kind}.jsonl`))).toMatchObject(before);
    }
    expect(read('eee-back', 'run.yaml')).toContain('run: r');
    expect(read('eee-back', 'published.csv')).toContain('b,report,Known,judge,known-judge,');
    expect(read('eee-back', 'published.csv').trim().split('\n')).toHaveLength(2);
  });
});
