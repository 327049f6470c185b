import { expect, test } from 'vitest';
import { attemptMapping, previewOf } from '../../src/own/intake/preview.ts';
import type { Recognised } from '../../src/own/intake/recognise.ts';
import { guessedDraft, type MappingDraft, mappingText, usualValues } from '../../src/own/mapping/draft.ts';
import { blobSource } from '../../src/records/source.ts';
import { withMappingEngine } from '../../src/release/mapping-engine.ts';

const setOf = (text: string, name = 'votes.csv'): Recognised => ({
  format: 'table',
  reason: '',
  folder: '',
  judges: [],
  takes: [{}],
  readings: [],
  sources: [blobSource(name, new Blob([text]))],
});

const VOTES = setOf(`id,task,question,human,winner,why
1,vqa,"What, then?",A,left,since
2,ocr,Read it,B,right,"two
lines"
3,ocr,And this,A,equal,
`);

async function tried(set: Recognised, change: (draft: MappingDraft) => MappingDraft = (draft) => draft) {
  const { preview } = await previewOf(set);
  if (preview === null) throw new Error('no table');
  const text = mappingText(change(guessedDraft(preview, 'multi-crit')), preview);
  return { preview, text, attempt: await withMappingEngine((engine) => attemptMapping(set, text, engine)) };
}

const recordsOf = (attempt: Awaited<ReturnType<typeof attemptMapping>>, file: string): unknown[] =>
  (attempt?.made.find((one) => one.file === file)?.first ?? []).map((line) => JSON.parse(line));

test('a table with usual names is understood at once: cases, labels and verdicts in their own words', async () => {
  const { preview, attempt } = await tried(VOTES);
  expect(preview.values['winner']).toEqual(['equal', 'left', 'right']);
  expect(attempt?.problems).toEqual([]);
  expect(recordsOf(attempt, 'judgments.jsonl')).toMatchObject([
    { instance: '1', verdict: 'a', rationale: 'since' },
    { instance: '2', verdict: 'b', rationale: 'two\nlines' },
    { instance: '3', verdict: 'tie' },
  ]);
  expect(recordsOf(attempt, 'gold.jsonl')).toMatchObject([
    { instance: '1', kind: 'preference', value: 'a' },
    { instance: '2', kind: 'preference', value: 'b' },
    { instance: '3', kind: 'preference', value: 'a' },
  ]);
  expect(recordsOf(attempt, 'instances.jsonl')[0]).toMatchObject({
    prompt: 'What, then?',
    attributes: { task: 'vqa' },
  });
});

test('“answer” is the verdict where it holds verdicts, else what the judge wrote', async () => {
  const { attempt } = await tried(setOf('sep=;\nid;label;answer\n1;A;B\n2;B;tie\n'));
  expect(attempt?.problems).toEqual([]);
  expect(recordsOf(attempt, 'judgments.jsonl')).toMatchObject([{ verdict: 'b' }, { verdict: 'tie' }]);
  const long = await tried(setOf('id,label,answer\n1,A,"Both are fine, but [[B]]"\n2,B,"The first, so [[A]]"\n'));
  expect(long.text).toMatch(/read:\s+verdict: answer/);
});

test('a column may be called as what every object has, and stand in some rows only', async () => {
  const { preview } = await previewOf(setOf('{"id":"1","constructor":true}\n{"id":"2"}\n', 'votes.jsonl'));
  expect(preview?.rows).toEqual([
    ['1', 'true'],
    ['2', ''],
  ]);
  expect(preview?.values['constructor']).toEqual(['true']);
});

test('what is not said yet is told at once, by its field', async () => {
  const { attempt } = await tried(VOTES, (draft) => {
    const { winner: _, ...columns } = draft.columns;
    return { ...draft, columns };
  });
  expect(attempt?.made).toEqual([]);
  expect(attempt?.problems.map(({ message }) => message)).toContain('judgments without an answer');
});

test('scores become a pointwise run, and values that mean nothing known stay for one to say', async () => {
  const set = setOf('case,rating\nx,4\ny,2\n');
  const { attempt, text } = await tried(set);
  expect(text).toContain('protocol: pointwise');
  expect(recordsOf(attempt, 'judgments.jsonl')).toMatchObject([{ score: 4 }, { score: 2 }]);
  const odd = setOf('id,verdict\n1,oben\n2,b\n');
  const { preview, attempt: unclear } = await tried(odd);
  expect(usualValues(guessedDraft(preview, ''), preview)).toEqual({ verdict: {} });
  expect(unclear?.problems.map(({ found }) => found)).toContain('oben');
});

test('of ten thousand columns a hundred are offered', async () => {
  const names = Array.from({ length: 10_000 }, (_, i) => `c${i}`);
  const { preview } = await previewOf(setOf(`${names.join()}\n${names.join()}\n`));
  expect(preview).toMatchObject({ columns: names.slice(0, 100), more: 9900 });
  expect(preview?.rows[0]).toHaveLength(100);
});

test('of a large file only the head is tried, cut between two lines', async () => {
  const rows = Array.from({ length: 30_000 }, (_, i) => `case-${i},left,${i % 2 ? 'A' : 'B'}`);
  const { attempt } = await tried(setOf(['id,winner,human', ...rows, ''].join('\n')));
  expect(attempt?.head).toBe(true);
  expect(attempt?.problems).toEqual([]);
  expect(attempt?.made.find(({ file }) => file === 'judgments.jsonl')?.records).toBeGreaterThan(1000);
});
