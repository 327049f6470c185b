import { axisOf } from '../../charts/axis.ts';
import { plainMark } from '../../charts/mark-kinds.tsx';
import { type Board, type BoardColumn, type BoardRow, rowLabel } from '../../schema/board.ts';
import { countOf } from '../../ui/number-words.ts';
import { ACCESS_SERIES, axisLabel, type DotsFigure, type FigureMark, printedWords } from './figure.ts';
import { highestWords, nameOfColumn, rowsOfJudges, sourceOfBoard, type UsableCell, usableValue } from './rows.ts';

function mark(
  series: string,
  {
    row,
    cell,
    ...said
  }: { readonly row: BoardRow; readonly cell: UsableCell; readonly text: string; readonly words: string },
): FigureMark {
  return {
    series,
    x: cell.value,
    lo: cell.interval?.lo ?? null,
    hi: cell.interval?.hi ?? null,
    ...said,
    judge: row.judge,
  };
}

/** Groups columns of one metric whose slice names something (a criterion, a bias type): at least three make a family. */
export function sliceFamilies(board: Board): { readonly key: string; readonly columns: readonly BoardColumn[] }[] {
  const byKey = Map.groupBy(
    board.columns.filter((c) => c.metric !== null && c.direction === 'higher'),
    (c) => ['criterion', 'bias_type', 'quality_pair'].find((k) => c.slice[k] !== undefined) ?? '',
  );
  return [...byKey].flatMap(([key, columns]) => (key === '' || columns.length < 3 ? [] : [{ key, columns }]));
}

const FAMILY_NAMES: Readonly<Record<string, string>> = {
  criterion: 'criterion',
  bias_type: 'bias type',
  quality_pair: 'quality pair',
};

const BEST_OF = {
  proprietary: 'proprietary judges',
  open: 'judges with open weights',
  'fine-tuned': 'fine-tuned judges',
} as const;

function bestOf(board: Board, access: string, column: BoardColumn): { row: BoardRow; cell: UsableCell } | null {
  let best: { row: BoardRow; cell: UsableCell } | null = null;
  for (const row of rowsOfJudges(board)) {
    const cell = row.access === access ? usableValue(row, column.key) : null;
    if (cell !== null && (best === null || cell.value > best.cell.value)) best = { row, cell };
  }
  return best;
}

export function bestPerSlice(board: Board, key: string, columns: readonly BoardColumn[]): DotsFigure {
  const rows = columns.map((column) => ({
    label: nameOfColumn(board, column),
    marks: ACCESS_SERIES.flatMap(({ id }) => {
      const best = bestOf(board, id, column);
      return best === null
        ? []
        : [
            mark(id, {
              ...best,
              text: `${rowLabel(best.row, board)} ${best.cell.printed}`,
              words: `${nameOfColumn(board, column)}, best of ${BEST_OF[id]}: ${rowLabel(best.row, board)} ${printedWords(column, best.cell.printed, best.cell.interval)}`,
            }),
          ];
    }),
  }));
  const name = FAMILY_NAMES[key] ?? key;
  const [first] = columns;
  const values = rows.flatMap((r) => r.marks.flatMap((m) => [m.x, m.lo ?? m.x, m.hi ?? m.x]));
  return {
    kind: 'dots',
    id: `best-${board.table}`,
    title: `Best judge per ${name}, by group – ${board.title}`,
    says: highestWords({ series: ACCESS_SERIES, rows }),
    about: `The highest printed value of each group of judges, with its interval where the printed value allows one. ${rowsOfJudges(board).length} judges; ${columns.map((c) => `${nameOfColumn(board, c)} n = ${c.n ?? 'not printed'}`).join(', ')}.`,
    n: countOf(rowsOfJudges(board).length, 'judge'),
    sources: [sourceOfBoard(board)],
    axis: axisOf(first?.unit === 'percent' ? 'accuracy, %' : 'printed value', values, first?.range ?? null),
    series: ACCESS_SERIES,
    rows,
    reference: null,
    table: {
      columns: [name, ...ACCESS_SERIES.map((s) => s.label)],
      rows: rows.map((r) => [
        r.label,
        ...ACCESS_SERIES.map((s) => r.marks.find((m) => m.series === s.id)?.text ?? '–'),
      ]),
    },
  };
}

export function slicesPerJudge(board: Board, columns: readonly BoardColumn[]): DotsFigure {
  const rows = rowsOfJudges(board).map((row) => ({
    label: rowLabel(row, board),
    marks: columns.flatMap((c) => {
      const cell = usableValue(row, c.key);
      if (cell === null) return [];
      const words = `${rowLabel(row, board)}: ${nameOfColumn(board, c)} ${printedWords(c, cell.printed, cell.interval)}`;
      return [mark(c.key, { row, cell, text: cell.printed, words })];
    }),
  }));
  const coin = board.references.find((r) => columns.every((c) => r.values[c.key] !== undefined));
  const values = rows.flatMap((r) => r.marks.flatMap((m) => [m.x, m.lo ?? m.x, m.hi ?? m.x]));
  const series = columns.map((c, i) => ({ id: c.key, label: nameOfColumn(board, c), mark: plainMark(i) }));
  const chance = coin?.values[columns[0]?.key ?? '']?.lo;
  return {
    kind: 'dots',
    id: `slices-${board.table}`,
    title: `${board.title}: ${columns.map((c) => nameOfColumn(board, c)).join(', ')}`,
    says: highestWords({ series, rows }),
    about: `${board.about} Bars are intervals from the printed values; ${columns.map((c) => `${nameOfColumn(board, c)} n ≤ ${c.n ?? '?'}`).join(', ')}.`,
    n: countOf(rowsOfJudges(board).length, 'judge'),
    sources: [sourceOfBoard(board)],
    axis: axisOf(
      axisLabel({ label: board.title, unit: columns[0]?.unit ?? 'ratio' }),
      [...values, ...(chance === undefined ? [] : [chance])],
      columns[0]?.range ?? null,
    ),
    series,
    rows,
    reference: coin === undefined || chance === undefined ? null : { x: chance, label: coin.label },
    table: {
      columns: [board.rowLabel, ...columns.map((c) => nameOfColumn(board, c))],
      rows: rowsOfJudges(board).map((r) => [rowLabel(r, board), ...columns.map((c) => r.cells[c.key]?.printed ?? '–')]),
    },
  };
}
