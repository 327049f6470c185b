import type { Benchmark } from './benchmark.ts';
import type { TextsOfOthers } from './release.ts';

/** Gives the words that stand before the prompts of a benchmark where a release shows them; null where it has nothing to say, or no prompts. */
export const contentNote = (
  { content_note: note }: Benchmark,
  texts: TextsOfOthers | null | undefined,
): string | null => (texts?.present === true ? (note ?? null) : null);
