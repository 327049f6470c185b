import { type Board, type BoardCell, type BoardColumn, type BoardRow, tableName } from '../../schema/board.ts';
import { numberWords } from '../../schema/words.ts';
import { meanOf, spearman } from '../../stats/intervals.ts';
import { countOf, fixed, signed } from '../../ui/number-words.ts';
import { itemWithMost, SENTENCE_DIGITS } from '../kit/words.ts';
import type { ChangeFigure, DotsFigure, MatrixFigure, ScatterFigure } from './figure.ts';

export type UsableCell = BoardCell & { readonly value: number };

export const sourceOfBoard = (board: Board) => ({ table: board.table, label: tableName(board) });
export const rowsOfJudges = (board: Board): readonly BoardRow[] => board.rows.filter((r) => r.kind === 'judge');
/** Names a column; one that the board prints several times carries its group: `Factuality: Accuracy`. */
export function nameOfColumn({ columns }: Pick<Board, 'columns'>, { label, group }: BoardColumn): string {
  const isRepeated = columns.filter((column) => column.metric !== null && column.label === label).length > 1;
  return isRepeated && group !== '' && group !== label ? `${group}: ${label}` : label;
}

/** Gives a cell if it is fit for drawing: it has a value and is not in doubt. */
export function usableValue(row: BoardRow | undefined, key: string): UsableCell | null {
  const cell = row?.cells[key];
  return cell === undefined || cell.value === null || cell.status === 'suspect' ? null : (cell as UsableCell);
}

export const completeRows = (rows: readonly BoardRow[], columns: readonly BoardColumn[]) =>
  rows.filter((r) => columns.every((c) => usableValue(r, c.key) !== null));
export const meanOver = (row: BoardRow, columns: readonly BoardColumn[]): number =>
  meanOf(columns.map((c) => usableValue(row, c.key)?.value ?? 0));

export const higherIsBetter = ({ columns }: Board): readonly BoardColumn[] =>
  columns.filter(({ metric, direction }) => metric !== null && direction === 'higher');

/** `Highest in 5 of 9 rows: Proprietary; in 4: Fine-tuned judge.` Equal values are both the highest of their row. */
export function highestWords({ series, rows }: Pick<DotsFigure, 'series' | 'rows'>): string {
  const filled = rows.filter(({ marks }) => marks.length > 1);
  const counted = series
    .map(({ id, label }) => {
      const own = filled.filter(({ marks }) => {
        const most = Math.max(...marks.map(({ x }) => x));
        return marks.some(({ series: of, x }) => of === id && x === most);
      });
      return { label, n: own.length };
    })
    .filter(({ n }) => n > 0)
    .sort((a, b) => b.n - a.n);
  const words = counted.map(({ label, n }, i) =>
    i === 0 ? `${n} of ${countOf(filled.length, 'row')}: ${label}` : `in ${n}: ${label}`,
  );
  return words.length === 0 ? '' : `Highest in ${words.join('; ')}.`;
}

const MOVES = [
  { sign: 1, many: 'rise', one: 'rises' },
  { sign: -1, many: 'fall', one: 'falls' },
  { sign: 0, many: 'stay the same', one: 'stays the same' },
] as const;

/** `From critique to correction, 20 of 32 values rise, 10 fall and 2 stay the same.`, `From …, all 4 values rise.` (`way`: from what to what) */
export function riseAndFallWords(panels: ChangeFigure['panels'], way: string): string {
  const rows = panels.flatMap((panel) => panel.rows);
  const moves = MOVES.map(({ sign, many, one }) => {
    const n = rows.filter(({ from, to }) => Math.sign(to - from) === sign).length;
    return { n, verb: n === 1 ? one : many };
  }).filter(({ n }) => n > 0);
  const [first, ...others] = moves;
  if (first === undefined) return '';
  if (others.length === 0) {
    const all = ['the only value', 'both values'][rows.length - 1] ?? `all ${countOf(rows.length, 'value')}`;
    return `${way}, ${all} ${first.verb}.`;
  }
  const told = [
    `${numberWords(first.n)} of ${countOf(rows.length, 'value')} ${first.verb}`,
    ...others.map(({ n, verb }) => `${numberWords(n)} ${verb}`),
  ];
  return `${way}, ${told.slice(0, -1).join(', ')} and ${told.at(-1)}.`;
}

/** Says how measure and size go together: `Rank correlation of PAcc and size: +0.66 over 18 judges.` It is empty where there is no correlation. */
export function correlationWords(measure: string, points: ScatterFigure['points']): string {
  const { value } = spearman(points);
  if (value === null) return '';
  return `Rank correlation of ${measure} and size: ${signed(value, SENTENCE_DIGITS)} over ${countOf(points.length, 'judge')}.`;
}

/** Names the point that is highest in both measures together: `Gemini 3 Pro discerns best: mean BD 0.83, mean BC 0.93.` */
export function discernmentWords({ x, y, points }: Pick<ScatterFigure, 'x' | 'y' | 'points'>): string {
  const best = itemWithMost(points, (point) => point.x + point.y);
  if (best === null) return '';
  return `${best.label} discerns best: ${y.label} ${fixed(best.y, SENTENCE_DIGITS)}, ${x.label} ${fixed(best.x, SENTENCE_DIGITS)}.`;
}

/** Names the cell farthest from zero: `LLaVA-Critic-7B stands out most: Response dom. −0.45, falls for it more than expected.` */
export function farthestWords({
  columns,
  rows,
  decimals,
  negative,
  positive,
}: Pick<MatrixFigure, 'columns' | 'rows' | 'decimals' | 'negative' | 'positive'>): string {
  const cells = rows.flatMap(({ label, values }) =>
    values.flatMap((value, i) => (value === null ? [] : [{ label, value, column: columns[i] ?? '' }])),
  );
  const most = itemWithMost(cells, ({ value }) => Math.abs(value));
  if (most === null) return '';
  const { label, column, value } = most;
  return `${label} stands out most: ${column} ${signed(value, decimals)}, ${value < 0 ? negative : positive}.`;
}
