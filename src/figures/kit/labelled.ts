/** What a figure shows: a criterion, a split, a writer. */
export interface Labelled {
  readonly id: string;
  readonly label: string;
}

/** Says what an id is called in a list: `labelIn(criteria)('ocr')` → `Text in the picture`; the id itself where the list lacks it. */
export const labelIn =
  (list: readonly Labelled[]) =>
  (id: string): string =>
    list.find((one) => one.id === id)?.label ?? id;
