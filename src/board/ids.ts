/** Names the ids of the explanations that stand as native popovers beside the table, and of the buttons that open them. */

export function columnId(key: string): string {
  return `about-${key}`;
}

/** Names the note of a flag, which is a row's id and a column's key joined by a dot. */
export function flagId(flag: string): string {
  return `flag-${flag}`;
}

export function partId(row: string): string {
  return `part-${row}`;
}

export function figuresId(row: string): string {
  return `figures-${row}`;
}

/** Names the explanation of the mark of a constant answer. */
export const constantId = (row: string): string => `constant-${row}`;
