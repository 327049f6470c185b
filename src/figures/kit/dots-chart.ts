import type { DotsChart } from '../../charts/chart.ts';
import { href } from '../../ui/href.ts';
import type { DotsFigure } from './figure.ts';

export type ShownDots = Pick<DotsFigure, 'title' | 'axis' | 'series' | 'rows' | 'reference'>;

/** Makes a chart of rows of marks; a mark of a single judge opens its page. */
export function dotsChart({ title, axis, series, rows, reference }: ShownDots): DotsChart {
  return {
    kind: 'dots',
    title,
    axis,
    reference: reference === null ? null : { at: reference.x, label: reference.label },
    rows: rows.map(({ label, run, marks }) => ({
      label,
      ...(run === undefined ? {} : { run }),
      marks: marks.map((mark) => {
        const own = series.find(({ id }) => id === mark.series);
        const address = mark.judge === null ? null : href(`/judge/${mark.judge}/`);
        return {
          mark: own?.mark ?? 'square',
          value: mark.x,
          lo: mark.lo,
          hi: mark.hi,
          text: mark.text,
          told: { words: mark.words, href: address },
        };
      }),
    })),
  };
}
