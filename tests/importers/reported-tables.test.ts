import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { registerImport } from '../../scripts/commands/import.ts';
import { scratchFolder } from '../scratch.ts';
import { type Row, run, scoresOf } from './command.ts';

const FIXTURES = path.join(import.meta.dirname, '../fixtures');

/** Rows of a file, read without the project: these files hold no quotes and, but for one list, no NaN. */
function rowsIn(file: string): Row[] {
  const text = fs
    .readFileSync(path.join(FIXTURES, 'reported', file), 'utf8')
    .trim()
    .replaceAll('NaN', 'null');
  if (file.endsWith('.jsonl')) return text.split('\n').map((line) => JSON.parse(line) as Row);
  if (file.endsWith('.json')) return [JSON.parse(text) as Row];
  const [head = '', ...lines] = text.split('\n');
  return lines.map((line) => Object.fromEntries(head.split(',').map((name, i) => [name, line.split(',')[i]])));
}

type Share = readonly [num: number, den: number];

const shareOf = (
  rows: readonly Row[],
  isRight: (row: Row) => unknown,
  counts: (row: Row) => unknown = () => true,
): Share => [rows.filter((row) => counts(row) && isRight(row)).length, rows.filter(counts).length];
const says =
  (one: string, other: string) =>
  (row: Row): boolean =>
    row[one] === row[other];
const decided = (row: Row, ...names: readonly string[]): boolean =>
  names.every((name) => String(row[name]).startsWith('model_'));
const answers = (row: Row): readonly string[] => [
  String(row['label']),
  /Model ([AB])"|\[\[([AB])\]\]/.exec(String(row['output']))?.slice(1).join('') ?? '',
];

/** A report, its mapping where it has several, the judge to choose, and what ten lines of counting give. */
const REPORTS: readonly (readonly [
  mapping: string,
  file: string,
  judge: string | null,
  want: (rows: readonly Row[]) => Readonly<Record<string, Share>>,
])[] = [
  [
    'answer-in-json-fence',
    'fenced.jsonl',
    null,
    (rows) => ({ overall_accuracy: shareOf(rows, (row) => answers(row)[0] === answers(row)[1]) }),
  ],
  [
    'question-id-taken-for-multi-crit',
    'brackets.jsonl',
    null,
    (rows) => ({ overall_accuracy: shareOf(rows, (row) => answers(row)[0] === answers(row)[1]) }),
  ],
  [
    'arena-labels',
    'arena-labels.csv',
    null,
    // A verdict of both bad or of a tie on a pair that people decided is wrong; pairs that people did not decide are left out.
    (rows) => ({
      overall_accuracy: shareOf(rows, says('winner', 'human'), (row) => decided(row, 'human')),
      four_way_accuracy: shareOf(rows, says('winner', 'human')),
      decided_accuracy: shareOf(rows, says('winner', 'human'), (row) => decided(row, 'winner', 'human')),
    }),
  ],
  [
    'criteria-as-columns',
    'wide-criteria.csv',
    null,
    (rows) => ({
      mean_score: [
        rows
          .flatMap((row) => [row['relevance'], row['accuracy'], row['fluency']])
          .reduce<number>((n, x) => n + Number(x), 0),
        3 * rows.length,
      ],
    }),
  ],
  [
    'id-of-two-columns',
    'turns.csv',
    null,
    (rows) => ({
      four_way_accuracy: shareOf(rows, (row) => String(row['winner']).split(' ')[0] === row['human']),
      overall_accuracy: shareOf(rows, says('winner', 'human'), (row) => decided(row, 'human')),
    }),
  ],
  ...['gpt-4o', 'gemini', 'llava'].map(
    (judge) =>
      [
        'judges-as-columns',
        'wide-judges.csv',
        judge,
        (rows: readonly Row[]) => ({ overall_accuracy: shareOf(rows, says(judge, 'label')) }),
      ] as const,
  ),
  ...['gpt-4o', 'gemini'].map(
    (judge) =>
      [
        'judges-as-rows',
        'long-judges.csv',
        judge,
        (rows: readonly Row[]) => ({
          overall_accuracy: shareOf(rows, says('verdict', 'label'), (row) => row['judge'] === judge),
        }),
      ] as const,
  ),
  [
    'labels-zero-and-one',
    'zero-one.jsonl',
    null,
    (rows) => ({ overall_accuracy: shareOf(rows, says('prediction', 'label')) }),
  ],
  [
    'list-of-scores',
    'score-lists.jsonl',
    null,
    (rows) => {
      const means = rows.map(
        ({ score }) => (score as number[]).reduce((n, x) => n + x, 0) / (score as number[]).length,
      );
      return {
        mean_score: [means.reduce((n, x) => n + x, 0), rows.length],
        score_error: [
          rows.reduce((n, row, i) => n + Math.abs(Number(row['human_score']) - (means[i] ?? 0)), 0),
          rows.length,
        ],
      };
    },
  ],
  [
    'nan-in-a-column-nobody-maps',
    'nan-beside.jsonl',
    null,
    (rows) => ({ overall_accuracy: shareOf(rows, says('verdict', 'label')) }),
  ],
  [
    'new-benchmark-without-value',
    'abc-ties.csv',
    null,
    (rows) => ({
      four_way_accuracy: shareOf(rows, says('judge', 'human')),
      overall_accuracy: shareOf(rows, says('judge', 'human'), (row) => row['human'] !== 'C'),
    }),
  ],
  [
    'one-row-per-filter',
    'samples_gsm8k_2025-01-01T00-00-00.jsonl',
    null,
    (rows) => ({
      critique_accuracy: shareOf(
        rows,
        (row) => row['exact_match'] === 1,
        (row) => row['filter'] === 'flexible-extract',
      ),
    }),
  ],
  [
    'protocol-chosen-after-columns-bool',
    'bool.csv',
    null,
    (rows) => ({ critique_accuracy: shareOf(rows, says('judge', 'human')) }),
  ],
  [
    'protocol-chosen-after-columns-one-zero',
    'one-zero.csv',
    null,
    (rows) => ({ critique_accuracy: shareOf(rows, says('judge', 'human')) }),
  ],
  [
    'reward-model-scores',
    'chosen-rejected.jsonl',
    null,
    (rows) => ({ overall_accuracy: shareOf(rows, (row) => row['results'] === 1) }),
  ],
  [
    'rows-inside-a-document-keyed',
    'keyed.json',
    null,
    ([all = {}]) => ({
      critique_accuracy: shareOf(
        Object.values(all) as Row[],
        (row) => (row['answer'] === row['extraction']) === row['true_false'],
      ),
    }),
  ],
  [
    'rows-inside-a-document-promptfoo',
    'promptfoo.json',
    null,
    ([all = {}]) => {
      const { results, stats } = all['results'] as {
        readonly results: readonly Row[];
        readonly stats: { readonly successes: number };
      };
      return { mean_score: [stats.successes, results.length] };
    },
  ],
  [
    'two-games',
    'two-games.jsonl',
    null,
    (rows) => {
      const both = rows
        .map(({ games }) => (games as { readonly score: string | null }[]).map(({ score }) => score))
        .filter((all) => !all.includes(null));
      const better = (said = ''): number => Number(said?.startsWith('A>')) - Number(said?.startsWith('B>'));
      return {
        position_consistency: [
          both.filter(([first, second]) => better(first ?? '') * better(second ?? '') === -1).length,
          both.length,
        ],
      };
    },
  ],
];

const folderOfReport = (mapping: string): string =>
  fs.readdirSync(path.join(FIXTURES, 'reported')).find((name) => mapping === name || mapping.startsWith(`${name}-`)) ??
  mapping;

test.each(REPORTS)('%s, %s, %s', async (mapping, file, judge, want) => {
  const report = folderOfReport(mapping);
  const out = path.join(scratchFolder(), 'run');
  const input = path.join(FIXTURES, 'reported', report, file);
  const more = judge === null ? [] : ['--judge', judge];
  const told = await run(registerImport, [
    'import',
    '--from',
    'sql',
    '--in',
    input,
    '--mapping',
    path.join(FIXTURES, 'mappings', `${mapping}.sql`),
    '--out',
    out,
    ...more,
  ]);
  expect(told).toMatchObject({ code: 0, err: '', out: expect.stringContaining(' 0 reported') });
  const scores = await scoresOf(out);
  for (const [metric, [num, den]] of Object.entries(want(rowsIn(path.join(report, file))))) {
    const score = scores.find((row) => row.metric === metric);
    expect([metric, score?.den]).toEqual([metric, den]);
    expect(score?.num).toBeCloseTo(num, 9);
    expect(den).toBeGreaterThan(0);
  }
});
