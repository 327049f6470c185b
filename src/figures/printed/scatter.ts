import { domainOf, logDomainOf } from '../../charts/axis.ts';
import type { Axis } from '../../charts/chart.ts';
import type { Board, BoardColumn } from '../../schema/board.ts';
import type { Judge } from '../../schema/judge.ts';
import { rowLabel } from '../../schema/row-words.ts';
import { paretoFront } from '../../stats/correlation.ts';
import { countOf, signed } from '../../ui/number-words.ts';
import { ACCESS_SERIES, axisLabel, printedWords, type ScatterFigure } from '../kit/figure.ts';
import { completeRows, meanOver, rowsOfJudges, sourceOfBoard, usableValue } from './rows.ts';
import { correlationWords, discernmentWords } from './sentence.ts';

const axisOf = (label: string, values: readonly number[], range: BoardColumn['range']): Axis => ({
  label,
  domain: domainOf(values, range),
  log: false,
});

/** Draws sensitivity to broken input (mean BD) against stability under harmless change (mean BC): a constant scorer sits at (1, 0). */
export function discernmentFigure(board: Board, bd: readonly BoardColumn[], bc: readonly BoardColumn[]): ScatterFigure {
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

/** Draws the board's ranking column against the public parameter count. */
export function sizeAgainst(board: Board, judges: ReadonlyMap<string, Judge>): ScatterFigure | null {
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
