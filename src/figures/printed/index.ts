import { axisOf, logDomainOf } from '../../charts/axis.ts';
import { accessMark, type MarkKind, plainMark } from '../../charts/mark-kinds.tsx';
import { bc, bd } from '../../metrics/perturbations.ts';
import type { Benchmark } from '../../schema/benchmark.ts';
import { type Board, type BoardColumn, type BoardRow, rowLabel } from '../../schema/board.ts';
import type { Judge } from '../../schema/judge.ts';
import { sliceText } from '../../schema/slice.ts';
import { doublyCentred, meanOf, paretoFront } from '../../stats/intervals.ts';
import { countOf, signed } from '../../ui/number-words.ts';
import { clusterOrder } from '../kit/cluster-order.ts';
import { correctionAgainstCritique } from './change.ts';
import {
  ACCESS_SERIES,
  axisLabel,
  type DotsFigure,
  type Figure,
  type FigureMark,
  type MatrixFigure,
  printedWords,
  type ScatterFigure,
} from './figure.ts';
import { inLines } from './PrintedFigure.tsx';
import { comparisonPicture } from './picture.ts';
import { bestPerSlice, sliceFamilies, slicesPerJudge } from './readings.ts';
import {
  completeRows,
  correlationWords,
  discernmentWords,
  farthestWords,
  higherIsBetter,
  highestWords,
  meanOver,
  nameOfColumn,
  rowsOfJudges,
  sourceOfBoard,
  usableValue,
} from './rows.ts';

/** Draws sensitivity to broken input (mean BD) against stability under harmless change (mean BC): a constant scorer sits at (1, 0). */
function discernmentFigure(board: Board, bd: readonly BoardColumn[], bc: readonly BoardColumn[]): ScatterFigure {
  const rows = completeRows(rowsOfJudges(board), [...bd, ...bc]);
  const at = rows.map((r) => ({ x: meanOver(r, bc), y: meanOver(r, bd) }));
  const front = paretoFront(at);
  const points = rows.map((row, i) => ({
    x: at[i]?.x ?? 0,
    y: at[i]?.y ?? 0,
    label: rowLabel(row, board),
    values: `mean BD ${(at[i]?.y ?? 0).toFixed(3)}, mean BC ${(at[i]?.x ?? 0).toFixed(3)}`,
    series: row.access ?? 'open',
    judge: row.judge ?? '',
    front: front[i] ?? false,
  }));
  const byValue = points.toSorted((a, b) => b.x + b.y - (a.x + a.y));
  const x = axisOf(
    'mean BC',
    points.map((p) => p.x),
    [0, 1],
  );
  const y = axisOf(
    'mean BD',
    points.map((p) => p.y),
    [0, 1],
  );
  return {
    kind: 'scatter',
    id: `discernment-${board.table}`,
    title: 'Discernment: noticing broken input against standing firm under harmless change',
    says: discernmentWords({ x, y, points }),
    about: `Mean BD over ${bd.length} bias types (up: drops its score when the input is broken) against mean BC over ${bc.length} (right: keeps its score when nothing that matters changed), ${rows.length} configurations. Discernment = mean BD + mean BC − 1; a constant scorer gets 0. Nobody is better in both than a judge of the Pareto front, which the table marks. Computed from printed values; the paper prints no interval for BD.`,
    n: countOf(rows.length, 'judge'),
    sources: [sourceOfBoard(board)],
    x,
    y,
    series: ACCESS_SERIES.filter((s) => points.some((p) => p.series === s.id)),
    points,
    table: {
      columns: ['Judge', 'mean BD', 'mean BC', 'discernment', 'Pareto front'],
      rows: byValue.map((p) => [
        p.label,
        p.y.toFixed(3),
        p.x.toFixed(3),
        signed(p.x + p.y - 1, 3),
        p.front ? 'yes' : '',
      ]),
    },
  };
}

function sizeAgainst(board: Board, judges: ReadonlyMap<string, Judge>): ScatterFigure | null {
  const column = board.columns.find((c) => c.key === board.sort?.column);
  if (column === undefined) return null;
  const points = rowsOfJudges(board).flatMap((row) => {
    const size = judges.get(row.judge ?? '')?.parameters_b;
    const cell = usableValue(row, column.key);
    if (size === undefined || cell === null || row.judge === null) return [];
    return [
      {
        x: size,
        y: cell.value,
        label: rowLabel(row, board),
        values: `${column.label} ${printedWords(column, cell.printed)}, ${size} B parameters`,
        series: row.access ?? 'open',
        judge: row.judge,
        front: false,
        printed: cell.printed,
      },
    ];
  });
  if (points.length < 5) return null;
  const all = rowsOfJudges(board).length;
  return {
    kind: 'scatter',
    id: `size-${board.table}`,
    title: `${column.label} against model size – ${board.title}`,
    says: correlationWords(column.label, points),
    about: `${points.length} of ${all} judges have a public parameter count (mixtures of experts: all parameters). Log scale. A description of these judges, not a law: families and training differ.`,
    n: countOf(points.length, 'judge'),
    sources: [sourceOfBoard(board)],
    x: {
      label: 'parameters, 10⁹ (log)',
      domain: logDomainOf(points.map((p) => p.x)),
      log: true,
    },
    y: axisOf(
      axisLabel(column),
      points.map((p) => p.y),
      column.range,
    ),
    series: ACCESS_SERIES.filter((s) => points.some((p) => p.series === s.id)),
    points,
    table: {
      columns: ['Judge', 'parameters, 10⁹', column.label],
      rows: points.toSorted((a, b) => a.x - b.x).map((p) => [p.label, String(p.x), p.printed]),
    },
  };
}

/** The mark of the kind that all judges of a group are of; null where they are of several. */
function kindMark([first, ...others]: readonly BoardRow[]): MarkKind | null {
  const access = first?.access ?? null;
  return others.every((row) => row.access === access) ? accessMark(access) : null;
}

/** A group of judges of one kind has the mark of that kind, unless another group is of the same. */
function marksOf(groups: readonly (readonly BoardRow[])[]): readonly MarkKind[] {
  const kinds = groups.map(kindMark);
  return kinds.map((mark, i) =>
    mark === null || kinds.indexOf(mark) !== kinds.lastIndexOf(mark) ? plainMark(i) : mark,
  );
}

function groupMeans(
  board: Board,
  families: readonly { readonly label: string; readonly columns: readonly BoardColumn[] }[],
): DotsFigure {
  const printed = [...Map.groupBy(rowsOfJudges(board), (r) => r.group)].filter(([g]) => g !== '');
  const marks = marksOf(printed.map(([, members]) => members));
  // A group of all judges of one kind is called what the kind is called everywhere.
  const groups = printed.map(
    ([group, members], i) => [ACCESS_SERIES.find(({ mark }) => mark === marks[i])?.label ?? group, members] as const,
  );
  const rows = families.map(({ label, columns }) => ({
    label,
    marks: groups.flatMap(([group, all]): FigureMark[] => {
      const members = completeRows(all, columns);
      if (members.length === 0) return [];
      const mean = meanOf(members.map((r) => meanOver(r, columns)));
      const digits = Math.max(...columns.map((c) => c.decimals));
      const text = `${mean.toFixed(digits)} (${members.length})`;
      const words = `${label}, ${group}: ${text}, the mean of ${countOf(members.length, 'judge')}`;
      return [{ series: group, x: mean, lo: null, hi: null, text, words, judge: null }];
    }),
  }));
  const series = groups.map(([group], i) => ({ id: group, label: group, mark: marks[i] ?? plainMark(i) }));
  return {
    kind: 'dots',
    id: `groups-${board.table}`,
    title: `Averages by kind of judge – ${board.title}`,
    says: highestWords({ series, rows }),
    about: `Unweighted mean of the printed values over the judges of each printed group: ${groups.map(([g, r]) => `${g} ${r.length}`).join(', ')}. These are descriptions of the judges chosen, not estimates for a population, so there is no interval. In the table the number of judges stands in brackets.`,
    n: countOf(
      groups.reduce((sum, [, members]) => sum + members.length, 0),
      'judge',
    ),
    sources: [sourceOfBoard(board)],
    axis: axisOf(
      'mean of printed values',
      rows.flatMap((r) => r.marks.map((m) => m.x)),
      families[0]?.columns[0]?.range ?? null,
    ),
    series,
    rows,
    reference: null,
    table: {
      columns: ['', ...groups.map(([g]) => g)],
      rows: rows.map((r) => [r.label, ...groups.map(([g]) => r.marks.find((m) => m.series === g)?.text ?? '–')]),
    },
  };
}

function fingerprint(board: Board, columns: readonly BoardColumn[]): MatrixFigure {
  const rows = completeRows(rowsOfJudges(board), columns);
  const centred = doublyCentred(rows.map((r) => columns.map((c) => usableValue(r, c.key)?.value ?? null)));
  const order = clusterOrder(centred.map((r) => r.map((v) => v ?? 0)));
  const ordered = order.map((i) => ({ row: rows[i], values: centred[i] ?? [] }));
  const lines = ordered.flatMap(({ row, values }) => {
    if (row === undefined) return [];
    return [{ label: rowLabel(row, board), judge: row.judge, values }];
  });
  const drawn = {
    columns: columns.map((c) => nameOfColumn(board, c)),
    rows: lines,
    decimals: 2,
    negative: 'falls for it more than expected',
    positive: 'resists it more than expected',
  };
  return {
    ...drawn,
    kind: 'matrix',
    id: `fingerprint-${board.table}`,
    title: 'Bias fingerprint: which biases each judge resists or falls for more than others',
    says: farthestWords(drawn),
    about: `Each value minus the judge’s own mean and minus the bias type’s mean over ${rows.length} judges (doubly centred), in the printed unit, to two decimals; similar judges stand side by side (average-linkage clustering). Blue: resists this bias more than expected; orange: less.`,
    n: countOf(rows.length, 'judge'),
    sources: [sourceOfBoard(board)],
  };
}

/** A table of no more judges than this has all of them drawn, instead of the best of each group. */
const FEW_JUDGES = 12;

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
