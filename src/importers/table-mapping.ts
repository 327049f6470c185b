import { parse } from 'yaml';
import { z } from 'zod';
import { readBytes } from '../records/bytes.ts';
import { type Source, UnreadableError } from '../records/source.ts';
import { Protocol } from '../schema/benchmark.ts';
import type { Problem } from '../schema/problem.ts';

const Column = z.string().min(1);
const Scalar = z.union([z.string(), z.number()]);

/** How the columns of one kind of file become records. */
export const TableMap = z.strictObject({
  /** Which files: a name under the path given, `*` for any part of it. */
  files: z.string().min(1).default('*'),
  kind: z.enum(['instances', 'responses', 'gold', 'judgments']),
  /** Field of the record → column. `attributes.task` is the attribute task; `media` a path or address. */
  columns: z.record(Column, Column),
  /** Field of the record → the same value in every row. */
  constants: z.record(Column, Scalar).default({}),
  /** Field of the record → what stands in the file → what it means. */
  values: z.record(Column, z.record(z.string(), Scalar)).default({}),
  /** Read the verdict or the score from a column of the judge's text, by the official rules. */
  read: z.strictObject({ verdict: Column.optional(), score: Column.optional() }).default({}),
  /** Does a verdict name the responses by their own names, or as `shown` (then order ba swaps it)? */
  verdict_names: z.enum(['responses', 'shown']).default('responses'),
  /** Read only rows in which these columns have these values. */
  where: z.record(Column, Scalar).default({}),
});
export type TableMap = z.infer<typeof TableMap>;

const Mapping = z.strictObject({
  run: z.strictObject({
    run: z.string().optional(),
    benchmark: z.string(),
    judge: z.string(),
    protocol: Protocol,
    variant: z.string().optional(),
    repeats: z.number().int().positive().optional(),
    notes: z.string().optional(),
    source: z.string().optional(),
  }),
  tables: z.array(TableMap).min(1),
});
export type Mapping = z.infer<typeof Mapping>;

const MAX = 2 ** 20;

async function readText(source: Source): Promise<string> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of readBytes(source)) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > MAX) {
      const expected = `at most ${MAX} characters`;
      throw new UnreadableError({ file: source.name, message: 'too large for a mapping file', expected });
    }
  }
  return text + decoder.decode();
}

/** Reads a mapping file (YAML or JSON). */
export async function readMapping(source: Source): Promise<{ mapping: Mapping | null; problems: readonly Problem[] }> {
  const file = source.name;
  let text: string;
  try {
    text = await readText(source);
  } catch (error) {
    if (error instanceof UnreadableError) return { mapping: null, problems: [error.problem] };
    throw error;
  }
  let value: unknown;
  try {
    value = parse(text);
  } catch (error) {
    const message = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    return { mapping: null, problems: [{ file, message: `not valid YAML: ${message}` }] };
  }
  const result = Mapping.safeParse(value);
  if (result.success) return { mapping: result.data, problems: [] };
  const problems = result.error.issues.map((issue) => ({
    file,
    field: issue.path.join('.') || undefined,
    message: issue.message,
  }));
  return { mapping: null, problems };
}

/** Does a file's name fit a pattern with `*`? */
export function fits(pattern: string, name: string): boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`).test(name);
}
