import type { z } from 'zod';
import type { RowCount } from '../records/tally.ts';
import type { Problem } from '../schema/problem.ts';
import type { Gold, Instance, Judgment, Response, Run } from '../schema/records.ts';

/** A value that a report states without instances; it becomes a row of `published.csv`. */
export interface PublishedValue {
  readonly benchmark: string;
  readonly row: string;
  readonly judge: string;
  readonly variant: string;
  readonly column: string;
  readonly value: number | null;
  readonly n: number | null;
  readonly note: string;
}

/** Counts rows that an import left out for one reason. */
export interface LeftOut {
  readonly reason: string;
  /** Whether they were left out by a rule of the format; else a fault was the reason. */
  readonly rule: boolean;
  readonly rows: number;
  /** How many judgments they would have been: answers that are expected all the same. */
  readonly judgments: number;
  /** The split of these answers; left out where nobody can tell. */
  readonly split?: string | undefined;
}

/** What importers give, in any order: records as their schemas take them (defaults may be left out), problems, row counts. */
export type ImportItem =
  | { readonly kind: 'run'; readonly record: z.input<typeof Run> }
  | { readonly kind: 'instances'; readonly record: z.input<typeof Instance> }
  | { readonly kind: 'responses'; readonly record: z.input<typeof Response> }
  | { readonly kind: 'gold'; readonly record: z.input<typeof Gold> }
  | { readonly kind: 'judgments'; readonly record: z.input<typeof Judgment> }
  | { readonly kind: 'published'; readonly record: PublishedValue }
  | { readonly kind: 'problem'; readonly problem: Problem }
  | { readonly kind: 'count'; readonly count: RowCount }
  | { readonly kind: 'left out'; readonly leftOut: LeftOut };

/** Gives an importer's items, some at a time. */
export type ImportItems = AsyncGenerator<readonly ImportItem[]>;
