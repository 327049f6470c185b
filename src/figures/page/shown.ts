import type { ClientFailure } from '../../client/failure.ts';
import type { FigureScope } from '../kit/instance-figure.ts';

/** Holds what stands on the page for a figure, which may be the answer to an older choice. */
export interface ShownFigure {
  /** The scope of the data, and its key. */
  readonly scope: FigureScope;
  readonly key: string;
  /** It is null where there is nothing of the figure in this scope. */
  readonly data: unknown;
  /** It says why the last choice could not be drawn. */
  readonly failure: ClientFailure | null;
}

/** Holds what stands on the page. */
export interface ShownFigures {
  readonly shown: ReadonlyMap<string, ShownFigure>;
  /** So many cases are selected; null while that is not known. */
  readonly cases: number | null;
  /** It says why the engine answered what stored sheets should have; null where all is as it should be. */
  readonly notice: ClientFailure | null;
}
