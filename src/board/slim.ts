import type { Switch } from '../metrics/switches.ts';
import type { Board, BoardColumn, BoardRow, Involvement } from '../schema/board.ts';
import { href } from '../ui/href.ts';

/** The part of a board that drawing and re-ordering it needs; the long explanations are static markup around it. */
export interface SlimBoard
  extends Pick<
    Board,
    | 'benchmark'
    | 'benchmarkName'
    | 'table'
    | 'number'
    | 'title'
    | 'heading'
    | 'kind'
    | 'rowLabel'
    | 'block'
    | 'sort'
    | 'release'
    | 'source'
    | 'printedIn'
    | 'together'
    | 'settings'
    | 'pairs'
  > {
  readonly columns: readonly SlimColumn[];
  readonly rows: readonly SlimRow[];
  readonly references: readonly SlimReference[];
  /** Whether figures explain the values of the rows: then each row opens a list of them. */
  readonly figures?: boolean;
  /** Address of the whole of a computed board, with the paired differences; where it is left out, `pairs` has them. */
  readonly whole?: string;
  /** Other ways to count on a computed board, under which some value differs. */
  readonly switches?: readonly SlimSwitch[];
}

/** Describes a switch of a board; `whole` is the address of the board as it is when the switch is on. */
export interface SlimSwitch extends Pick<Switch, 'id' | 'on' | 'label'> {
  readonly whole: string;
}

/** Stands for a row's run in `SlimColumn.losses`; it is replaced when a link is made. */
export const RUN_PLACE = 'RUN';

/** Links to the explorer for `losses` of one run. */
export const boardCasesHref = (benchmark: string, losses: string, run: string): string =>
  href(`/${benchmark}/explore/${losses.replace(`run=${RUN_PLACE}`, `run=${encodeURIComponent(run)}`)}`);

export interface SlimColumn
  extends Pick<BoardColumn, 'key' | 'label' | 'group' | 'metric' | 'unit' | 'direction' | 'decimals' | 'n' | 'slice'> {
  /** On a computed board the explorer's query for the cases that cost points, with `RUN_PLACE` in place of the run. */
  readonly losses?: string;
}

export interface SlimRow extends Omit<BoardRow, 'cells' | 'involvement'> {
  readonly involvement: readonly Pick<Involvement, 'label'>[];
  readonly cells: BoardRow['cells'];
}

export interface SlimReference {
  readonly id: string;
  readonly label: string;
  readonly values: Readonly<Record<string, { readonly lo: number; readonly hi: number }>>;
}
