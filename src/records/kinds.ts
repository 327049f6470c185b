import { z } from 'zod';
import { Verdict } from '../schema/benchmark.ts';
import type { Problem } from '../schema/problem.ts';
import { Gold, Instance, Judgment, MAX_COUNT, Order, Parse, Response, Stage } from '../schema/records.ts';
import { issueProblems } from './issues.ts';

const FIELDS: ReadonlySet<string> = new Set(Object.keys(Judgment.shape));
const STAGES: ReadonlySet<unknown> = new Set(Stage.options);
const ORDERS: ReadonlySet<unknown> = new Set(Order.options);
const PARSES: ReadonlySet<unknown> = new Set(Parse.options);
const VERDICTS: ReadonlySet<unknown> = new Set([...Verdict.options, 'correct', 'error', null]);
const LENIENT: ReadonlySet<unknown> = new Set([...Verdict.options, undefined]);
const RECORD_ID = /^[^\p{Cc}\p{Cs}]{1,256}$/u;
const NAME = /^[^\p{Cc}\p{Cs}]{1,128}$/u;
const ID = /^[a-z0-9]+(?:[-_][a-z0-9]+)*$/;

const isRecordId = (v: unknown): v is string => typeof v === 'string' && RECORD_ID.test(v);
const isName = (v: unknown): v is string => typeof v === 'string' && v.length <= 128 && NAME.test(v);
const isId = (v: unknown): v is string => typeof v === 'string' && v.length <= 128 && ID.test(v);
const isText = (v: unknown): v is string => typeof v === 'string';
const isNumber = (v: unknown): v is number => typeof v === 'number' && Number.isFinite(v);
const isCount = (v: unknown): v is number => Number.isInteger(v) && (v as number) >= 0 && (v as number) <= MAX_COUNT;

function hasOnlyKnown(row: object): boolean {
  for (const key in row) if (!FIELDS.has(key)) return false;
  return true;
}

function labelsFit(j: Judgment): boolean {
  return (
    STAGES.has(j.stage) &&
    ORDERS.has(j.order) &&
    PARSES.has(j.parse) &&
    VERDICTS.has(j.verdict) &&
    LENIENT.has(j.lenient)
  );
}

function idsFit(j: Judgment): boolean {
  return (
    isRecordId(j.instance) &&
    (j.response === undefined || isRecordId(j.response)) &&
    (j.criterion === undefined || isName(j.criterion)) &&
    (j.critique_judge === undefined || isId(j.critique_judge))
  );
}

function valuesFit(j: Judgment): boolean {
  return (
    isText(j.condition) &&
    j.condition !== '' &&
    isText(j.rationale) &&
    isCount(j.repeat) &&
    (j.score === null || isNumber(j.score)) &&
    (j.rationale_length === undefined || isCount(j.rationale_length)) &&
    (j.raw === undefined || isText(j.raw)) &&
    (j.cost === undefined || isNumber(j.cost)) &&
    (j.tokens === undefined || isCount(j.tokens))
  );
}

/**
 * Takes a short cut for rows of `judgments.jsonl`, the only records that come in millions: the parsed judgment, or null where the schema
 * `Judgment` must be asked, which stays the one definition and gives all messages. A test shows that both accept the same rows with the
 * same result. Absent optional fields come as undefined, so that all judgments have one shape. It takes one microsecond a row less than
 * Zod.
 */
export function narrowJudgment(row: unknown): Judgment | null {
  if (typeof row !== 'object' || row === null || Array.isArray(row) || !hasOnlyKnown(row)) return null;
  // Not a judgment yet: named so that the checks below read the fields of one known shape.
  const given = row as Judgment;
  const judgment: Judgment = {
    instance: given.instance,
    response: given.response,
    criterion: given.criterion,
    stage: given.stage ?? absent(given.stage, 'judge'),
    condition: given.condition ?? absent(given.condition, 'base'),
    critique_judge: given.critique_judge,
    repeat: given.repeat ?? absent(given.repeat, 0),
    order: given.order ?? absent(given.order, 'ab'),
    verdict: given.verdict ?? null,
    score: given.score ?? null,
    parse: given.parse,
    rationale: given.rationale ?? absent(given.rationale, ''),
    rationale_length: given.rationale_length,
    raw: given.raw,
    lenient: given.lenient,
    cost: given.cost,
    tokens: given.tokens,
  };
  return labelsFit(judgment) && idsFit(judgment) && valuesFit(judgment) ? judgment : null;
}

/** A default stands for an absent field only, never for null, which the schema refuses. */
function absent<T>(given: T, standard: T): T {
  return given === undefined ? standard : given;
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
  const quick = kind === 'judgments' ? narrowJudgment(row) : null;
  if (quick !== null) return quick as RecordOf<K>;
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
