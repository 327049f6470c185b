import fs from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { registerScore } from '../../scripts/commands/score.ts';
import { scoreOwnRuns } from '../../src/own/intake/score-runs.ts';
import { Benchmark } from '../../src/schema/benchmark.ts';
import type { Board, StoredBoard } from '../../src/schema/board.ts';
import { parseSlice } from '../../src/schema/slice.ts';
import type { ScoreRow } from '../../src/scoring/score-rows.ts';
import { run as runCommand } from '../importers/command.ts';
import { openWasmWork } from '../own/intake/wasm-work.ts';
import { built, writeFiles } from '../release/instances/project.ts';
import { scratch } from '../scratch.ts';
import { drawCritic } from './critic.ts';
import { drawJudgeBias } from './judge-bias.ts';
import { drawMultiCrit } from './multi-crit.ts';
import { type DrawnRun, expectedOf, runFolder } from './run.ts';

const SEEDS = Array.from({ length: 10 }, (_, seed) => seed);
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
  for (const name of ['judges.yaml', ...BENCHMARKS])
    await fs.cp(path.join('data', name), path.join(root, 'data', name), { recursive: true });
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
}, 240_000);

/** What is compared, with how many numbers it came to. */
class Comparison {
  readonly wrong: string[] = [];
  compared = 0;

  take(what: string, found: number | null, wanted: number | null | undefined): void {
    // The formulas of the tests do not know every metric.
    if (wanted === undefined) return;
    const isSame = found === null || wanted === null ? found === wanted : Math.abs(found - wanted) < 1e-8;
    if (!isSame) this.wrong.push(`${what}: ${found} instead of ${wanted}`);
    if (wanted !== null) this.compared += 1;
  }
}

describe('values of drawn runs are those of the formulas', () => {
  test('judgeboard score, whole and of a selection', { timeout: 120_000 }, async () => {
    const all = new Comparison();
    for (const one of DRAWN) {
      const expected = EXPECTED.get(one.run);
      const [first] = one.data.instances;
      const selections = [undefined, first === undefined || first.task === '' ? undefined : first.task];
      for (const task of new Set(selections)) {
        const where = task === undefined ? [] : ['--where', `task = '${task}'`];
        const chosen = one.data.instances.filter((i) => task === undefined || i.task === task);
        const ids = new Set(chosen.map(({ instance }) => instance));
        const { out, err } = await runCommand(registerScore, [
          'score',
          folderOf(one),
          '--root',
          root,
          '--json',
          ...where,
        ]);
        expect(err).toBe('');
        const { scores } = JSON.parse(out) as { scores: ScoreRow[] };
        for (const { metric, slice, value } of scores) {
          const wanted = expected?.(Object.fromEntries(parseSlice(slice)), ids).get(metric);
          all.take(`${one.run} ${task ?? ''} ${metric} ${slice}`, value, wanted);
        }
      }
    }
    expect(all.wrong).toEqual([]);
    expect(all.compared).toBeGreaterThan(3_000);
  });

  test.each(BENCHMARKS)('boards of a build: %s', (benchmark) => {
    const all = new Comparison();
    for (const board of boards.filter((b) => b.benchmark === benchmark && b.source === 'computed')) {
      for (const row of board.rows) {
        for (const { key, metric, slice, unit } of board.columns) {
          const cell = row.cells[key];
          const wanted = EXPECTED.get(row.id)?.(slice).get(metric ?? '');
          if (cell === undefined) continue;
          const scale = unit === 'percent' ? 100 : 1;
          all.take(
            `${board.table} ${row.id} ${key}`,
            cell.value,
            wanted === null || wanted === undefined ? wanted : wanted * scale,
          );
        }
      }
    }
    expect(all.wrong).toEqual([]);
    expect(all.compared).toBeGreaterThan(100);
  });
});

/** What `tables.yaml` says of the columns of a table, as it stands in the file. */
interface TableText {
  readonly kind: string;
  readonly split?: string;
  readonly columns: Readonly<Record<string, { readonly metric?: string; readonly slice?: Record<string, string> }>>;
}

describe('own rows of printed tables hold what their columns mean', () => {
  test.each(BENCHMARKS)('%s', { timeout: 240_000 }, async (id) => {
    const work = await openWasmWork();
    const read = (name: string): Promise<string> => fs.readFile(path.join('data', id, name), 'utf8');
    const benchmark = Benchmark.parse(parse(await read('benchmark.yaml')));
    const { tables } = parse(await read('published/tables.yaml')) as { tables: Record<string, TableText> };
    const printed: StoredBoard[] = boards.filter((b) => b.benchmark === id && b.source !== 'computed');
    const all = new Comparison();
    const seen = new Set<string>();
    for (const one of DRAWN.filter((d) => d.benchmark === id).slice(0, 5)) {
      const files = Object.fromEntries([...runFolder(one)].map(([name, text]) => [name, new Blob([text])]));
      const runs = [{ label: one.run, files }];
      const scored = await scoreOwnRuns({ benchmark, judges: [], runs, shared: null, release: null, printed }, work);
      for (const board of scored.printed) {
        seen.add(board.table);
        const row = board.rows.find((r) => r.id === `yours-${one.run}`);
        const { split, columns = {} } = tables[board.table] ?? {};
        for (const { key, unit } of board.columns) {
          const { metric = '', slice = {} } = columns[key] ?? {};
          const whole = split === undefined ? slice : { split, ...slice };
          const wanted = EXPECTED.get(one.run)?.(whole).get(metric);
          const value = wanted === null || wanted === undefined ? wanted : wanted * (unit === 'percent' ? 100 : 1);
          all.take(`${board.table} ${one.run} ${key}`, row?.cells[key]?.value ?? null, value);
        }
      }
    }
    expect(all.wrong).toEqual([]);
    expect(all.compared).toBeGreaterThan(40);
    expect(seen.size).toBe(Object.values(tables).filter(({ kind }) => kind === 'leaderboard').length);
  });
});
