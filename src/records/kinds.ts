import type { z } from 'zod';
import { Gold, Instance, Judgment, Response } from '../schema/records.ts';
import { fastCheck } from './fast-check.ts';

const SCHEMAS = { instances: Instance, responses: Response, gold: Gold, judgments: Judgment } as const;

/** The four kinds of canonical records, in the order in which they have to be read. */
export type RecordKind = keyof typeof SCHEMAS;
export type RecordOf<K extends RecordKind> = z.output<(typeof SCHEMAS)[K]>;

export const RECORD_KINDS: readonly RecordKind[] = ['instances', 'responses', 'gold', 'judgments'];

/** How one kind is checked: the short cut first, the schema where the short cut does not answer. */
export interface KindCheck<K extends RecordKind> {
  readonly fields: readonly string[];
  readonly fast: (row: unknown) => RecordOf<K> | null;
  readonly schema: z.ZodType<RecordOf<K>>;
}

const CHECKS: { readonly [K in RecordKind]: KindCheck<K> } = {
  instances: { fields: Object.keys(Instance.shape), fast: fastCheck(Instance), schema: Instance },
  responses: { fields: Object.keys(Response.shape), fast: fastCheck(Response), schema: Response },
  gold: { fields: Object.keys(Gold.shape), fast: fastCheck(Gold), schema: Gold },
  judgments: { fields: Object.keys(Judgment.shape), fast: fastCheck(Judgment), schema: Judgment },
};

export function checkOf<K extends RecordKind>(kind: K): KindCheck<K> {
  return CHECKS[kind];
}

const FILE = /^(instances|responses|gold|judgments)(?:[.-][\w.-]*)?\.(?:jsonl|ndjson|csv|tsv|parquet)(?:\.gz)?$/;

/** The kind that a file's name says: `judgments.jsonl`, `judgments-2.csv`, `gold.parquet`, `instances.jsonl.gz`; else null. */
export function kindOf(name: string): RecordKind | null {
  return (FILE.exec(name.slice(name.lastIndexOf('/') + 1))?.[1] as RecordKind | undefined) ?? null;
}
