import { bc } from '../../metrics/bc.ts';
import { bd } from '../../metrics/bd.ts';
import type { Benchmark } from '../../schema/benchmark.ts';
import type { Board, BoardColumn } from '../../schema/board.ts';
import type { Judge } from '../../schema/judge.ts';
import { sliceText } from '../../schema/slice.ts';
import type { Figure } from '../kit/figure.ts';
import { correctionAgainstCritique } from './change.ts';
import { fingerprint } from './fingerprint.ts';
import { groupMeans } from './groups.ts';
import { inLines } from './lines.ts';
import { comparisonPicture } from './picture.ts';
import { higherIsBetter, nameOfColumn } from './rows.ts';
import { discernmentFigure, sizeAgainst } from './scatter.ts';
import { bestPerSlice, sliceFamilies, slicesPerJudge } from './slices.ts';

/** A table of no more judges than this has all of them drawn, instead of the best of each group. */
const FEW_JUDGES = 12;

/** Groups the columns of a leaderboard by dimension (bias types), or takes each measured column by itself. */
function averagedFamilies(benchmark: Benchmark, board: Board): { label: string; columns: BoardColumn[] }[] {
  const measured = higherIsBetter(board).filter((c) => c.unit !== 'score');
  const dimensions = benchmark.dimensions.map(({ id, label }) => ({
    label,
    columns: measured.filter((c) => benchmark.bias_types.some((b) => b.dimension === id && b.id === c.slice.bias_type)),
  }));
  const filled = dimensions.filter((d) => d.columns.length > 0);
  return filled.length > 0 ? filled : measured.map((c) => ({ label: nameOfColumn(board, c), columns: [c] }));
}

function leaderboardFigures(benchmark: Benchmark, board: Board, judges: ReadonlyMap<string, Judge>): Figure[] {
  const few = board.rows.filter((r) => r.kind === 'judge').length <= FEW_JUDGES;
  const slices = sliceFamilies(board).map(({ key, columns }) =>
    few ? slicesPerJudge(board, columns) : bestPerSlice(board, key, columns),
  );
  const [drops, stays] = [bd, bc].map(({ id }) =>
    board.columns.filter((c) => c.metric === id && c.slice.bias_type !== undefined),
  );
  const perturbed = drops !== undefined && stays !== undefined && drops.length > 2 && stays.length > 2;
  const size = sizeAgainst(board, judges);
  return [
    ...slices,
    ...(perturbed ? [fingerprint(board, [...drops, ...stays]), discernmentFigure(board, drops, stays)] : []),
    ...(board.rows.some((r) => r.group !== '') && !few ? [groupMeans(board, averagedFamilies(benchmark, board))] : []),
    ...(size === null ? [] : [size]),
  ];
}

/** Tables that split another table's columns by task repeat it; figures are drawn from the others. */
const isBreakdown = (board: Board): boolean => board.columns.some((c) => c.slice.task_type !== undefined);

/** Names what a table measures of each setting that it compares. */
function comparedIn(board: Board): ReadonlySet<string> {
  const settings = new Set(board.rows.map(({ variant, thinking }) => JSON.stringify([variant, thinking])));
  const measured = higherIsBetter(board);
  return new Set(
    [...settings].flatMap((one) => measured.map((c) => `${one} ${c.setting ?? ''} ${c.metric} ${sliceText(c.slice)}`)),
  );
}

/** Says whether a table gives what another one compares in full: the other is drawn, and the table's own page shows its parts. */
function isInFull(board: Board, boards: readonly Board[]): boolean {
  const own = comparedIn(board);
  return boards.some((other) => {
    const compared = comparedIn(other);
    return (
      other.kind === 'comparison' &&
      compared.size > 0 &&
      compared.size < own.size &&
      [...compared].every((one) => own.has(one))
    );
  });
}

/** Says whether there is anything to draw: of a table whose cells are all in doubt there is not. */
function isFilled(figure: Figure): boolean {
  if (figure.kind === 'scatter') return figure.points.length > 0;
  if (figure.kind === 'dots') return figure.rows.some(({ marks }) => marks.length > 0);
  if (figure.kind === 'matrix') return figure.rows.length > 0;
  return figure.panels.some(({ rows }) => rows.length > 0);
}

/** Makes every figure that a benchmark's published tables support, in the order of the tables as far as lines of the page are filled. */
export function figuresOf(
  benchmark: Benchmark,
  boards: readonly Board[],
  judges: ReadonlyMap<string, Judge>,
): Figure[] {
  const own = boards
    .filter((b) => b.benchmark === benchmark.id && b.source !== 'computed')
    .toSorted((a, b) => a.number - b.number);
  const figures = [
    ...own
      .filter((b) => b.kind === 'leaderboard' && !isBreakdown(b))
      .flatMap((b) => leaderboardFigures(benchmark, b, judges)),
    ...own.filter((b) => !isInFull(b, own)).flatMap((b) => comparisonPicture(b) ?? []),
    ...correctionAgainstCritique(own),
  ];
  return inLines(figures.filter(isFilled));
}
