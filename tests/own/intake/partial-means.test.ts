import fs from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { columnScales, columnStandings } from '../../../src/board/standings.ts';
import { scoreOwnRuns } from '../../../src/own/intake/score-runs.ts';
import { ownStandings } from '../../../src/own/standing-words.ts';
import { readYaml } from '../../../src/records/yaml.ts';
import { Benchmark } from '../../../src/schema/benchmark.ts';
import type { StoredBoard } from '../../../src/schema/board.ts';
import { publishedBoards } from '../../release/all-boards.ts';
import { lines } from '../../release/instances/project.ts';
import { sharedWasmWork } from './wasm-work.ts';

const benchmark = readYaml('b.yaml', fs.readFileSync('data/mm-judgebias/benchmark.yaml', 'utf8'), Benchmark).value;
if (benchmark === null) throw new Error('no benchmark');
const cases = benchmark.bias_types.flatMap(({ id, dimension }) =>
  [0, 1, 2].map((i) => ({ instance: `${id}-${i}`, attributes: { dimension, bias_type: id } })),
);

/** A run of MM-JudgeBias with one pair of scores for all cases. */
const runOf = (name: string, base: number, changed: number) => ({
  label: name,
  files: {
    'run.yaml': new Blob([`run: ${name}\nbenchmark: mm-judgebias\njudge: ${name}\nprotocol: perturbation\n`]),
    'instances.jsonl': new Blob([lines(cases.map((one) => ({ ...one, prompt: '' })))]),
    'judgments.jsonl': new Blob([
      lines(
        cases.flatMap(({ instance, attributes }) => [
          { instance, condition: 'base', score: base, parse: 'ok' },
          { instance, condition: attributes.bias_type, score: changed, parse: 'ok' },
        ]),
      ),
    ]),
  },
});

const work = await sharedWasmWork();
afterAll(() => work.run('USE memory'));

const printed = (await publishedBoards()).filter((board) => board.benchmark === 'mm-judgebias');
const scored = (runs: readonly ReturnType<typeof runOf>[]) =>
  scoreOwnRuns({ benchmark, judges: [], runs, shared: null, release: null, printed }, work);

/** A mean of reliability in every table with own rows, by row. */
const meansIn = (boards: readonly StoredBoard[]) =>
  boards.flatMap((board) =>
    board.columns
      .filter(({ metric, slice }) => metric === 'reliability' && Object.keys(slice).length === 0)
      .map((column) => ({ board, column, cells: new Map(board.rows.map((row) => [row.id, row.cells[column.key]])) })),
  );

test('a judge that always answers 1 leads no reliability: its mean over four of nine types stands apart, in printed tables and alone', async () => {
  const { paired, printed: among } = await scored([runOf('one', 1, 1)]);
  const means = meansIn([...paired, ...among]);

  expect(means.length).toBeGreaterThan(1);
  for (const { board, column, cells } of means) {
    const own = cells.get('yours-one');
    expect(own, board.table).toMatchObject({ value: 1, apart: '4 of 9', rank: null });
    expect(own?.note).toContain('4 of 9 parts');
    expect(columnScales(board)[column.key]?.best, board.table).not.toBe(1);
    expect(columnStandings(board, column).of.has('yours-one')).toBe(false);
    for (const [id, cell] of cells) if (id !== 'yours-one') expect(cell?.apart, id).toBeUndefined();
  }
  const standing = among.flatMap(ownStandings).find(({ value }) => value === '1.000');
  expect(standing).toMatchObject({ apart: expect.stringMatching(/^4 of 9: /), rank: '' });
});

test('a whole mean is ranked among printed ones, and beside a partial one of one’s own', async () => {
  const { paired, printed: among } = await scored([runOf('one', 1, 1), runOf('two', 9, 5)]);
  for (const { cells } of meansIn(among)) {
    // BD 4/8 on five types, BC 1 - 4/8 on four.
    expect(cells.get('yours-two')?.value).toBeCloseTo(0.5, 12);
    expect(cells.get('yours-two')?.apart).toBeUndefined();
  }
  const [board] = meansIn(paired);
  expect(board?.cells.get('yours-one')?.apart).toBe('4 of 9');
  expect(board?.cells.get('yours-two')?.apart).toBeUndefined();
  if (board !== undefined) expect(columnScales(board.board)[board.column.key]?.best).toBeNull();
});
