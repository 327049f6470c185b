import type { Parse } from '../schema/records.ts';

/** Code units that Python's `str.strip` takes off, which are not those of `trim`. */
const PYTHON_SPACE = new Set(
  '\t\n\v\f\r\x1c\x1d\x1e\x1f \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000',
);
const VERDICT = /response (\d+)[*]* is better/;

export function pythonStrip(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && PYTHON_SPACE.has(text.charAt(from))) from++;
  while (to > from && PYTHON_SPACE.has(text.charAt(to - 1))) to--;
  return text.slice(from, to);
}

/** Multi-Crit's official rule: in the last three lines, blank ones included, the first "Response 1|2 is better"; `first` and `second` as shown. Null for none. */
export function parseVerdict(text: string): 'first' | 'second' | null {
  const tail = pythonStrip(text).split('\n').slice(-3).join('\n').toLowerCase();
  const named = Number(VERDICT.exec(tail)?.[1] ?? 0);
  if (named === 1) return 'first';
  return named === 2 ? 'second' : null;
}

/** An answer without a verdict, even an empty one, counts as wrong, as in the official code: `error` where that word is all. Only without a row it is `missing`. */
export function unanswered(text: string): 'failed' | 'error' {
  return pythonStrip(text).toLowerCase() === 'error' ? 'error' : 'failed';
}

/** Gives the response's own name: in the order `ba` the first response shown is b. */
export function unswapped(shown: 'first' | 'second', order: 'ab' | 'ba'): 'a' | 'b' {
  return (shown === 'first') === (order === 'ab') ? 'a' : 'b';
}

/** A score as read, with how. `remark` says what a reader should know of it. */
export interface ReadScore {
  readonly score: number | null;
  readonly parse: Parse;
  readonly remark?: string;
}

const MARKER = '### Score:';
const PLAIN = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
/** What Python's float() takes and we do not: digit groups, other scripts' digits, nan and inf. */
const ODD_NUMBER = /^[+-]?(?:nan|inf(?:inity)?|[\p{Nd}_]+(?:\.[\p{Nd}_]*)?(?:e[+-]?[\p{Nd}_]+)?)$/iu;
const NUMBER = /[0-9]+(?:\.[0-9]+)?/g;
const NOT_APPLICABLE = /^[\s*_"'`([]*n\/a(?![a-z0-9])/i;
const SCORE_NOT_APPLICABLE = /score\W{0,6}n\/a(?![a-z0-9])/i;

function plainNumber(text: string): number | null {
  const value = PLAIN.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(value) ? value : null;
}

/** Says whether the judge declined to give a score. This is asked before any number is looked for. */
export function isAbstention(text: string): boolean {
  const at = text.lastIndexOf(MARKER);
  if (at >= 0) return NOT_APPLICABLE.test(text.slice(at + MARKER.length));
  return NOT_APPLICABLE.test(text) || SCORE_NOT_APPLICABLE.test(text);
}

/** MM-JudgeBias's official rule after a test for N/A: the whole text; else the first number after the last "### Score:"; else (`fallback`) the last one; else `failed`. */
export function parseScore(given: string): ReadScore {
  const text = pythonStrip(given);
  if (text === '') return { score: null, parse: 'failed', remark: 'the answer is empty' };
  if (isAbstention(text)) return { score: null, parse: 'abstained' };
  const whole = plainNumber(text);
  if (whole !== null) return { score: whole, parse: 'ok' };
  if (ODD_NUMBER.test(text)) return { score: null, parse: 'failed', remark: 'not a plain number; rejected' };
  const at = text.lastIndexOf(MARKER);
  const marked = at < 0 ? undefined : text.slice(at + MARKER.length).match(NUMBER)?.[0];
  if (marked !== undefined) return { score: Number(marked), parse: 'ok' };
  const last = text.match(NUMBER)?.at(-1);
  if (last === undefined) return { score: null, parse: 'failed', remark: 'no number in the text' };
  return {
    score: Number(last),
    parse: 'fallback',
    remark: 'no number after "### Score:"; the last number of the text was taken',
  };
}

/** A score stored as a value: a number, or text that is one. A list of one is a `fallback`, none is `missing`. */
export function storedScore(value: unknown): ReadScore {
  if (value === null || value === undefined || value === '') return { score: null, parse: 'missing' };
  if (typeof value === 'number') {
    return Number.isFinite(value)
      ? { score: value, parse: 'ok' }
      : { score: null, parse: 'failed', remark: 'not a finite number' };
  }
  if (Array.isArray(value)) {
    const only = value.length === 1 ? storedScore(value[0]) : null;
    if (only?.parse === 'ok') return { score: only.score, parse: 'fallback', remark: 'a list of one number' };
    return { score: null, parse: 'failed', remark: `a list of ${value.length}` };
  }
  if (typeof value !== 'string') return { score: null, parse: 'failed', remark: 'not a number' };
  const text = pythonStrip(value);
  if (isAbstention(text)) return { score: null, parse: 'abstained' };
  const number = plainNumber(text);
  return number === null ? { score: null, parse: 'failed', remark: 'not a number' } : { score: number, parse: 'ok' };
}
