import { parse } from 'yaml';
import { z } from 'zod';
import { readBytes } from '../records/bytes.ts';
import { fieldsOfKind, requiredOf } from '../records/kinds.ts';
import { type Source, UnreadableError } from '../records/source.ts';
import { Protocol } from '../schema/benchmark.ts';
import { NonEmpty } from '../schema/judge.ts';
import { nearestWord } from '../schema/nearest.ts';
import type { Problem } from '../schema/problem.ts';
import { isRow } from './importer.ts';

const Scalar = z.union([z.string(), z.number()]);

export const TableMap = z.strictObject({
  /** The files that it is for: a name under the path given, with `*` for any part of it. */
  files: NonEmpty.default('*'),
  kind: z.enum(['instances', 'responses', 'gold', 'judgments']),
  /** Field of the record → column. `attributes.task` is the attribute task; `media` a path or address. */
  columns: z.record(NonEmpty, NonEmpty),
  /** Field of the record → the same value in every row. */
  constants: z.record(NonEmpty, Scalar).default({}),
  /** Field of the record → what stands in the file → what it means. */
  values: z.record(NonEmpty, z.record(z.string(), Scalar)).default({}),
  /** The column with the judge's text from which verdict or score is read, by the official rules. */
  read: z.strictObject({ verdict: NonEmpty.optional(), score: NonEmpty.optional() }).default({}),
  /** Whether a verdict names the `responses` by their own names, or as `shown`; then the order `ba` swaps it. */
  verdict_names: z.enum(['responses', 'shown']).default('responses'),
  /** Only rows in which these columns have these values are read. */
  where: z.record(NonEmpty, Scalar).default({}),
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
export type FieldMapping = z.infer<typeof Mapping>;

const MAX = 2 ** 20;
const MAPPINGS = 'docs/data-formats.md shows a mapping file';

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

export async function readMapping(
  source: Source,
): Promise<{ mapping: FieldMapping | null; problems: readonly Problem[] }> {
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
  if (!isRow(value)) {
    const found = text.trim() === '' ? 'an empty file' : text;
    return { mapping: null, problems: [{ file, message: 'no mapping in it', found, hint: MAPPINGS }] };
  }
  const result = Mapping.safeParse(value);
  if (!result.success) return { mapping: null, problems: result.error.issues.flatMap((i) => issueOf(file, value, i)) };
  const problems = result.data.tables.flatMap((map, i) => mapProblems(file, `tables.${i}`, map));
  return { mapping: problems.length === 0 ? result.data : null, problems };
}

const KEYS = [Mapping, Mapping.shape.run, TableMap, TableMap.shape.read.unwrap()].flatMap((s) => Object.keys(s.shape));

function issueOf(file: string, mapping: unknown, issue: z.core.$ZodIssue): Problem[] {
  const path = issue.path.join('.');
  if (issue.code !== 'unrecognized_keys') {
    const given = issue.path.reduce<unknown>((v, key) => (isRow(v) ? v[String(key)] : undefined), mapping);
    const hint = given === undefined ? MAPPINGS : undefined;
    return [{ file, field: path || undefined, message: issue.message, hint }];
  }
  return issue.keys.map((key) => {
    const near = nearestWord(key, KEYS);
    const hint = near === undefined ? 'remove it' : `is ${near} meant?`;
    return { file, field: path === '' ? key : `${path}.${key}`, message: 'unknown field', hint };
  });
}

/** Fields that a record gets without being mapped. */
const GIVEN: Readonly<Record<TableMap['kind'], readonly string[]>> = {
  instances: ['prompt'],
  responses: [],
  gold: [],
  judgments: ['parse'],
};
const ATTRIBUTE = /^attributes\.[^.]+$/;

/** Reports once, and not for every row, what keeps a part of the mapping from making records. */
function mapProblems(file: string, at: string, map: TableMap): Problem[] {
  const fields = fieldsOfKind(map.kind);
  const known = (field: string): boolean =>
    fields.includes(field) || (map.kind === 'instances' && ATTRIBUTE.test(field));
  const mapped = [...Object.keys(map.columns), ...Object.keys(map.constants)];
  const unknown = [...new Set([...mapped, ...Object.keys(map.values)])].filter((field) => !known(field));
  const unused = Object.keys(map.values).filter((field) => known(field) && !Object.hasOwn(map.columns, field));
  const absent = requiredOf(map.kind).filter((f) => !mapped.includes(f) && !GIVEN[map.kind].includes(f));
  const answers = ['verdict', 'score', 'parse', 'stage'].some((field) => mapped.includes(field));
  const silent = map.kind === 'judgments' && !answers && Object.keys(map.read).length === 0;
  return [
    ...unknown.map((field): Problem => {
      const near = nearestWord(field, fields);
      const hint = near === undefined ? undefined : `is ${near} meant?`;
      return { file, field: `${at}.${field}`, message: `no field of ${map.kind}`, expected: fields.join(', '), hint };
    }),
    ...unused.map((field): Problem => {
      const message = 'values of a field that `columns` does not name';
      return { file, field: `${at}.values.${field}`, message, hint: 'name its column, or remove the values' };
    }),
    ...absent.map((field): Problem => {
      const message = `every record of ${map.kind} needs it`;
      return {
        file,
        field: `${at}.${field}`,
        message,
        hint: 'name its column under columns, or its value under constants',
      };
    }),
    ...(silent
      ? [{ file, field: at, message: 'judgments without an answer', expected: 'a column of verdict or score, or read' }]
      : []),
  ];
}

export function fits(pattern: string, name: string): boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`).test(name);
}
