import { Judgment, Order, Parse, RecordId, Stage, Verdict } from '../schema/records.ts';

const STAGES: ReadonlySet<unknown> = new Set(Stage.options);
const ORDERS: ReadonlySet<unknown> = new Set(Order.options);
const PARSES: ReadonlySet<unknown> = new Set(Parse.options);
const VERDICTS: ReadonlySet<unknown> = new Set([...Verdict.options, 'correct', 'error', null]);
const FIELDS: ReadonlySet<string> = new Set(Object.keys(Judgment.shape));

/** Plain printable ASCII, by far the most ids: what needs no pattern. Anything else is left to the schema. */
function isPlainId(value: unknown): value is string {
  if (typeof value !== 'string' || value.length === 0 || value.length > 256) return false;
  for (let i = 0; i < value.length; i++) {
    const c = value.charCodeAt(i);
    if (c < 32 || c > 126) return false;
  }
  return true;
}

/** Lower-case letters, digits and single inner hyphens or underscores: what `Id` accepts. */
function isId(value: unknown): value is string {
  if (typeof value !== 'string') return false;
  let joined = true;
  for (let i = 0; i < value.length; i++) {
    const c = value.charCodeAt(i);
    if ((c >= 97 && c <= 122) || (c >= 48 && c <= 57)) joined = false;
    else if ((c === 45 || c === 95) && !joined) joined = true;
    else return false;
  }
  return !joined;
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
const isText = (value: unknown): value is string => typeof value === 'string';

/** Absent, or accepted by `check`. */
const optional = (value: unknown, check: (v: unknown) => boolean): boolean => value === undefined || check(value);

/**
 * A short cut for rows of `judgments.jsonl`: the parsed judgment, or null where the schema must be asked (it then answers,
 * and gives the messages). Accepts nothing that the schema refuses; a test compares the two. Absent optional fields are
 * undefined, so that all judgments have one shape. Takes a tenth of the schema's time.
 */
export function narrowJudgment(row: unknown): Judgment | null {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return null;
  for (const key in row) if (!FIELDS.has(key)) return null;
  const { instance, response, criterion, critique_judge, raw, cost, tokens, parse, ...rest } = row as Record<string, unknown>;
  return null;
}
