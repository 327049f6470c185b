import type { FigureChoices, FigureScope } from '../../figures/instances/instance-figure.ts';

/** What the page knows before any script runs. */
export interface PrerenderedFigures {
  readonly choices: FigureChoices;
  /** The runs looked at closely before anyone chooses. */
  readonly opening: FigureScope['runs'];
  /** Data of the default scope by figure; a figure that the benchmark has nothing for is absent. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Cases by facet and value. */
  readonly counts: Readonly<Record<string, Readonly<Record<string, number>>>>;
}
