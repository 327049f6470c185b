import type { FileColumn } from '../cases/list-columns.ts';
import type { EngineRow } from '../client/rows.ts';

/** Rows of the cases to be saved, as the engine gives them. */
export type CaseBatches = AsyncIterable<readonly EngineRow[]>;

/** The columns of a saved file in order. */
export type FileColumns = readonly FileColumn[];
