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

/**
 * A problem in somebody's input: a value, never an exception, so that all of them can be reported at once.
 * `file` is relative to the project or the folder given; `line` counts from 1.
 */
export interface Problem {
  /**
   * Absent for an error, which says that what is named could not be used. A `warning` says that it was kept all the same, or left out by a
   * documented rule.
   */
  readonly severity?: 'warning' | undefined;
  /** Given for what is said before all else: the rest means little beside it. */
  readonly lead?: true | undefined;
  readonly file: string;
  readonly line?: number | undefined;
  readonly field?: string | undefined;
  readonly found?: string | undefined;
  readonly expected?: string | undefined;
  /** One sentence: what is wrong. */
  readonly message: string;
  readonly hint?: string | undefined;
}

/** A value together with the problems met while reading it; `value` holds all that is sound. */
export interface Checked<T> {
  readonly value: T;
  readonly problems: readonly Problem[];
}

const MAX_SHOWN = 80;
/** What `shown` has shortened already: to do it again would count the rest. */
const SHORTENED = new RegExp(`^.{${MAX_SHOWN}}… \\(\\d+ characters\\)$`, 'su');

/** Makes control and direction characters visible: a file may name its keys or itself as it likes. */
function visible(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, (c) => `\\u{${(c.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}}`);
}

/** Shortens foreign text for a message and makes control and direction characters visible. */
export function shownText(text: string): string {
  const clean = visible(text);
  return clean.length > MAX_SHOWN && !SHORTENED.test(clean)
    ? `${clean.slice(0, MAX_SHOWN)}… (${text.length} characters)`
    : clean;
}

/** Gives foreign text in quotes, as messages show it. */
export const quotedText = (text: string): string => JSON.stringify(shownText(text));

const placeInOrder = ({ lead, severity }: Problem): number => (lead ? 0 : severity === 'warning' ? 2 : 1);

/** Gives problems in the order in which they are reported: what leads, errors, warnings. */
export const problemsInOrder = (problems: readonly Problem[]): Problem[] =>
  problems.toSorted((a, b) => placeInOrder(a) - placeInOrder(b));

/** Gives `file:line  field: message; found …; expected …; hint` as one line of plain text. */
export function formatProblem(p: Problem): string {
  const where = p.line === undefined ? p.file : `${p.file}:${p.line}`;
  const parts = [p.field === undefined ? p.message : `${p.field}: ${p.message}`];
  if (p.found !== undefined) parts.push(`found ${quotedText(p.found)}`);
  if (p.expected !== undefined) parts.push(`expected ${p.expected}`);
  if (p.hint !== undefined) parts.push(p.hint);
  return visible(`${where}  ${parts.join('; ')}`);
}

/** Problems with how many there are, of which the list may hold fewer. */
export interface ToldProblems {
  readonly problems: readonly Problem[];
  readonly errors: number;
  readonly warnings: number;
}

export function toldProblemsOf(problems: readonly Problem[]): ToldProblems {
  const warnings = problems.filter(({ severity }) => severity === 'warning').length;
  return { problems, errors: problems.length - warnings, warnings };
}

/** Joins several lists of problems, in this order. */
export const toldTogether = (all: readonly ToldProblems[]): ToldProblems => ({
  problems: all.flatMap(({ problems }) => problems),
  errors: all.reduce((n, { errors }) => n + errors, 0),
  warnings: all.reduce((n, { warnings }) => n + warnings, 0),
});
