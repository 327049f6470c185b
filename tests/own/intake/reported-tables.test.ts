import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { withMappedCatalog } from '../../../src/own/intake/engine-work.ts';
import { importSet } from '../../../src/own/intake/run-files.ts';
import { openQuestions, withProtocol } from '../../../src/own/mapping/draft.ts';
import { fittingMapping } from '../../../src/own/mapping/statement.ts';
import { textSource } from '../../../src/records/bytes.ts';
import { sourcesUnder } from '../../../src/release/input-run.ts';
import { mappedTable, scoredRuns, toldOf } from './mapped.ts';
import { sharedWasmWork } from './wasm-work.ts';

const work = await sharedWasmWork();

const REPORTED = path.join(import.meta.dirname, '../../fixtures/reported');

type Row = Readonly<Record<string, string>>;

function linesOf(name: string): readonly Row[] {
  const text = fs.readFileSync(path.join(REPORTED, name), 'utf8').trim().split(/\r?\n/);
  if (name.endsWith('.jsonl')) return text.map((line) => JSON.parse(line));
  const [head = '', ...rows] = text;
  return rows.map((row) => Object.fromEntries(head.split(',').map((column, i) => [column, row.split(',')[i] ?? ''])));
}

/** Counts rows of which something holds, and all of them. */
const counted = (rows: readonly Row[], holds: (row: Row) => boolean): number[] => [
  rows.filter(holds).length,
  rows.length,
];

describe('reported tables in the worker of the page, mapped as the editor guesses', () => {
  /** Maps, imports and scores reported files of which nothing was found to complain of. */
  async function scored(name: string, options: Parameters<typeof mappedTable>[2] = {}) {
    const given = path.join(REPORTED, name);
    const mapped = await mappedTable(work, await sourcesUnder(given), options);
    const imported = await mapped.imported();
    expect(toldOf(imported)).toEqual([]);
    return { ...mapped, ...(await scoredRuns(work, imported)) };
  }

  test('a benchmark of one’s own with ties: a board with intervals, and the lost cases of the metric that ranks', async () => {
    const { tried, sharesOf, lost } = await scored('new-benchmark-without-value');
    const rows = linesOf('new-benchmark-without-value/abc-ties.csv');
    const isRight = ({ human, judge }: Row): boolean => human === judge;
    expect(counted(rows, isRight)).toEqual([45, 60]);
    expect(sharesOf('four_way_accuracy')).toEqual({ 'my-judge': [45, 60] });
    const decided = rows.filter(({ human }) => human !== 'C');
    expect(sharesOf('overall_accuracy')).toEqual({ 'my-judge': counted(decided, isRight) });
    expect(lost).toMatchObject([{ metric: 'four_way_accuracy', lost: 15, of: 60 }]);
    expect((await tried()).shown).toMatchObject([{ value: '0.750', interval: '0.624 to 0.844' }]);
  });

  test('verdicts in JSON within a fence, and in double brackets, are found where they stand', async () => {
    const fenced = await scored('answer-in-json-fence');
    const rows = linesOf('answer-in-json-fence/fenced.jsonl');
    const said = counted(rows, ({ label, output = '' }) => output.includes(`"Model ${label}"`));
    expect(fenced.sharesOf('overall_accuracy')).toEqual({ 'my-judge': said });
    expect(fenced.ingest.problems).toEqual([]);
    const bracketed = await scored('question-id-taken-for-multi-crit');
    const lines = linesOf('question-id-taken-for-multi-crit/brackets.jsonl');
    const right = counted(lines, ({ label, output = '' }) => output.endsWith(`[[${label}]]`));
    expect(bracketed.sharesOf('overall_accuracy')).toEqual({ 'my-judge': right });
  });

  test('0 and 1 of a pair are asked and never guessed; as the index of the better answer they count as said', async () => {
    const before = await mappedTable(work, await sourcesUnder(path.join(REPORTED, 'labels-zero-and-one')));
    expect(openQuestions(before.draft)).toEqual([
      'Say what 0 and 1 mean in label.',
      'Say what 0 and 1 mean in prediction.',
    ]);
    expect((await before.tried()).attempt.made.map(({ file }) => file)).not.toContain('judgments.jsonl');
    const means = { 0: 'a', 1: 'b' };
    const { sharesOf } = await scored('labels-zero-and-one', {
      change: (draft) => ({ ...draft, values: { label: means, prediction: means } }),
    });
    const rows = linesOf('labels-zero-and-one/zero-one.jsonl');
    expect(sharesOf('overall_accuracy')).toEqual({
      'my-judge': counted(rows, ({ label, prediction }) => label === prediction),
    });
    const same = { ...before.draft, values: { label: { 0: 'a', 1: 'a' } } };
    expect(openQuestions(same)).toEqual(['0 and 1 mean the same in label: is that so?']);
  });

  test('four answers of an arena are known in its spelling', async () => {
    const { sharesOf } = await scored('arena-labels');
    const rows = linesOf('arena-labels/arena-labels.csv');
    expect(sharesOf('four_way_accuracy')).toEqual({
      'my-judge': counted(rows, ({ human, winner }) => human === winner),
    });
  });

  test('meanings follow the protocol: True and False criticise, and 1 and 0 where somebody says so', async () => {
    const folder = await sourcesUnder(path.join(REPORTED, 'protocol-chosen-after-columns'));
    for (const [file, yes] of [
      ['bool.csv', 'True'],
      ['one-zero.csv', '1'],
    ] as const) {
      const given = folder.filter(({ name }) => name.endsWith(file));
      const mapped = await mappedTable(work, given, {
        change: (draft, preview) => withProtocol(draft, 'critique', preview),
      });
      expect(mapped.draft.values['judge']?.[yes]).toBe('correct');
      expect(openQuestions(mapped.draft)).toEqual([]);
      const imported = await mapped.imported();
      expect(toldOf(imported)).toEqual([]);
      const { sharesOf } = await scoredRuns(work, imported);
      const rows = linesOf(`protocol-chosen-after-columns/${file}`);
      expect(sharesOf('critique_accuracy')).toEqual({
        'my-judge': counted(rows, ({ human, judge }) => human === judge),
      });
    }
  });

  test('an id of two columns; a column of judges’ names is no verdict; an inconsistent tie is a tie', async () => {
    const { sharesOf, draft } = await scored('id-of-two-columns');
    expect(draft.columns).toMatchObject({
      question_id: 'instance',
      turn: 'instance',
      judge: 'judge',
      winner: 'verdict',
    });
    const rows = linesOf('id-of-two-columns/turns.csv');
    const tied = (text = ''): string => text.replace(' (inconsistent)', '');
    expect(sharesOf('four_way_accuracy')).toEqual({
      'gpt-4': counted(rows, (row) => row['human'] === tied(row['winner'])),
    });
  });

  test('the larger of two scores is a reward model’s verdict', async () => {
    const { sharesOf } = await scored('reward-model-scores');
    const rows = linesOf('reward-model-scores/chosen-rejected.jsonl');
    const isRight = ({ scores_chosen, scores_rejected }: Row): boolean =>
      Number(scores_chosen) > Number(scores_rejected);
    expect(sharesOf('overall_accuracy')).toEqual({ 'my-judge': counted(rows, isRight) });
  });

  test('several judges from one drop, as columns and as rows', async () => {
    const columns = await scored('judges-as-columns');
    const wide = linesOf('judges-as-columns/wide-judges.csv');
    expect(columns.sharesOf('overall_accuracy')).toEqual(
      Object.fromEntries(
        ['gpt-4o', 'gemini', 'llava'].map((judge) => [judge, counted(wide, (row) => row[judge] === row['label'])]),
      ),
    );
    const rows = await scored('judges-as-rows');
    const long = linesOf('judges-as-rows/long-judges.csv');
    expect(rows.sharesOf('overall_accuracy')).toEqual(
      Object.fromEntries(
        ['gpt-4o', 'gemini'].map((judge) => [
          judge,
          counted(
            long.filter((row) => row['judge'] === judge),
            ({ label, verdict }) => label === verdict,
          ),
        ]),
      ),
    );
  });

  test('criteria as columns, and five scores of one answer', async () => {
    const wide = await scored('criteria-as-columns');
    const rows = linesOf('criteria-as-columns/wide-criteria.csv');
    const sum = (numbers: readonly unknown[]): number => numbers.reduce<number>((n, one) => n + Number(one), 0);
    const means = wide.values.filter(({ metric, slice }) => metric === 'mean_score' && slice !== '');
    expect(means.map(({ slice, num, den }) => [slice, num, den])).toEqual(
      ['accuracy', 'fluency', 'relevance'].map((name) => [`criterion=${name}`, sum(rows.map((row) => row[name])), 40]),
    );
    expect(wide.paired[0]?.columns.map(({ label }) => label)).toEqual(expect.arrayContaining(['accuracy', 'fluency']));
    const lists = await scored('list-of-scores');
    const all = linesOf('list-of-scores/score-lists.jsonl').flatMap(({ score }) => score as unknown as number[]);
    expect(lists.runs).toMatchObject([{ repeats: 5 }]);
    expect(lists.sharesOf('mean_score')).toEqual({ 'my-judge': [sum(all), all.length] });
  });

  test('documents: rows by their keys, and rows somewhere within', async () => {
    const folder = await sourcesUnder(path.join(REPORTED, 'rows-inside-a-document'));
    const of = (file: string) => folder.filter(({ name }) => name.endsWith(file));
    const keyed = await mappedTable(work, of('keyed.json'));
    expect(keyed.preview).toMatchObject({ places: [{ name: '', rows: 12 }] });
    expect(keyed.preview.columns).toEqual(expect.arrayContaining(['_key', 'metadata.category']));
    expect((await keyed.tried()).attempt.made).toMatchObject([
      { records: 12 },
      { file: 'judgments.jsonl', records: 12 },
    ]);
    const within = await mappedTable(work, of('promptfoo.json'));
    expect(within.preview).toMatchObject({ path: 'results.results', places: [{ name: 'results.results', rows: 10 }] });
    expect((await within.tried()).attempt.made).toMatchObject([
      { records: 10 },
      { file: 'judgments.jsonl', records: 10 },
    ]);
    const imported = await within.imported();
    expect(toldOf([...(await keyed.imported()), ...imported])).toEqual([]);
    const { sharesOf } = await scoredRuns(work, imported);
    expect(sharesOf('mean_score')).toEqual({ 'my-judge': [6, 10] });
  });

  test('two games of a pair in a list, the second with the answers swapped: both orders, by choices and by the mapping that is proposed', async () => {
    type Game = { readonly score: string | null };
    const games = linesOf('two-games/two-games.jsonl').map((row) => row['games'] as unknown as readonly Game[]);
    const winner = (game: Game | undefined): string | undefined => game?.score?.match(/^([AB])>/)?.[1];
    const other = { A: 'B', B: 'A' } as const;
    // Who wins in the first place wins in the second once the answers are swapped; a game without a verdict shows nothing steady.
    const steady = games.filter(([one, two]) => winner(one) && other[winner(one) as 'A' | 'B'] === winner(two)).length;
    const { draft, preview, set, sharesOf } = await scored('two-games');
    expect(draft.columns).toMatchObject({ 'games.1.score': 'verdict', 'games.2.score': 'swapped', judge: 'judge' });
    expect(draft.values['games.2.score']).toEqual({ 'A=B': 'tie', 'A>B': 'a', 'B>>A': 'b' });
    const expected = { 'gpt-4-1': [steady, games.length] };
    expect([steady, games.length]).toEqual([2, 20]);
    expect(sharesOf('position_consistency')).toEqual(expected);
    const fitting = fittingMapping(preview)?.mapping;
    expect(fitting?.id).toBe('arena-hard');
    const imported = await importSet(set, {
      mapping: textSource('mapping.sql', fitting?.sql ?? ''),
      mapped: (use) => withMappedCatalog(work, use),
    });
    expect(toldOf(imported)).toEqual([]);
    expect((await scoredRuns(work, imported)).sharesOf('position_consistency')).toEqual(expected);
  });

  test('each value of a setting is a run of its own', async () => {
    const { sharesOf } = await scored('one-row-per-filter');
    const rows = linesOf('one-row-per-filter/samples_gsm8k_2025-01-01T00-00-00.jsonl');
    const right = (filter: string) =>
      counted(
        rows.filter((row) => row['filter'] === filter),
        (row) => Number(row['exact_match']) === 1,
      );
    expect(sharesOf('mean_score')).toEqual({
      'my-judge-flexible-extract': right('flexible-extract'),
      'my-judge-strict-match': right('strict-match'),
    });
  });
});
