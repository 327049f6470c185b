import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { problemsCsv, runsZip } from '../../src/own/downloads.ts';

const run = (label: string, text: string) => ({ label, files: { 'judgments.jsonl': new Blob([text]) } });

test('folders whose names become the same stay apart, and a large file comes back whole', async () => {
  const long = 'line of a large file\n'.repeat(50_000);
  const zip = await runsZip([run('a b', 'one'), run('a/b', 'two'), run('a-b-2', 'three'), run('large', long)]);
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
