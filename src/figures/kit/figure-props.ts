import type { FiguresState } from '../state.ts';
import type { LinkScope } from './cases-href.ts';
import type { FigureChoices, FigureScope } from './instance-figure.ts';

/** Changes parts of the state, by name of the parameter; a step that Back undoes. */
export type ChangeFigures = (change: Partial<FiguresState>) => void;

/** What most figures are drawn from; `scope` is that of the data. */
export interface DrawnFigure<Data> extends LinkScope {
  readonly data: Data;
  readonly choices: FigureChoices;
}

/** What the page gives every figure's view. */
export interface FigureProps<Data> extends DrawnFigure<Data> {
  readonly scope: FigureScope;
  readonly change: ChangeFigures;
}
