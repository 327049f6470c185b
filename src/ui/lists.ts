/** Takes an id out of a list that has it, and adds it at the end of one that has not. */
export function toggled(list: readonly string[], id: string): string[] {
  return list.includes(id) ? list.filter((one) => one !== id) : [...list, id];
}
