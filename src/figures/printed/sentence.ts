import { spearman } from '../../stats/correlation.ts';
import { countOf, fixed, numberWords, signed } from '../../ui/number-words.ts';
import type { ChangeFigure, DotsFigure, MatrixFigure, ScatterFigure } from '../kit/figure.ts';
import { itemWithMost, SENTENCE_DIGITS } from '../kit/sentences.ts';

/**
 * Says which series is highest most often: `Highest in 5 of 9 rows: Proprietary; in 4: Fine-tuned judge.` Equal values are both the highest
 * of their row.
 */
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

/**
 * Says how values move, `way` being from what to what: `Of 32 values 20 rise, 10 fall and 2 stay from critique to correction.`, `All 4 values rise
 * from …`.
 */
export function riseAndFallWords(panels: ChangeFigure['panels'], way: string): string {
  const rows = panels.flatMap((panel) => panel.rows);
  const [rise, fall] = [rows.filter(({ from, to }) => to > from), rows.filter(({ from, to }) => to < from)];
  const moves = (
    [
      [rise.length, 'rise'],
      [fall.length, 'fall'],
      [rows.length - rise.length - fall.length, 'stay'],
    ] as const
  ).filter(([n]) => n > 0);
  const [only] = moves;
  if (only === undefined) return '';
  if (moves.length === 1 && rows.length > 1) return `All ${countOf(rows.length, 'value')} ${only[1]} ${way}.`;
  const told = moves.map(([n, verb]) => `${numberWords(n)} ${verb}${n === 1 ? 's' : ''}`);
  return `Of ${countOf(rows.length, 'value')} ${[told.slice(0, -1).join(', '), ...told.slice(-1)].filter((part) => part !== '').join(' and ')} ${way}.`;
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
