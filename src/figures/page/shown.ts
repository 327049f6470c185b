import type { ClientFailure } from '../../client/failure.ts';
import type { FigureScope } from '../kit/instance-figure.ts';

/** What stands on the page for a figure, which may be the answer to an older choice. */
export interface ShownFigure {
  /** The scope of the data, and its key. */
  readonly scope: FigureScope;
  readonly key: string;
  /** Null where there is nothing of the figure in this scope. */
  readonly data: unknown;
  /** Why the last choice could not be drawn. */
  readonly failure: ClientFailure | null;
}

export interface ShownFigures {
  readonly shown: ReadonlyMap<string, ShownFigure>;
  /** How many cases are selected; null while that is not known. */
  readonly cases: number | null;
  /** Why the engine answered what stored sheets should have; null where all is as it should be. */
  readonly notice: ClientFailure | null;
}
