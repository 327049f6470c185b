import type { DotsChart } from '../../charts/chart.ts';
import { href } from '../../ui/href.ts';
import type { DotsFigure, FigureMark } from './figure.ts';

export type ShownDots = Pick<DotsFigure, 'title' | 'axis' | 'series' | 'rows' | 'reference'>;

const wordsOf = (row: string, series: string | undefined, { text, lo, hi }: FigureMark): string =>
  `${row}${series === undefined ? '' : `, ${series}`}: ${text}${lo === null || hi === null ? '' : `, interval ${lo} to ${hi}`}`;

/** Makes a chart of rows of marks; a mark of a single judge opens its page. */
export function dotsChart({ title, axis, series, rows, reference }: ShownDots): DotsChart {
  return {
    kind: 'dots',
    title,
    axis,
    reference: reference === null ? null : { at: reference.x, label: reference.label },
    rows: rows.map(({ label, marks }) => ({
      label,
      marks: marks.map((mark) => {
        const own = series.find(({ id }) => id === mark.series);
        const address = mark.judge === null ? null : href(`/judge/${mark.judge}/`);
        return {
          mark: own?.mark ?? 'square',
          value: mark.x,
          lo: mark.lo,
          hi: mark.hi,
          text: mark.text,
          told: { words: wordsOf(label, own?.label, mark), href: address },
        };
      }),
    })),
  };
}
