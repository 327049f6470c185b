const words = (text: string): string[] => text.toLowerCase().match(/[a-z]{4,}|\d+/g) ?? [];

/** Lists the words of an answer (each time they occur) that the query holds too: four letters or more, or a number. */
export function wordsInCommon(query: string, answer: string): string[] {
  const asked = new Set(words(query));
  return words(answer).filter((w) => asked.has(w));
}

/** Gives the share of the query's different words that occur in the answer; 0 for a query without words. */
export function wordCoverage(query: string, answer: string): number {
  const asked = new Set(words(query));
  return asked.size === 0 ? 0 : new Set(wordsInCommon(query, answer)).size / asked.size;
}
