import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Board } from '../../../src/schema/board.ts';
import type { IngestReport } from '../../../src/schema/release.ts';
import { importWords } from '../../../src/ui/sentences.ts';
import { built, judgments, lines, project } from './project.ts';

const REASONS = [
  { reason: 'not valid JSON', rule: false, rows: 5 },
  { reason: 'a second answer; the first was kept', rule: true, rows: 2 },
];
const REPORT = {
  ...{ format: 'table', options: {}, sources: [], rows: { read: 87, used: 80, left_out: 7 } },
  ...{ left_out: REASONS, unread_judgments: 5 },
};

/** Two runs of 40 instances with two criteria each; of the first, three answers are not there and five could not be read. */
test('what an import left out is told where the run is seen: coverage of its board, its numbers and reasons', async () => {
  const root = await project({
    'data/mini/runs/one/import.json': JSON.stringify(REPORT),
    'data/mini/runs/one/judgments.jsonl': lines(judgments(40, 'First').slice(3)),
  });
  const { out, files } = await built(root);
  const json = async (prefix: string): Promise<unknown> =>
    JSON.parse(
      await fs.readFile(
        path.join(out, files.find((f) => f.path.startsWith(prefix) && f.path.endsWith('.json'))?.path ?? ''),
        'utf8',
      ),
    );
  const [ingest] = (await json('ingest.')) as readonly IngestReport[];
  expect(ingest?.runs.map(({ run, imported }) => [run, imported])).toEqual([
    ['one', { read: 87, leftOut: 7, unread: 5, unreadBySplit: {}, reasons: REASONS }],
    ['two', null],
  ]);
  const board = (await json('boards/')) as Board;
  const cells = board.rows.map(({ id, cells: own }) => [id, own['coverage']] as const);
  expect(cells).toMatchObject([
    ['one', { n: 82, status: 'coverage', note: '5 answers were left out by the import' }],
    ['two', { n: 80, status: 'ok', note: '', value: 1 }],
  ]);
  // Three of the five stand for the labels that nobody answered.
  expect(cells[0]?.[1]?.value).toBeCloseTo(77 / 82, 12);
});

test('an import in words', () => {
  expect(
    importWords({ read: 11_000, leftOut: 16, unread: 14, reasons: [REASONS[1], REASONS[0]].flatMap((r) => r ?? []) }),
  ).toBe(
    '11\u202f000 rows read, 16 left out: not valid JSON (5); a second answer; the first was kept (2, a rule of the format). Left out are 14 answers of the judge, which count as expected.',
  );
  expect(importWords({ read: 3, leftOut: 0, unread: 0, reasons: [] })).toBe('3 rows read, 0 left out.');
  const reasons = Array.from({ length: 8 }, (_, i) => ({ reason: `r\u202e${i}`, rule: false, rows: 8 - i }));
  expect(importWords({ read: 36, leftOut: 36, unread: 1, reasons })).toMatch(
    /^36 rows read, 36 left out: r‹RLO›0 \(8\);.*r‹RLO›4 \(4\); 3 more reasons\. Left out is 1 answer of the judge, which counts/,
  );
});
