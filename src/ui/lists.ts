/** Removes an id from a list that has it, and appends it to one that has not. */
export function toggled(list: readonly string[], id: string): string[] {
  return list.includes(id) ? list.filter((one) => one !== id) : [...list, id];
}
