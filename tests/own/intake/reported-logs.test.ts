import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { type ChosenReadings, needsMapping, recognise } from '../../../src/own/intake/recognise.ts';
import { type ImportedRun, importSet } from '../../../src/own/intake/run-files.ts';
import { textSource } from '../../../src/records/bytes.ts';
import { sourcesUnder } from '../../../src/release/input-run.ts';
import { mappedTable, scoredRuns, toldOf } from './mapped.ts';
import { sharedWasmWork } from './wasm-work.ts';

const work = await sharedWasmWork();

const REPORTED = path.join(import.meta.dirname, '../../fixtures/reported');
const dropped = async (name: string) => recognise(await sourcesUnder(path.join(REPORTED, name)));

describe('reported files in the worker of the page', () => {
  const scored = async (imported: readonly ImportedRun[]) => scoredRuns(work, imported);
  const mapped = async (name: string, options: Parameters<typeof mappedTable>[2] = {}) => {
    const { tried, imported, ...more } = await mappedTable(
      work,
      await sourcesUnder(path.join(REPORTED, name)),
      options,
    );
    return { ...more, ...(await tried()), imported: await imported() };
  };

  test('a run and its rerun: the newer counts, and it is said once which; or both, where somebody wants them', async () => {
    const { found, problems } = await dropped('lmms-eval-run-twice');
    expect(problems).toEqual([]);
    const [set] = found;
    if (set === undefined) throw new Error('nothing was recognised');
    const imported = await importSet(set);
    expect(toldOf(imported).filter((words) => !words.includes('the judge is named nowhere'))).toEqual([
      expect.stringMatching(
        /20260101_000000_\S+ {2}not read: an older run; \S+20260301_120000_\S+ is newer, and counts/,
      ),
    ]);
    expect((await scored(imported)).sharesOf('overall_accuracy')).toEqual({ 'judge-x': [12, 12] });
    expect(set.readings).toMatchObject([{ id: 'runs' }, { id: 'table' }]);
    const { found: again } = await recognise(await sourcesUnder(path.join(REPORTED, 'lmms-eval-run-twice')), {
      0: 'runs',
    });
    const both = await importSet(again[0] ?? set);
    expect(toldOf(both).join()).not.toContain('older');
    const { runs, lost } = await scored(both);
    expect(runs.map(({ run }) => run)).toEqual(['judge-x-20260101000000', 'judge-x-20260301120000']);
    expect(lost.map((one) => [one.lost, one.of])).toEqual([
      [1, 6],
      [0, 6],
    ]);
  });

  test('labels that call a pair level are expected as all others are: five of ten answered', async () => {
    const { found, problems } = await dropped('coverage-of-tie-labels');
    expect(problems).toEqual([]);
    const imported = (await Promise.all(found.map((set) => importSet(set)))).flat();
    expect(toldOf(imported)).toEqual([]);
    const { ingest, sharesOf } = await scored(imported);
    expect(ingest.runs).toMatchObject([{ coverage: { judged: 5, expected: 10 } }]);
    expect(sharesOf('coverage')).toEqual({ one: [5, 10] });
  });

  test('GenAI-Bench’s own file in no folder of a task is known by its columns, and the task is asked', async () => {
    const row = { idx: 1, prompt: 'p', response: '[[A>B]]', model_vote: '[[A>B]]', human_vote: 'leftvote' };
    const file = textSource('my-judge.jsonl', `${JSON.stringify(row)}\n`);
    const { found } = await recognise([file]);
    expect(found).toMatchObject([{ format: 'genai-bench', asks: true, readings: [{}, {}, {}, { id: 'table' }] }]);
    const { found: chosen } = await recognise([file], { 0: 'image_edition' });
    const imported = (await Promise.all(chosen.map((set) => importSet(set)))).flat();
    expect(toldOf(imported)).toEqual([]);
    const text = await imported[0]?.run?.files['judgments.jsonl']?.text();
    expect(JSON.parse(text ?? '')).toMatchObject({ instance: 'image_edition/1', verdict: 'a' });
  });

  test('answers in another form than expected are the first thing said, in the editor and beside the values', async () => {
    const { attempt, imported } = await mapped('answer-in-json-fence', {
      change: (draft) => ({ ...draft, patterns: {}, values: {} }),
    });
    const most = /^most answers of the judge could not be read, such as ".*Model B.*", ".*Model A/;
    expect(attempt?.problems[0]).toMatchObject({ lead: true, message: expect.stringMatching(most) });
    const { ingest } = await scored(imported);
    expect(ingest.problems[0]).toMatchObject({ lead: true, message: expect.stringMatching(most) });
    expect(ingest.problems[0]).toMatchObject({ severity: undefined, found: '40 of 40 without a verdict or score' });
    // Once: not with the import as well.
    expect(toldOf(imported)).toEqual([]);
    expect(imported.reduce((n, { told }) => n + told.errors, 0)).toBe(0);
  });

  test('a question_id beside an answer is a table; beside questions it is Multi-Crit, whatever these are written in', async () => {
    const { preview, set, imported } = await mapped('question-id-taken-for-multi-crit');
    expect(set).toMatchObject({
      format: 'table',
      reason: expect.stringMatching(/is a table of a form that is not known/),
    });
    expect(preview.columns).toEqual(['question_id', 'question', 'label', 'output']);
    expect((await scored(imported)).runs.length).toBe(1);
    const answers = textSource('gpt_outputs.jsonl', '{"question_id":1,"output":"Response 1 is better"}\n');
    const fields = ['question_id', 'prompt_id', 'split', 'criterion', 'preference'];
    const values = [1, 'p', 'open-ended', 'completeness', 'model_a'];
    const row = JSON.stringify(Object.fromEntries(fields.map((field, i) => [field, values[i]])));
    for (const questions of [
      textSource('rows.csv', `${fields.join(',')}\n${values.join(',')}\n`),
      textSource('rows.jsonl', `${row}\n`),
    ]) {
      const { found } = await recognise([answers, questions]);
      expect(found).toMatchObject([{ format: 'multi-crit', reason: expect.stringMatching(/^rows\./) }]);
      // Whoever knows better says so, and gets the editor.
      const again = await recognise([answers, questions], { 0: 'table' });
      expect(again.problems).toEqual([]);
      expect(again.found).toMatchObject([{ format: 'table', chosen: 'table' }]);
      expect(again.found.map(needsMapping)).toEqual([true]);
    }
  });

  test('run folders and tables with a mapping can be read as tables, too', async () => {
    const run = [
      textSource('r/run.yaml', 'run: r\nbenchmark: mine\njudge: j\nprotocol: pairwise\n'),
      textSource('r/judgments.jsonl', '{"instance":"1","verdict":"a","parse":"ok"}\n'),
    ];
    const table = [textSource('votes.csv', 'id,winner\n1,a\n'), textSource('mapping.yaml', 'run: {}\n')];
    const looks = async (chosen: ChosenReadings) =>
      (await recognise([...run, ...table], chosen)).found.map((set) => [set.format, needsMapping(set)]);
    expect(await looks({})).toEqual([
      ['run', false],
      ['table', false],
    ]);
    expect(await looks({ 0: 'table' })).toEqual([
      ['table', true],
      ['table', false],
    ]);
    expect(await looks({ 1: 'table' })).toEqual([
      ['run', false],
      ['table', true],
    ]);
  });
});
