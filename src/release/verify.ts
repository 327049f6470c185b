import path from 'node:path';
import { metricById } from '../metrics/index.ts';
import { instanceColumns } from '../metrics/items.ts';
import { type Metric, scaleOf } from '../metrics/metric.ts';
import { baseSteps, contributionsStep, isSameValue, type Proved, provedColumn, provedOver } from '../metrics/proof.ts';
import { OFFICIAL_SETTINGS } from '../metrics/query.ts';
import { generatorRankings, type RunRanking, rankedValues } from '../metrics/rankings.ts';
import { type Board, type BoardColumn, isComputed } from '../schema/board.ts';
import { protocolOfTable } from '../schema/value-link.ts';
import { number, type Query, text } from '../sql/query.ts';
import { dropSteps, runSteps } from '../sql/step.ts';
import { withDuckDB } from './duckdb.ts';
import type { Release } from './read.ts';

/** A value of a board, and what its statement gives. */
export interface VerifiedCell {
  readonly board: Board;
  readonly row: string;
  readonly column: string;
  readonly shown: number;
  /** Null where the statement gives nothing, or where there is none. */
  readonly made: number | null;
  /** Why it is not made again; '' where it is. */
  readonly unproved: string;
  /** Whether the code of the build made it, for no statement does. */
  readonly byCode: boolean;
}

/** Says whether a value was made again and is the same. */
export const isVerified = ({ shown, made, unproved }: VerifiedCell): boolean =>
  unproved === '' && made !== null && isSameValue(made, shown);

interface AskedColumn {
  readonly board: Board;
  readonly column: BoardColumn;
  readonly proved: Proved | null;
  readonly unproved: string;
}

/** A value that rests on samples of the clusters, which code draws. */
const drawnMetric = ({ column, proved }: AskedColumn): Metric | null => {
  const metric = proved === null ? metricById(column.metric ?? '') : undefined;
  return metric?.ranked === undefined ? null : metric;
};

async function cellsOf(query: Query, asked: AskedColumn, rankings: readonly RunRanking[]): Promise<VerifiedCell[]> {
  const { board, column, proved } = asked;
  const drawn = drawnMetric(asked);
  const rows = proved === null ? [] : await query(provedOver(proved));
  const values = new Map(rows.map((row) => [text(row, 'run'), number(row, 'value')]));
  if (drawn !== null)
    for (const [run, { summary }] of rankedValues(rankings, drawn, column.slice))
      if (summary.value !== null) values.set(run, summary.value * scaleOf(column.unit, drawn));
  const unproved = drawn === null ? asked.unproved : '';
  return board.rows.flatMap(({ id, cells }): VerifiedCell[] => {
    const cell = cells[column.key];
    if (cell === undefined || cell.value === null) return [];
    // What an import could not read is in no table.
    const without = unproved === '' && cell.note.includes('left out by the import') ? cell.note : unproved;
    const made = values.get(id) ?? null;
    return [{ board, row: id, column: column.key, shown: cell.value, made, unproved: without, byCode: drawn !== null }];
  });
}

/** Makes the values of boards of one benchmark again, in its database. What several metrics read is made once. */
async function verifyBoards(query: Query, columns: readonly AskedColumn[]): Promise<VerifiedCell[]> {
  const rankings = columns.some((one) => drawnMetric(one) !== null)
    ? await generatorRankings(query, 'pointwise', OFFICIAL_SETTINGS)
    : [];
  const base = baseSteps({ columns: await instanceColumns(query) });
  const rowsOf = ({ board, proved }: AskedColumn): string =>
    proved === null
      ? ''
      : [protocolOfTable(board.table), proved.metric.ranked !== undefined, ...proved.metric.rows].join(' ');
  const cells: VerifiedCell[] = [];
  await runSteps(query, base);
  for (const own of Map.groupBy(columns, rowsOf).values()) {
    const [first] = own;
    const steps =
      first?.proved == null ? [] : [contributionsStep(first.proved.metric, protocolOfTable(first.board.table))];
    await runSteps(query, steps);
    for (const column of own) cells.push(...(await cellsOf(query, column, rankings)));
    await dropSteps(query, steps);
  }
  await dropSteps(query, base);
  return cells;
}

/** What is asked of a release: everything, or some columns of one board. */
export interface VerifyQuestion {
  readonly boards: readonly Board[];
  /** Keys of columns; all where there are none. */
  readonly columns: readonly string[];
}

/** Makes values of the release in `folder` again from its judgments and labels. Boards of papers, which rest on none, are left out. */
export async function verifyRelease(
  folder: string,
  { manifest }: Pick<Release, 'manifest'>,
  { boards, columns }: VerifyQuestion,
): Promise<readonly VerifiedCell[]> {
  const cells: VerifiedCell[] = [];
  for (const { id, instances } of manifest.benchmarks) {
    const asked = boards.flatMap((board) =>
      board.benchmark !== id || !isComputed(board)
        ? []
        : board.columns
            .filter(({ key }) => columns.length === 0 || columns.includes(key))
            .map((column): AskedColumn => ({ board, column, ...provedColumn(column) })),
    );
    if (instances === null || asked.length === 0) continue;
    cells.push(...(await withDuckDB(path.join(folder, instances.database), (query) => verifyBoards(query, asked))));
  }
  return cells;
}
