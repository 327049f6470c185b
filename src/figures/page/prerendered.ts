import type { FigureChoices, FigureScope } from '../kit/instance-figure.ts';
import type { FiguresPage } from '../state.ts';

/** What a page of figures knows before any script runs. */
export interface PrerenderedFigures {
  /** Its own address among the pages. */
  readonly page: FiguresPage;
  /** The pages that the benchmark has figures for. */
  readonly pages: readonly FiguresPage[];
  /** With the runs of the page's protocol alone. */
  readonly choices: FigureChoices;
  /** The runs looked at closely before anyone chooses. */
  readonly opening: FigureScope['runs'];
  /** Data of the default scope by figure; a figure that the benchmark has nothing for is absent. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Cases by facet and value. */
  readonly counts: Readonly<Record<string, Readonly<Record<string, number>>>>;
}
