/** One key of an order: the id of what is sorted by. */
export interface SortKey {
  readonly column: string;
  readonly descending: boolean;
}
