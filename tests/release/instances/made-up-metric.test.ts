import fs from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Command } from 'commander';
import Papa from 'papaparse';
import { beforeAll, expect, test, vi } from 'vitest';
import { registerScore } from '../../../scripts/commands/score.ts';
import { gather } from '../../../src/cases/gather.ts';
import { findPlaces } from '../../../src/cases/sets.ts';
import { ANY_ANSWERS, EVERY_CASE } from '../../../src/cases/wanted.ts';
import { SLICE_FIGURES } from '../../../src/figures/cases/Slices.tsx';
import { gatherCuts } from '../../../src/figures/page/gather-figures.ts';
import type { Metric } from '../../../src/metrics/metric.ts';
import { EVERYWHERE } from '../../../src/metrics/query.ts';
import type { StoredBoard } from '../../../src/schema/board.ts';
import type { ScoreRow } from '../../../src/scoring/score-rows.ts';
import { SECTIONS } from '../../../src/site/methods/sections.ts';
import { firstShare } from '../../metrics/made-up.ts';
import { figureChoices, opened } from './opened.ts';
import { type BuiltRelease, built, filesBelow, judgments, lines, project } from './project.ts';

// The one line in the index.
vi.mock('../../../src/metrics/index.ts', async (original) => {
  const index = await original<typeof import('../../../src/metrics/index.ts')>();
  const { firstShare } = await import('../../metrics/made-up.ts');
  (index.METRICS as Metric[]).push(firstShare);
  return { ...index, metricById: (id: string) => index.METRICS.find((metric) => metric.id === id) };
});

const { id } = firstShare;
const RUN = 'data/mini/runs/one';
/** Of 80 verdicts 10 name the second response: those on the first five cases. */
const ANSWERS = judgments(40, 'x').map((row, i) => (i < 10 ? { ...row, verdict: 'b' } : row));

let root: string;
let release: BuiltRelease;
beforeAll(async () => {
  root = await project({ [`${RUN}/judgments.jsonl`]: lines(ANSWERS) });
  release = await built(root);
});

const stored = async (pattern: RegExp): Promise<Buffer> => {
  const name = (await filesBelow(release.out)).find((file) => pattern.test(file));
  if (name === undefined) throw new Error(`no file ${pattern}`);
  const bytes = await fs.readFile(path.join(release.out, name));
  return name.endsWith('.gz') ? gunzipSync(bytes) : bytes;
};

test('a metric of one file has a column on the board of runs, with interval, rank and tests', async () => {
  const board = JSON.parse((await stored(/^boards\/mini\/pairwise-easy\..*json/)).toString()) as StoredBoard;
  expect(board.columns.map(({ key, label }) => [key, label])).toContainEqual([id, 'First']);
  const cell = board.rows.find((row) => row.id === 'one')?.cells[id];
  expect(cell).toMatchObject({ printed: '0.875', value: 0.875, n: 80, rank: { best: 1, worst: 1 } });
  expect(cell?.interval?.hi).toBeLessThan(1);
  expect(board.pairs?.[id]).toHaveLength(1);
});

test('it is cut by attributes, and opens cases in the explorer', async () => {
  const { query, close } = await opened(release);
  const known = await figureChoices(query);
  const cuts = await gatherCuts(query, known);
  expect(cuts.pairwise?.metrics).toContain(id);
  const figure = SLICE_FIGURES.find(({ protocol }) => protocol === 'pairwise');
  const scope = { where: EVERYWHERE, runs: {}, cuts: { pairwise: { metric: id, facet: 'task' } } };
  const slices = await figure?.load(query, scope, { ...known, cuts });
  const cells = slices?.rows.find(({ run }) => run === 'one')?.cells;
  // Three of the first five cases are of the task `count`, two of `name`.
  expect(cells?.map((cell) => cell?.value)).toEqual([34 / 40, 36 / 40]);

  expect((await gather(query)).losses.map((metric) => metric.id)).toContain(id);
  const lost = { ...EVERY_CASE, metric: id, run: 'one' };
  expect(await findPlaces(query, { lost, answers: ANY_ANSWERS, run: 'one' })).toHaveLength(35);
  close();
});

test('`score --json` has its value', async () => {
  const said = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  const program = new Command();
  registerScore(program);
  await program.parseAsync(['node', 'judgeboard', 'score', path.join(root, RUN), '--root', root, '--json']);
  const { scores } = JSON.parse(String(said.mock.calls[0]?.[0])) as { scores: ScoreRow[] };
  said.mockRestore();
  const row = scores.find(({ metric, slice }) => metric === id && slice === 'split=easy');
  expect(row).toMatchObject({ run: 'one', value: 0.875, num: 70, den: 80, n: 40 });
});

test('the methods page explains it', () => {
  expect(SECTIONS.find((section) => section.id === 'pairwise')?.own).toContain(firstShare);
});

test('the downloads of contributions hold its rows', async () => {
  const csv = (await stored(/^mini\/contributions\..*csv/)).toString();
  const { data } = Papa.parse<Record<string, string>>(csv, { header: true, skipEmptyLines: true });
  const own = data.filter(({ metric, run }) => metric === id && run === 'one');
  expect(own).toHaveLength(40);
  expect(own.reduce((total, { num }) => total + Number(num), 0)).toBe(70);
});
