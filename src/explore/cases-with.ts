import { searchRationales } from '../client/postings.ts';

/** Finds the places of the cases with all of the words; null where they narrow nothing: a text without a word does not. */
export async function casesWith(
  benchmark: string,
  words: string,
  signal: AbortSignal,
): Promise<readonly number[] | null> {
  return words.trim() === '' ? null : searchRationales(benchmark, words, { signal });
}
