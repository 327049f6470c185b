import type { FiguresState } from '../state.ts';
import type { FigureChoices, FigureScope } from './instance-figure.ts';

/** Changes parts of the state, by name of the parameter; a step that Back undoes. */
export type ChangeFigures = (change: Partial<FiguresState>) => void;

/** What a figure's view is given; `scope` is that of the data. */
export interface FigureProps<Data> {
  readonly data: Data;
  readonly scope: FigureScope;
  readonly choices: FigureChoices;
  readonly change: ChangeFigures;
}
