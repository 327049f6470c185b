import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { ALL_RUNS } from '../../scripts/shapes/runs.ts';
import { runAudit } from '../../src/audit/index.ts';
import { buildBoard } from '../../src/release/board.ts';
import { loadData } from '../../src/release/load.ts';
import { Benchmark } from '../../src/schema/benchmark.ts';
import type { StoredBoard } from '../../src/schema/board.ts';
import { Judge } from '../../src/schema/judge.ts';
import { tabledSource } from '../../src/scoring/board-values.ts';
import { computedBoards } from '../../src/scoring/computed-boards.ts';
import { openShapes } from '../figures/shapes.ts';

/** Every published table of the project's data as the release shows it. */
export async function publishedBoards(): Promise<readonly StoredBoard[]> {
  const { value, problems } = await loadData('.');
  if (value === undefined) throw new Error(JSON.stringify(problems));
  const { cells } = runAudit(value);
  const judges = new Map(value.judges.map((judge) => [judge.id, judge]));
  return value.benchmarks.flatMap(({ benchmark, tables }) =>
    Object.entries(tables).map(([id, table]) => {
      const own = cells.filter((cell) => cell.benchmark === benchmark.id && cell.table === id);
      return buildBoard({ benchmark, id, table, cells: own, judges });
    }),
  );
}

/** The computed boards of a small set of Shapes, all of its runs. */
export async function shapesBoards(size: number): Promise<readonly StoredBoard[]> {
  const shapes = await openShapes(size, 5, true);
  try {
    const benchmark = Benchmark.parse(parse(readFileSync('data/shapes/benchmark.yaml', 'utf8')));
    const { judges } = parse(readFileSync('data/judges.yaml', 'utf8')) as { judges: unknown[] };
    const known = judges.map((judge) => Judge.parse(judge));
    return await computedBoards(shapes.query, await tabledSource(shapes.query), {
      benchmark,
      judges: new Map(known.map((judge) => [judge.id, judge])),
      runs: ALL_RUNS,
    });
  } finally {
    shapes.close();
  }
}
