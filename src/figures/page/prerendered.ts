import type { Protocol } from '../../schema/benchmark.ts';
import type { FigureChoices, FigureScope } from '../kit/instance-figure.ts';

/** What a page of figures, that of one way of judging, knows before any script runs. */
export interface PrerenderedFigures {
  readonly protocol: Protocol;
  /** The ways of judging that the benchmark has figures of. Each has a page; the first has the address without a name. */
  readonly protocols: readonly Protocol[];
  /** With the runs of the page's protocol alone. */
  readonly choices: FigureChoices;
  /** The runs looked at closely before anyone chooses. */
  readonly opening: FigureScope['runs'];
  /** Data of the default scope by figure; a figure that the benchmark has nothing for is absent. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Cases by facet and value. */
  readonly counts: Readonly<Record<string, Readonly<Record<string, number>>>>;
}
