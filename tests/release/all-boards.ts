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

let shapes: Promise<readonly StoredBoard[]> | undefined;

/** The computed boards of a small set of Shapes, all of its runs; files that share a process share them. */
export async function shapesBoards(): Promise<readonly StoredBoard[]> {
  shapes ??= computeBoards();
  return shapes;
}

async function computeBoards(): Promise<readonly StoredBoard[]> {
  const opened = await openShapes(60, 5, true);
  try {
    const benchmark = Benchmark.parse(parse(readFileSync('data/shapes/benchmark.yaml', 'utf8')));
    const { judges } = parse(readFileSync('data/judges.yaml', 'utf8')) as { judges: unknown[] };
    const known = judges.map((judge) => Judge.parse(judge));
    return await computedBoards(opened.query, await tabledSource(opened.query), {
      benchmark,
      judges: new Map(known.map((judge) => [judge.id, judge])),
      runs: ALL_RUNS,
    });
  } finally {
    opened.close();
  }
}
