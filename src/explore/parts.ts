import type { downloadColumns } from '../cases/rows.ts';
import type { Row } from '../client/rows.ts';

/** Rows of the cases to be saved, as the engine gives them. */
export type Batches = AsyncIterable<readonly Row[]>;

/** The columns of a saved file, in order. */
export type Columns = ReturnType<typeof downloadColumns>;
