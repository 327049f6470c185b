import type { Figure } from '../kit/figure.ts';
import { rowPanels } from '../kit/row-panels.ts';

/** Says whether a figure fills a line of the page, or half of it where the screen is wide. */
export function widthOfFigure(figure: Figure): 'half' | 'broad' {
  if (figure.kind === 'dots') return rowPanels(figure.rows.length) > 2 ? 'broad' : 'half';
  if (figure.kind === 'bars' || figure.kind === 'orders') return figure.panels.length > 2 ? 'broad' : 'half';
  if (figure.kind !== 'change') return 'half';
  const [first, ...others] = figure.panels;
  const panels = others.length === 0 ? rowPanels(first?.rows.length ?? 0) : figure.panels.length;
  return panels > 2 ? 'broad' : 'half';
}

/** Puts figures in their order, but for each second half, which goes beside the first one: no line of a wide page is half empty. */
export function inLines(figures: readonly Figure[]): Figure[] {
  const lines: Figure[] = [];
  let alone: Figure | null = null;
  for (const figure of figures) {
    if (widthOfFigure(figure) === 'broad') lines.push(figure);
    else if (alone === null) {
      alone = figure;
      lines.push(figure);
    } else {
      lines.splice(lines.indexOf(alone) + 1, 0, figure);
      alone = null;
    }
  }
  return lines;
}
