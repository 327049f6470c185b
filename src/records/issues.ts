import { z } from 'zod';
import { nearestWord, type Problem, quotedText, shownText } from '../schema/problem.ts';
import { Gold, Instance, Judgment, Response } from '../schema/records.ts';

const SHOWN = 5;
/** Characters of an answer's beginning and end that are shown: verdicts stand at either. */
const EDGE = 38;

const isUnread = ({ parse }: Pick<Judgment, 'parse'>): boolean => parse === 'failed' || parse === 'error';

function endsOf(text: string): string {
  const inLine = (part: string): string => part.replace(/\s+/g, ' ').trim();
  if (text.length <= 4 * EDGE) {
    const all = inLine(text);
    if (all.length <= 2 * EDGE) return all;
  }
  return `${inLine(text.slice(0, 2 * EDGE)).slice(0, EDGE)} … ${inLine(text.slice(-2 * EDGE)).slice(-EDGE)}`;
}

/** Counts the answers of a judge, and those that could not be read: where these are most, its values say how it was read, and not how it judges. */
export class UnreadAnswers {
  private answers = 0;
  private unread = 0;
  private readonly shown = new Set<string>();

  add(judgment: Judgment): void {
    if (judgment.parse === 'missing') return;
    this.answers++;
    if (!isUnread(judgment)) return;
    this.unread++;
    if (this.shown.size < SHOWN) this.shown.add(endsOf(judgment.rationale || (judgment.raw ?? '')));
  }

  /** Says that most could not be read, with some of them; nothing where they could. */
  problems(file: string, severity: Problem['severity']): readonly Problem[] {
    const { answers, unread } = this;
    if (2 * unread <= answers) return [];
    const texts = [...this.shown].filter((text) => text !== '').map(quotedText);
    const such = texts.length === 0 ? '' : `, such as ${texts.join(', ')}`;
    return [
      {
        severity,
        lead: true,
        file,
        message: `most answers of the judge could not be read${such}`,
        found: `${unread} of ${answers} without a verdict or score`,
        hint: 'does the verdict stand in another column, or in another form? docs/data-formats.md says what is read',
      },
    ];
  }
}

const KEPT = 10_000;
/** How many of these may be warnings, so that errors have room however many warnings there are. */
const KEPT_WARNINGS = 5000;

/** Collects problems: keeps the first 10 000 to be shown (5 000 warnings), counts all of them. */
export class ProblemLog {
  readonly kept: Problem[] = [];
  errors = 0;
  warnings = 0;

  add(problem: Problem): void {
    if (problem.severity === 'warning') this.warnings++;
    else this.errors++;
    const room = problem.severity !== 'warning' || this.warnings <= KEPT_WARNINGS;
    if (problem.lead) this.kept.unshift(problem);
    else if (room && this.kept.length < KEPT) this.kept.push(problem);
  }

  addAll(problems: Iterable<Problem>): void {
    for (const problem of problems) this.add(problem);
  }
}

/** What became of the rows of one file. Every row is either handed on or reported: `read` = `accepted` + `rejected`. */
export interface RowCount {
  readonly file: string;
  read: number;
  accepted: number;
  rejected: number;
}

export function newCount(file: string): RowCount {
  return { file, read: 0, accepted: 0, rejected: 0 };
}

/** Throws when rows got lost: a defect of ours, never of the input. */
export function assertComplete(count: RowCount): void {
  if (count.read !== count.accepted + count.rejected) {
    throw new Error(
      `${count.file}: ${count.read} rows read, but ${count.accepted} accepted and ${count.rejected} reported`,
    );
  }
}

const SCHEMAS = { instances: Instance, responses: Response, gold: Gold, judgments: Judgment } as const;

/** The four kinds of canonical records, in the order in which they have to be read. */
export type RecordKind = keyof typeof SCHEMAS;
export type RecordOf<K extends RecordKind> = z.output<(typeof SCHEMAS)[K]>;

export const RECORD_KINDS: readonly RecordKind[] = ['instances', 'responses', 'gold', 'judgments'];

export function fieldsOfKind(kind: RecordKind): readonly string[] {
  return Object.keys(SCHEMAS[kind].shape);
}

export function requiredOf(kind: RecordKind): readonly string[] {
  return Object.entries(SCHEMAS[kind].shape).flatMap(([name, field]) =>
    z.safeParse(field, undefined).success ? [] : [name],
  );
}

export function checkRecord<K extends RecordKind>(
  kind: K,
  { file, line, row }: { readonly file: string; readonly line: number; readonly row: unknown },
): RecordOf<K> | readonly Problem[] {
  const result = z.safeParse(SCHEMAS[kind], row);
  return result.success
    ? (result.data as RecordOf<K>)
    : issueProblems(file, line, { row, error: result.error, known: fieldsOfKind(kind) });
}

export const isProblems = (checked: object): checked is readonly Problem[] => Array.isArray(checked);

const FILE = /^(instances|responses|gold|judgments)(?:[.-][\w.-]*)?\.(?:jsonl|ndjson|csv|tsv|parquet)(?:\.gz)?$/;

/** Gives the kind that a file's name says: `judgments.jsonl`, `judgments-2.csv`, `gold.parquet`, `instances.jsonl.gz`; else null. */
export function recordKindOf(name: string): RecordKind | null {
  return (FILE.exec(name.slice(name.lastIndexOf('/') + 1))?.[1] as RecordKind | undefined) ?? null;
}

type Issue = z.core.$ZodIssue;

/** Takes the branch of a union that matches furthest. */
function flatten(issue: Issue, above: readonly PropertyKey[]): { issue: Issue; path: readonly PropertyKey[] }[] {
  const path = [...above, ...issue.path];
  const branches = issue.code === 'invalid_union' ? issue.errors.filter((b) => b.length > 0) : [];
  if (branches.length === 0 || branches.every((b) => b.every((i) => i.path.length === 0))) return [{ issue, path }];
  const [best = []] = [...branches].sort((a, b) => a.length - b.length);
  return best.flatMap((i) => flatten(i, path));
}

const listed = (values: readonly unknown[]): string => values.map((v) => JSON.stringify(v)).join(' or ');

export function expectation(issue: Issue): string {
  if (issue.code === 'invalid_type') return issue.expected === 'int' ? 'a whole number' : issue.expected;
  if (issue.code === 'invalid_value') return listed(issue.values);
  if (issue.code === 'invalid_union' && issue.errors.length > 0)
    return [...new Set(issue.errors.flat().map(expectation))].join(' or ');
  if (issue.code === 'invalid_format' && issue.format === 'date') return 'a date such as 2026-01-31';
  return issue.message.replace(/^(?:Invalid[^:.]*[:.]|Too (?:small|big)[^:]*:) (?:[Ee]xpected )?/, '');
}

export const valueAtPath = (row: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((v, step) => (typeof v === 'object' && v !== null ? Reflect.get(v, step) : undefined), row);

export function printedValue(value: unknown): string {
  if (typeof value === 'string') return value;
  // JSON can say 1e999, which is no number to work with, and which JSON.stringify would make null.
  return typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? 'nothing');
}

function unknownField(
  file: string,
  line: number,
  { field, known }: { readonly field: string; readonly known: readonly string[] },
): Problem {
  const near = nearestWord(field, known);
  return { file, line, field, message: 'unknown field', hint: near === undefined ? 'remove it' : `is ${near} meant?` };
}

const NUMBER_TEXT = /^\s*-?\d+(?:\.\d+)?\s*$/;

/** Writes a hint for a value of the wrong kind, where one would help. */
export function hintFor(issue: Issue, value: unknown): string | undefined {
  const wanted = kindsOf(issue);
  const takesNumbers = wanted.has('number') || wanted.has('int');
  if (typeof value === 'string') {
    if (takesNumbers && NUMBER_TEXT.test(value)) return 'write the number without quotes';
    const near = nearestWord(value, choicesOf(issue));
    return near === undefined ? undefined : `is ${near} meant?`;
  }
  if (typeof value !== 'number') return undefined;
  if (Number.isNaN(value)) return 'write a number, or leave the field out';
  if (!Number.isFinite(value)) return 'the number is too large: correct it, or write null';
  return wanted.has('string') && !takesNumbers ? 'ids and labels are text: write it in quotes' : undefined;
}

/** Gives the words of which one would be taken; none where it is no choice of words. */
function choicesOf(issue: Issue): string[] {
  if (issue.code === 'invalid_value') return issue.values.map(String);
  return issue.code === 'invalid_union' ? issue.errors.flat().flatMap(choicesOf) : [];
}

/** Gives the kinds of values that would be taken: `string`, `number`, `int`, …; none where only some values are. */
function kindsOf(issue: Issue): ReadonlySet<string> {
  if (issue.code === 'invalid_type') return new Set([issue.expected]);
  if (issue.code !== 'invalid_union') return new Set();
  return new Set(issue.errors.flat().flatMap((inner) => [...kindsOf(inner)]));
}

/** Lists what a record schema refuses in one row, field by field. `known` are the schema's fields. */
export function issueProblems(
  file: string,
  line: number,
  { row, error, known }: { readonly row: unknown; readonly error: z.core.$ZodError; readonly known: readonly string[] },
): Problem[] {
  return error.issues
    .flatMap((i) => flatten(i, []))
    .flatMap(({ issue, path }): Problem[] => {
      if (issue.code === 'unrecognized_keys')
        return issue.keys.map((key) => unknownField(file, line, { field: [...path, key].join('.'), known }));
      const value = valueAtPath(row, path);
      const missing = value === undefined;
      return [
        {
          file,
          line,
          field: path.length === 0 ? undefined : path.join('.'),
          message: missing ? 'missing' : 'not accepted',
          found: missing ? undefined : shownText(printedValue(value)),
          expected: expectation(issue),
          hint: hintFor(issue, value),
        },
      ];
    });
}
