import fs from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { registerScore } from '../../scripts/commands/score.ts';
import type { Board } from '../../src/schema/board.ts';
import { parseSlice } from '../../src/schema/slice.ts';
import type { ScoreRow } from '../../src/scoring/score-rows.ts';
import { drawn } from '../drawn.ts';
import { run as runCommand } from '../importers/command.ts';
import { built, writeFiles } from '../release/instances/project.ts';
import { scratch } from '../scratch.ts';
import { drawCritic } from './critic.ts';
import { drawJudgeBias } from './judge-bias.ts';
import { drawMultiCrit } from './multi-crit.ts';
import { Comparison, type DrawnRun, expectedOf, inUnit, runFolder } from './run.ts';

const SEEDS = Array.from({ length: drawn(10, 1) }, (_, seed) => seed);
const DRAWN: readonly DrawnRun[] = [drawMultiCrit, drawJudgeBias, drawCritic].flatMap((draw) =>
  SEEDS.map((seed) => draw(seed)),
);
const BENCHMARKS = ['multi-crit', 'mm-judgebias', 'mm-critic'] as const;
const EXPECTED = new Map(DRAWN.map((one) => [one.run, expectedOf(one)]));

let root: string;
let boards: readonly Board[];

const folderOf = ({ benchmark, run }: DrawnRun): string => path.join(root, 'data', benchmark, 'runs', run);

beforeAll(async () => {
  root = await scratch();
  await fs.mkdir(path.join(root, 'data'));
  // What the papers print is nothing to these values.
  const filter = (file: string): boolean => !/published|findings\.yaml/.test(file);
  for (const name of ['judges.yaml', ...BENCHMARKS])
    await fs.cp(path.join('data', name), path.join(root, 'data', name), { recursive: true, filter });
  for (const id of BENCHMARKS) {
    const judges = DRAWN.filter(({ benchmark }) => benchmark === id).map(
      ({ run }) =>
        `  - { id: judge-${run}, name: ${run}, organisation: A, family: F, access: open, thinking: never }\n`,
    );
    await writeFiles(root, new Map([[`data/${id}/judges.yaml`, `judges:\n${judges.join('')}`]]));
  }
  for (const one of DRAWN) await writeFiles(folderOf(one), runFolder(one));
  const { out, files, problems } = await built(root);
  expect(problems.filter((text) => text.includes('error'))).toEqual([]);
  const paths = files.filter(({ path: name }) => /boards\//.test(name) && name.endsWith('.json'));
  boards = await Promise.all(
    paths.map(async ({ path: name }) => JSON.parse(await fs.readFile(path.join(out, name), 'utf8')) as Board),
  );
});

describe('values of drawn runs are those of the formulas', () => {
  test('judgeboard score, whole and of a selection', async () => {
    const all = new Comparison();
    for (const one of DRAWN) {
      const expected = EXPECTED.get(one.run);
      const [first] = one.data.instances;
      const selections = [undefined, first === undefined || first.task === '' ? undefined : first.task];
      for (const task of new Set(selections)) {
        const where = task === undefined ? [] : ['--where', `task = '${task}'`];
        const chosen = one.data.instances.filter((i) => task === undefined || i.task === task);
        const ids = new Set(chosen.map(({ instance }) => instance));
        const { out, code } = await runCommand(registerScore, [
          'score',
          folderOf(one),
          '--root',
          root,
          '--json',
          ...where,
        ]);
        const { scores } = JSON.parse(out) as { scores: ScoreRow[] };
        expect(code).toBe(0);
        for (const { metric, slice, value } of scores) {
          const wanted = expected?.(Object.fromEntries(parseSlice(slice)), ids).get(metric);
          all.take(`${one.run} ${task ?? ''} ${metric} ${slice}`, value, wanted);
        }
      }
    }
    expect(all.wrong).toEqual([]);
    expect(all.compared).toBeGreaterThan(300 * SEEDS.length);
  });

  test.each(BENCHMARKS)('boards of a build: %s', (benchmark) => {
    const all = new Comparison();
    for (const board of boards.filter((b) => b.benchmark === benchmark && b.source === 'computed')) {
      for (const row of board.rows) {
        for (const { key, metric, slice, unit } of board.columns) {
          const cell = row.cells[key];
          const wanted = EXPECTED.get(row.id)?.(slice).get(metric ?? '');
          if (cell !== undefined) all.take(`${board.table} ${row.id} ${key}`, cell.value, inUnit(wanted, unit));
        }
      }
    }
    expect(all.wrong).toEqual([]);
    expect(all.compared).toBeGreaterThan(10 * SEEDS.length);
  });
});
