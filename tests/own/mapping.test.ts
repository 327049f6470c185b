import { expect, test } from 'vitest';
import { previewOf } from '../../src/own/intake/preview.ts';
import { type MappingDraft, openQuestions } from '../../src/own/mapping/draft.ts';
import { blobSource } from '../../src/records/bytes.ts';
import { mappedTable } from './intake/mapped.ts';
import { sharedWasmWork } from './intake/wasm-work.ts';

const work = await sharedWasmWork();

const tableOf = (text: string, name = 'votes.csv') => blobSource(name, new Blob([text]));
const setOf = (text: string, name?: string) => ({
  ...{ format: 'table', reason: '', folder: '', judges: [], takes: [{}], readings: [] },
  sources: [tableOf(text, name)],
});

const VOTES = `id,task,question,human,winner,why
1,vqa,"What, then?",A,left,since
2,ocr,Read it,B,right,"two
lines"
3,ocr,And this,A,equal,
`;

const tried = async (text: string, change?: (draft: MappingDraft) => MappingDraft) => {
  const mapped = await mappedTable(work, [tableOf(text)], change === undefined ? {} : { change });
  return { ...mapped, ...(await mapped.tried()) };
};

const recordsOf = ({ attempt }: Awaited<ReturnType<typeof tried>>, file: string): unknown[] =>
  (attempt.made.find((one) => one.file === file)?.first ?? []).map((line) => JSON.parse(line));

test('a table with usual names is understood at once: cases, labels and verdicts in their own words', async () => {
  const votes = await tried(VOTES);
  expect(votes.preview.facts['winner']?.values).toEqual(['equal', 'left', 'right']);
  expect(votes.attempt.problems).toEqual([]);
  expect(recordsOf(votes, 'judgments.jsonl')).toMatchObject([
    { instance: '1', verdict: 'a', rationale: 'since' },
    { instance: '2', verdict: 'b', rationale: 'two\nlines' },
    { instance: '3', verdict: 'tie' },
  ]);
  expect(recordsOf(votes, 'gold.jsonl')).toMatchObject([
    { instance: '1', kind: 'preference', value: 'a' },
    { instance: '2', kind: 'preference', value: 'b' },
    { instance: '3', kind: 'preference', value: 'a' },
  ]);
  expect(recordsOf(votes, 'instances.jsonl')[0]).toMatchObject({
    prompt: 'What, then?',
    attributes: { task: 'vqa' },
  });
});

test('“answer” is the verdict where it holds verdicts, else what the judge wrote', async () => {
  const short = await tried('id;label;answer\n1;A;B\n2;B;tie\n');
  expect(short.attempt.problems).toEqual([]);
  expect(recordsOf(short, 'judgments.jsonl')).toMatchObject([{ verdict: 'b' }, { verdict: 'tie' }]);
  const long = await tried('id,label,answer\n1,A,"Both are fine, but [[B]]"\n2,B,"The first, so [[A]]"\n');
  expect(recordsOf(long, 'judgments.jsonl')).toMatchObject([
    { verdict: 'b', rationale: 'Both are fine, but [[B]]' },
    { verdict: 'a' },
  ]);
});

test('a column called judge is no verdict beside one of verdicts, though judges are called as answers are', async () => {
  const { draft } = await tried('id,judge,verdict,label\n1,model-0,a,a\n1,model-1,b,a\n2,model-0,b,b\n2,model-1,b,b\n');
  expect(draft.columns).toMatchObject({ judge: 'judge', verdict: 'verdict' });
});

test('decimal commas of a spreadsheet in another language are numbers', async () => {
  const { attempt } = await tried('\uFEFFid;rating;human\r\nx;3,5;4\r\ny;1;1,5\r\n');
  expect(attempt.problems).toEqual([]);
  expect(attempt.made.map(({ first }) => first.join())).toEqual([
    expect.anything(),
    expect.stringMatching(/"value":"4".*"value":"1.5"/),
    expect.stringMatching(/"score":3.5.*"score":1,/),
  ]);
});

test('a column may be called as what every object has, and stand in some rows only', async () => {
  const { preview } = await previewOf(setOf('{"id":"1","constructor":true}\n{"id":"2"}\n', 'votes.jsonl'));
  expect(preview?.rows).toEqual([
    ['1', 'true'],
    ['2', ''],
  ]);
  expect(preview?.facts['constructor']?.values).toEqual(['true']);
});

test('what is not said yet is asked: the column of answers, and values that mean nothing known', async () => {
  const { attempt, draft } = await tried(VOTES, (given) => {
    const { winner: _, ...columns } = given.columns;
    return { ...given, columns };
  });
  expect(attempt.made.map(({ file }) => file)).not.toContain('judgments.jsonl');
  expect(openQuestions(draft)).toEqual(['Say which column holds the judge’s verdict, score or whole answer.']);
  const odd = await tried('id,verdict\n1,oben\n2,b\n');
  expect(openQuestions(odd.draft)).toEqual(['Say what oben means in verdict.']);
  expect(odd.attempt.problems.map(({ found }) => found)).toContain('oben');
});

test('scores become a pointwise run', async () => {
  const scores = await tried('case,rating\nx,4\ny,2\n');
  expect(scores.draft.protocol).toBe('pointwise');
  expect(recordsOf(scores, 'judgments.jsonl')).toMatchObject([{ score: 4 }, { score: 2 }]);
});

test('of ten thousand columns a hundred are offered', async () => {
  const names = Array.from({ length: 10_000 }, (_, i) => `c${i}`);
  const { preview } = await previewOf(setOf(`${names.join()}\n${names.join()}\n`));
  expect(preview).toMatchObject({ columns: names.slice(0, 100), more: 9900 });
  expect(preview?.rows[0]).toHaveLength(100);
});

test('of a large file only the head is tried, cut between two lines', async () => {
  const rows = Array.from({ length: 10_000 }, (_, i) => `case-${i},left,${i % 2 ? 'A' : 'B'}`);
  const { attempt } = await tried(['id,winner,human', ...rows, ''].join('\n'));
  expect(attempt.head).toBe(true);
  expect(attempt.problems).toEqual([]);
  expect(attempt.made.find(({ file }) => file === 'judgments.jsonl')?.records).toBe(3999);
  // A head of long lines is cut by its size.
  const long = await tried(
    ['id,winner,human', ...rows.slice(0, 600).map((row) => `${row}${' '.repeat(1000)}`), ''].join('\n'),
  );
  expect(long.attempt.head).toBe(true);
  expect(long.attempt.made.find(({ file }) => file === 'judgments.jsonl')?.records).toBeLessThan(600);
  const whole = await tried(['id,winner,human', ...rows.slice(0, 50)].join('\n'));
  expect(whole.attempt.head).toBe(false);
  expect(whole.attempt.made.find(({ file }) => file === 'judgments.jsonl')?.records).toBe(50);
});
