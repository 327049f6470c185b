import { distance } from 'fastest-levenshtein';

/** Gives the candidate most like `word`, ignoring case and blanks around it, if at most 40 % of its characters differ; for "did you mean …". */
export function nearestWord(word: string, candidates: Iterable<string>): string | undefined {
  let best: { readonly candidate: string; readonly edits: number } | undefined;
  for (const candidate of candidates) {
    const edits = distance(word.trim().toLowerCase(), candidate.toLowerCase());
    if (edits <= 0.4 * Math.max(word.length, candidate.length) && edits < (best?.edits ?? Infinity)) {
      best = { candidate, edits };
    }
  }
  return best?.candidate;
}
