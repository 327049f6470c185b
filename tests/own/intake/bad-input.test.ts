import { strToU8 } from 'fflate';
import { describe, expect, test } from 'vitest';
import { readJsonFile } from '../../../src/importers/importer.ts';
import { recognise } from '../../../src/own/intake/recognise.ts';
import { openRunFiles, runFilesOf, unpackDropped } from '../../../src/own/intake/run-files.ts';
import { blobSource, type Source, textSource } from '../../../src/records/bytes.ts';
import { validateRun } from '../../../src/records/validate-run.ts';
import { formatProblem } from '../../../src/schema/problem.ts';
import { inputOf } from '../../../src/scoring/run-folder.ts';
import { ANSWER, bytes, endless, folder, GOLD, INSTANCES, joined, judgments, RUN, said, zip } from './bad-files.ts';

const MAPPED = `run: { benchmark: made, judge: j, protocol: pairwise }
tables: [{ files: "*.csv", kind: judgments, columns: { instance: id, verdict: w } }]
`;
const table = (csv: string): Source =>
  textSource(
    'run.zip',
    zip({ 'run.yaml': RUN, 'instances.jsonl': INSTANCES, 'gold.jsonl': GOLD, 'judgments.csv': csv }),
  );

/** What is wrong within a record is asked of its reader (tests/records); here stands what a page may be given. */
const KINDS: readonly (readonly [string, () => Source, RegExp])[] = [
  ['an empty file', () => textSource('a.jsonl', ''), /a\.jsonl {2}an empty file/],
  [
    'text in UTF-16',
    () => textSource('a.csv', bytes(0xff, 0xfe, 0x61, 0, 0x2c, 0, 0x62, 0)),
    /UTF-16.*save the file as UTF-8/,
  ],
  [
    'UTF-16 without a mark',
    () => textSource('a.csv', bytes(...[...'a,b\n1,2\n'].flatMap((c) => [c.charCodeAt(0), 0]))),
    /a\.csv {2}/,
  ],
  ['a picture', () => textSource('a.png', bytes(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10)), /PNG/],
  ['a JPEG under a name of a table', () => textSource('a.csv', bytes(0xff, 0xd8, 0xff, 0xe0, 0)), /JPEG/],
  ['a PDF', () => textSource('a.pdf', '%PDF-1.7\n'), /PDF/],
  [
    'a spreadsheet',
    () => textSource('a.xlsx', zip({ '[Content_Types].xml': '<x/>', 'xl/a.xml': '<x/>' })),
    /a spreadsheet.*CSV/,
  ],
  ['zstd', () => textSource('a.jsonl.zst', bytes(0x28, 0xb5, 0x2f, 0xfd, 0)), /zstd/],
  ['bzip2', () => textSource('a.bz2', strToU8('BZh91AY').slice()), /bzip2/],
  ['xz', () => textSource('a.xz', bytes(0xfd, 0x37, 0x7a, 0x58, 0x5a, 0)), /xz/],
  [
    'gzip cut off',
    () => textSource('judgments.jsonl.gz', bytes(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 1)),
    /gzip data is damaged or cut off|no file of|an empty file/,
  ],
  ['a line that is no JSON', () => judgments('{"instance":\n'), /judgments\.jsonl:1 {2}/],
  ['a verdict of the wrong type', () => judgments('{"instance":"i1","verdict":1,"parse":"ok"}\n'), /verdict: /],
  ['a negative repeat', () => judgments('{"instance":"i1","verdict":"a","parse":"ok","repeat":-1}\n'), /repeat: /],
  [
    'another benchmark’s ids',
    () => judgments('{"instance":"elsewhere/7","verdict":"a","parse":"ok"}\n'),
    /instance: unknown.*found "elsewhere\/7"/,
  ],
  ['half a run', () => judgments(ANSWER), /half of the instances or more were not judged.*1 of 2/],
  ['no judgment at all', () => judgments(''), /no judgments in it: nothing can be scored/],
  [
    'ids that differ by normalisation',
    () =>
      folder({ 'instances.jsonl': '{"instance":"caf\u00e9","prompt":""}\n{"instance":"cafe\u0301","prompt":""}\n' }),
    /looks like another name here/,
  ],
  [
    'an id with a blank at its end',
    () => folder({ 'instances.jsonl': '{"instance":"i1 ","prompt":""}\n' }),
    /blanks that are not seen/,
  ],
  [
    'an id that is not seen whole',
    () => folder({ 'instances.jsonl': '{"instance":"i\u200b1","prompt":""}\n' }),
    /signs that are not seen/,
  ],
  ['an instance twice', () => folder({ 'instances.jsonl': INSTANCES + INSTANCES }), /a second instance of this name/],
  [
    'attributes that differ in capitals',
    () =>
      folder({
        'instances.jsonl':
          '{"instance":"i1","prompt":"","attributes":{"Task":"a"}}\n{"instance":"i2","prompt":"","attributes":{"task":"a"}}\n',
      }),
    /differs in capitals alone/,
  ],
  ['a label twice', () => folder({ 'gold.jsonl': GOLD + GOLD }), /a second label of this kind/],
  [
    'a label of nothing',
    () => folder({ 'gold.jsonl': '{"instance":"i9","kind":"preference","value":"a"}\n' }),
    /gold\.jsonl:1 {2}instance: unknown/,
  ],
  ['no gold', () => folder({ 'gold.jsonl': '' }), /no gold: nothing can be scored/],
  ['a run.yaml that is none', () => folder({ 'run.yaml': 'run: [\n' }), /run\.yaml/],
  [
    'a run.yaml without a judge',
    () => folder({ 'run.yaml': 'run: r\nbenchmark: b\nprotocol: pairwise\n' }),
    /run\.yaml.*judge/,
  ],
  ['an unknown protocol', () => folder({ 'run.yaml': RUN.replace('pairwise', 'pairs') }), /protocol: .*pairwise/],
  [
    'a stray table',
    () => folder({ 'judgements-final.csv': 'a,b\n1,2\n' }),
    /not read: its name matches no kind of record/,
  ],
  ['an import.json that is none', () => folder({ 'import.json': '{' }), /import\.json/],
  ['judgments without a run.yaml', () => textSource('judgments.jsonl', ANSWER), /run\.yaml {2}missing/],
  ['old line ends', () => judgments(ANSWER.replace('\n', '\r').repeat(3)), /judgments\.jsonl/],
  [
    'a table with columns of another kind',
    () =>
      textSource(
        'run.zip',
        zip({ 'run.yaml': RUN, 'instances.jsonl': INSTANCES, 'judgments.csv': 'case,answer\ni1,a\n' }),
      ),
    /judgments\.csv/,
  ],
  [
    'a row with too many cells',
    () =>
      textSource(
        'run.zip',
        zip({
          'run.yaml': RUN,
          'instances.jsonl': INSTANCES,
          'judgments.csv': 'instance,verdict,parse\ni1,a,ok,more\n',
        }),
      ),
    /judgments\.csv:2/,
  ],
  [
    'an open quote',
    () =>
      textSource(
        'run.zip',
        zip({ 'run.yaml': RUN, 'instances.jsonl': INSTANCES, 'judgments.csv': 'instance,verdict,parse\n"i1,a,ok\n' }),
      ),
    /judgments\.csv/,
  ],
  [
    '__proto__ as a column',
    () => judgments('{"__proto__":{"x":1},"instance":"i1","verdict":"a","parse":"ok"}\n'),
    /__proto__/,
  ],
  [
    'Parquet that is none',
    () =>
      textSource(
        'run.zip',
        zip({ 'run.yaml': RUN, 'instances.jsonl': INSTANCES, 'judgments.parquet': 'PAR1 nothing' }),
      ),
    /not a readable Parquet file/,
  ],
  [
    'a cell of 5 MB',
    () =>
      textSource(
        'run.zip',
        zip({
          'run.yaml': RUN,
          'instances.jsonl': INSTANCES,
          'gold.jsonl': GOLD,
          'judgments.csv': `instance,verdict,parse,rationale\ni1,a,ok,"${'word '.repeat(2 ** 20)}"\n`,
        }),
      ),
    /judgments\.csv:2 {2}rationale: a very long text; kept whole/,
  ],
  [
    'a line of 1 GB',
    () => endless('judgments.jsonl', '{"instance":"', 'x'.repeat(64)),
    /the line is longer than is accepted/,
  ],
  ['a header alone', () => textSource('a.csv', 'id,winner\n'), /a\.csv {2}no rows in it/],
  ['blanks alone', () => textSource('a.jsonl', ' \n\n'), /a\.jsonl {2}no rows in it/],
  ['a text', () => textSource('a.txt', 'Dear all,\n'), /a\.txt {2}not read: it is of no form.*\.csv/],
  ['an error page', () => textSource('a.json', '<!DOCTYPE html>\n<html></html>'), /a\.json {2}.*a web page/],
  ['an error page in place of records', () => judgments('\n <html><body>404'), /judgments\.jsonl {2}.*a web page/],
  [
    'a pointer of Git LFS',
    () => judgments('version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n'),
    /judgments\.jsonl {2}.*Git LFS.*git lfs pull/,
  ],
  ['a protected spreadsheet', () => textSource('a.xlsx', bytes(0xd0, 0xcf, 0x11, 0xe0, 0, 0)), /Office file.*CSV/],
  ['a 7z archive', () => textSource('a.7z', bytes(0x37, 0x7a, 0xbc, 0xaf, 0)), /7z.*unpack/],
  ['Arrow', () => textSource('a.arrow', 'ARROW1\0\0'), /Arrow.*Parquet/],
  [
    'a file of records deep in a run folder',
    () => folder({ 'raw/judgments.jsonl': ANSWER }),
    /raw\/judgments\.jsonl {2}not read: it lies in a folder within the run folder/,
  ],
  [
    'cases that lie in no run folder',
    () =>
      textSource('a.zip', zip({ 'x/runs/r/run.yaml': RUN, 'x/runs/r/judgments.jsonl': ANSWER, 'x/gold.jsonl': GOLD })),
    /x\/gold\.jsonl {2}not read: it lies in no run folder/,
  ],
  [
    'a picture beside a table with a mapping',
    () => textSource('a.zip', zip({ 'mapping.yaml': MAPPED, 'a.csv': 'id,w\n1,a\n', 'a.png': 'x', 'notes.txt': 'x' })),
    /2 files {2}not read: no part of what is read as table; found "a\.png, notes\.txt"/,
  ],
  [
    'a mapping with nothing in it',
    () => textSource('a.zip', zip({ 'mapping.yaml': '', 'a.csv': 'id\n1\n' })),
    /no mapping in it/,
  ],
  [
    'an empty file beside a table',
    () => textSource('a.zip', zip({ 'a.csv': '', 'b.csv': 'id,w\n1,a\n' })),
    /a\.csv {2}an empty file/,
  ],
  [
    'a run.yaml in UTF-16',
    () =>
      folder({ 'run.yaml': joined(bytes(0xff, 0xfe), Uint8Array.from([...RUN].flatMap((c) => [c.charCodeAt(0), 0]))) }),
    /run\.yaml {2}not text.*UTF-16.*save the file as UTF-8/,
  ],
  [
    'a column without a name',
    () => table('instance,verdict,parse,\ni1,a,ok,\n'),
    /judgments\.csv {2}a column without a name.*found "1 of 4"/,
  ],
  [
    'ten thousand columns',
    () => table(`${Array.from({ length: 10_000 }, (_, i) => `c${i}`).join()}\n`),
    /judgments\.csv {2}more unknown columns; no row was read; found "c20, c21/,
  ],
  [
    'a mark of byte order in the middle',
    () => judgments(`${ANSWER}\ufeff${ANSWER}`),
    /judgments\.jsonl:2 {2}a byte order mark/,
  ],
  [
    'a key twice',
    () => judgments('{"instance":"i1","instance":"i2","verdict":"a","parse":"ok"}\n'),
    /judgments\.jsonl:1 {2}.*(twice|second|double|duplicate|repeated)/i,
  ],
  ['a field missing', () => judgments('{"verdict":"a","parse":"ok"}\n'), /instance: /],
  [
    'a line of 17 MB',
    () => judgments(`{"instance":"i1","rationale":"${'x'.repeat(17 * 2 ** 20)}"}\n`),
    /the line is longer than is accepted/,
  ],
];

describe('bad input is told, whatever it is', () => {
  test.each(KINDS)('%s', async (_, make, message) => {
    const lines = await said(make());
    expect(lines.find((line) => message.test(line)) ?? lines.join('\n')).toMatch(message);
  });

  test('there are at least 60 kinds, and all are different', () => {
    expect(new Set(KINDS.map(([name]) => name)).size).toBe(KINDS.length);
    expect(KINDS.length).toBeGreaterThanOrEqual(60);
  });

  test('__proto__ as an id is an id like any other', async () => {
    const lines = await said(
      folder({
        'instances.jsonl': '{"instance":"__proto__","prompt":""}\n',
        'gold.jsonl': '{"instance":"__proto__","kind":"preference","value":"a"}\n',
        'judgments.jsonl': '{"instance":"__proto__","verdict":"a","parse":"ok"}\n',
      }),
    );
    expect(lines).toEqual([]);
  });

  test('rows that are none, however many, come down to a list that ends, with how many there are', async () => {
    const found = await recognise([textSource('run.yaml', RUN), textSource('judgments.jsonl', 'x\n'.repeat(30_000))]);
    const [set] = found.found;
    const opened = await openRunFiles(await runFilesOf('', set?.sources ?? []));
    const { log } = await validateRun(inputOf({ shared: {} }, opened), { benchmark: null });
    expect(log.errors).toBeGreaterThanOrEqual(30_000);
    expect(log.kept.length).toBe(10_000);
    expect(formatProblem(log.kept.find(({ line }) => line === 1) ?? { file: '', message: '' })).toMatch(
      /judgments\.jsonl:1 {2}/,
    );
  });

  test('a JSON document of 1 GB is refused before any of it is read', async () => {
    const { problems } = await readJsonFile(endless('SC.json', '{', '"a":1,'));
    expect(problems.map(formatProblem)).toEqual([
      expect.stringMatching(/SC\.json {2}a JSON document too large to be read as a whole.*use JSON Lines/),
    ]);
  });

  test('a file that changes while it is read is one problem of its own, also after its beginning', async () => {
    const changed = (name: string): DOMException => new DOMException(`${name} changed`, 'NotReadableError');
    const half = new (class extends Blob {
      override readonly size = 1000;
      override slice = (_?: number, end?: number): Blob => (end === undefined ? this : new Blob([ANSWER]));
      override stream = () =>
        new ReadableStream({
          start: (controller) => controller.enqueue(strToU8(ANSWER).slice()),
          pull: (controller) => controller.error(changed('judgments.jsonl')),
        });
    })();
    const lines = await said(
      textSource('run.yaml', RUN),
      textSource('instances.jsonl', INSTANCES),
      textSource('gold.jsonl', GOLD),
      blobSource('judgments.jsonl', half),
    );
    expect(lines.join('\n')).toMatch(
      /judgments\.jsonl {2}could not be read; it may have changed or gone meanwhile.*found "?judgments\.jsonl changed"?.*drop it again/,
    );
    expect(lines.filter((line) => line.includes('gone meanwhile'))).toHaveLength(1);
  });

  test('of two formats in one folder each file that is not read is named', async () => {
    const lines = await said(
      textSource('all/image_generation/judge/pairwise.jsonl', '{}\n'),
      textSource('all/judge.json', '[{"meta":{"uid":"1"},"judgement":{"j":{}}}]'),
    );
    expect(lines.join('\n')).toMatch(/all\/judge\.json/);
  });

  test('a file that goes while it is read is one problem, and the others are read', async () => {
    const gone: Source = {
      ...textSource('gone.jsonl', 'x'),
      slice: () => Promise.reject(new DOMException('A requested file could not be found', 'NotFoundError')),
    };
    const { sources, problems } = await unpackDropped([gone, textSource('b.csv', 'a\n1\n')]);
    expect(problems.map(formatProblem)).toEqual([expect.stringContaining('may have changed or gone')]);
    expect(sources.map(({ name }) => name)).toEqual(['b.csv']);
  });
});
