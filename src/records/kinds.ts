import { z } from 'zod';
import type { Problem } from '../schema/problem.ts';
import { Gold, Instance, Judgment, Response } from '../schema/records.ts';
import { issueProblems } from './issues.ts';

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
