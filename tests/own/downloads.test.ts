import { createHash } from 'node:crypto';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { problemsCsv, runsZip } from '../../src/own/downloads.ts';
import type { Judge } from '../../src/schema/judge.ts';

const run = (label: string, text: string) => ({ label, files: { 'judgments.jsonl': new Blob([text]) } });

test('folders whose names become the same stay apart, and a large file comes back whole', async () => {
  const long = 'line of a large file\n'.repeat(50_000);
  const zip = await runsZip([run('a b', 'one'), run('a/b', 'two'), run('a-b-2', 'three'), run('large', long)], []);
  const files = unzipSync(new Uint8Array(await zip.arrayBuffer()));
  const texts = Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]));
  expect(texts).toEqual({
    'a-b/judgments.jsonl': 'one',
    'a-b-2/judgments.jsonl': 'two',
    'a-b-2-2/judgments.jsonl': 'three',
    'large/judgments.jsonl': long,
  });
  expect(zip.type).toBe('application/zip');
});

test('a run comes with the hashes of its files, and with the entry of a judge that the site does not know', async () => {
  const text = 'run: r\nbenchmark: b\njudge: someone\nprotocol: pairwise\n';
  const one = { label: 'r', files: { 'run.yaml': new Blob([text]) } };
  const zip = unzipSync(new Uint8Array(await (await runsZip([one], [])).arrayBuffer()));
  const read = (name: string): unknown => parse(strFromU8(zip[`r/${name}`] ?? new Uint8Array()));
  const sha256 = createHash('sha256').update(text).digest('hex');
  expect(read('submission.yaml')).toMatchObject({
    benchmark: 'b',
    files: [{ file: 'run.yaml', bytes: text.length, sha256 }],
  });
  expect(read('judge.yaml')).toMatchObject([{ id: 'someone' }]);
  const known = { id: 'someone' } as Judge;
  const again = unzipSync(new Uint8Array(await (await runsZip([one], [known])).arrayBuffer()));
  expect(Object.keys(again).sort()).toEqual(['r/run.yaml', 'r/submission.yaml']);
});

test('a list of problems says how bad each is, and no spreadsheet runs what was found', async () => {
  const csv = problemsCsv([
    { file: 'a.jsonl', line: 2, message: 'missing', found: '=1+1' },
    { severity: 'warning', file: 'b.jsonl', message: 'odd' },
  ]);
  expect((await csv.text()).trimEnd().split('\r\n')).toEqual([
    'severity,file,line,field,message,found,expected,hint',
    "error,a.jsonl,2,,missing,'=1+1,,",
    'warning,b.jsonl,,,odd,,,',
  ]);
});
