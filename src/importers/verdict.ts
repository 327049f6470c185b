/** Code units that Python's `str.strip` takes off, which are not those of `trim`. */
const PYTHON_SPACE = new Set(
  '\t\n\v\f\r\x1c\x1d\x1e\x1f \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000',
);
const VERDICT = /response (\d+)[*]* is better/;

/** Gives the text without white space at its ends, as Python's `str.strip` gives it. */
export function pythonStrip(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && PYTHON_SPACE.has(text.charAt(from))) from++;
  while (to > from && PYTHON_SPACE.has(text.charAt(to - 1))) to--;
  return text.slice(from, to);
}

/**
 * Reads the response that a pairwise judgment names, by the rule of Multi-Crit's official code: in the last three lines, blank ones
 * included, the first "Response 1|2 is better". `first` and `second` are the responses as shown. Null when it names none.
 */
export function parseVerdict(text: string): 'first' | 'second' | null {
  const tail = pythonStrip(text).split('\n').slice(-3).join('\n').toLowerCase();
  const named = Number(VERDICT.exec(tail)?.[1] ?? 0);
  if (named === 1) return 'first';
  return named === 2 ? 'second' : null;
}

/**
 * Says how to mark an answer that names no verdict, even an empty one: it was given, so it counts as wrong, as in the official code. It is an
 * `error` where that word is all it says. Only an answer without a row is `missing`.
 */
export function unanswered(text: string): 'failed' | 'error' {
  return pythonStrip(text).toLowerCase() === 'error' ? 'error' : 'failed';
}

/** Gives the response's own name: in the order `ba` the first response shown is b. */
export function unswapped(shown: 'first' | 'second', order: 'ab' | 'ba'): 'a' | 'b' {
  return (shown === 'first') === (order === 'ab') ? 'a' : 'b';
}
