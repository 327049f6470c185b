import type { Choices } from '../cases/choices.ts';
import type { ListPlace } from '../cases/columns/list.ts';
import type { FacetCounts } from '../cases/facet-counts.ts';
import type { FileColumn } from '../cases/list-columns.ts';
import type { ClientFailure } from '../client/failure.ts';
import type { EngineRow } from '../client/rows.ts';
import type { CaseLine } from './CaseTable.tsx';
import type { ExploreState, FacetState } from './state.ts';

/** The cases that a state asks for, whoever answers. Everything throws ClientFailure, or the signal's reason. */
export interface CaseSelection {
  readonly counts: (signal: AbortSignal) => Promise<FacetCounts>;
  /** Rows `PAGE_ROWS · page` … in the order asked for. */
  readonly page: (page: number, signal: AbortSignal) => Promise<readonly CaseLine[]>;
  readonly placeOf: (instance: string, signal: AbortSignal) => Promise<ListPlace>;
  /** All rows with the columns of a download. */
  readonly download: (signal: AbortSignal) => CaseBatches;
  /** All answers to these cases, a row each, with the columns of a long download. The engine is asked. */
  readonly answers: (signal: AbortSignal) => CaseBatches;
  /** Why the engine answers what the columns should have; null where all is as it should be. */
  readonly notice: ClientFailure | null;
}

export interface AskedCases {
  readonly choices: Choices;
  readonly state: ExploreState;
  readonly facets: FacetState;
}

/** Rows of the cases to be saved, as the engine gives them. */
export type CaseBatches = AsyncIterable<readonly EngineRow[]>;

/** The columns of a saved file in order. */
export type FileColumns = readonly FileColumn[];
