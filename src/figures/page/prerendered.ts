import type { FigureChoices, FigureScope } from '../kit/instance-figure.ts';
import type { FiguresPage } from '../state.ts';

/** What a page of figures knows before any script runs. */
export interface PrerenderedFigures {
  /** Its own address among the pages. */
  readonly page: FiguresPage;
  /** The pages that the benchmark has figures for. */
  readonly pages: readonly FiguresPage[];
  /** The runs in it are those of the page's protocol alone. */
  readonly choices: FigureChoices;
  /** The runs looked at closely before anyone chooses. */
  readonly opening: FigureScope['runs'];
  /** Data of the default scope by figure; a figure that the benchmark has nothing for is absent. */
  readonly data: Readonly<Record<string, unknown>>;
  /**
   * Of every other run the hash in the name of the file that holds what the figures of one judge are drawn from when that run is looked at,
   * all cases.
   */
  readonly closely: Readonly<Record<string, string>>;
  /** Cases by facet and value. */
  readonly counts: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** Names the file of a run looked at closely, without `.json`, from its hash. */
export const runFile = (hash: string): string => `run.${hash}`;
