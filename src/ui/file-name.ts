export function saveFile(name: string, blob: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Longest name of a file without its ending: with it and a folder, every system takes it. */
const LONGEST = 120;

/** Writes a text as a part of an address: `Difficulty: Hard` → `difficulty-hard`. Letters of all scripts stay; everything else is a hyphen. */
const slug = (words: string): string =>
  words
    .toLowerCase()
    .normalize('NFKC')
    .replaceAll(/[^\p{L}\p{M}\p{N}.]+/gu, '-')
    .replaceAll(/^[-.]+|[-.]+$/g, '');

/**
 * Writes the name of a saved file, without its ending, with what it was filtered by: `cases_gpt-4o-wrong_criterion-logic`. What does not
 * fit is counted (`_and-3-more`), never cut.
 */
export function fileName(base: string, filters: readonly string[]): string {
  const parts = filters.map(slug).filter((part) => part !== '');
  for (let kept = parts.length; kept >= 0; kept -= 1) {
    const rest = parts.length - kept;
    const name = [base, ...parts.slice(0, kept), ...(rest === 0 ? [] : [`and-${rest}-more`])].join('_');
    if (name.length <= LONGEST || kept === 0) return name;
  }
  return base;
}
