/** One key of an order: the id of what is sorted by. */
export interface SortKey {
  readonly column: string;
  readonly descending: boolean;
}

/** Sorts by a column; `add` keeps the columns sorted by before. */
export type SortBy = (column: string, add: boolean) => void;
