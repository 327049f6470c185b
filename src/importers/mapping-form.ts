import { parse } from 'yaml';
import { z } from 'zod';
import { Protocol } from '../schema/benchmark.ts';
import { NonEmpty } from '../schema/judge.ts';
import { nearestWord } from '../schema/nearest.ts';
import type { Problem } from '../schema/problem.ts';
import { identifier, literal } from '../sql/quote.ts';
import { isRow } from './importer.ts';

const Scalar = z.union([z.string(), z.number()]);

const TableMap = z.strictObject({
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
  where: z.record(NonEmpty, Scalar).default({}),
});
type TableMap = z.infer<typeof TableMap>;

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

type MappingForm = z.infer<typeof Mapping>;

/** A column as text, to be compared: a whole number that lies among fractions is written with one. */
const textOfColumn = (column: string): string => `${identifier(column)}::VARCHAR`;
const spellings = (value: string): readonly string[] => (/^-?\d+$/.test(value) ? [value, `${value}.0`] : [value]);

function fieldSql(field: string, column: string, { values, verdict_names }: TableMap): string {
  const meanings = Object.entries(values[field] ?? {}).flatMap(([found, meant]) =>
    spellings(found).map((text) => `WHEN ${literal(text)} THEN ${literal(String(meant))}`),
  );
  const value =
    meanings.length === 0
      ? identifier(column)
      : `CASE ${textOfColumn(column)} ${meanings.join(' ')} ELSE ${textOfColumn(column)} END`;
  const name = field === 'verdict' && verdict_names === 'shown' ? 'verdict_shown' : field;
  return name === column && meanings.length === 0 ? value : `${value} AS ${identifier(name)}`;
}

function selectOf(map: TableMap): string {
  const { kind, columns, constants, read, where, files } = map;
  const texts = Object.entries(read).flatMap(([field, column]) =>
    column === undefined ? [] : [`${identifier(column)} AS ${field}_text`],
  );
  const list = [
    ...Object.entries(columns).map(([field, column]) => fieldSql(field, column, map)),
    ...Object.entries(constants)
      .filter(([field]) => !Object.hasOwn(columns, field))
      .map(([field, value]) => `${literal(value)} AS ${identifier(field)}`),
    ...texts,
    '_file',
    '_row',
  ];
  const taken = Object.entries(where).map(
    ([column, value]) => `${textOfColumn(column)} IN (${spellings(String(value)).map(literal).join(', ')})`,
  );
  return `-- ${kind}\nSELECT ${list.join(', ')}\nFROM ${identifier(files)}${taken.length === 0 ? '' : `\nWHERE ${taken.join(' AND ')}`};\n`;
}

function mappingSql({ run, tables }: MappingForm): string {
  const facts = Object.entries(run).flatMap(([field, value]) =>
    value === undefined ? [] : [`${literal(value)} AS ${field}`],
  );
  return [`-- run\nSELECT ${facts.join(', ')};\n`, ...tables.map(selectOf)].join('\n');
}

const MAPPINGS = 'docs/data-formats.md shows a mapping file';
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

/** Reads the text of `mapping.yaml` (or JSON) as the SQL that it means; null with problems where it means none. */
export function compileMapping(
  file: string,
  text: string,
): { readonly sql: string | null; readonly problems: readonly Problem[] } {
  let value: unknown;
  try {
    value = parse(text);
  } catch (error) {
    const message = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    return { sql: null, problems: [{ file, message: `not valid YAML: ${message}` }] };
  }
  if (!isRow(value)) {
    const found = text.trim() === '' ? 'an empty file' : text;
    return { sql: null, problems: [{ file, message: 'no mapping in it', found, hint: MAPPINGS }] };
  }
  const result = Mapping.safeParse(value);
  if (!result.success) return { sql: null, problems: result.error.issues.flatMap((i) => issueOf(file, value, i)) };
  const problems = result.data.tables.flatMap(({ columns, values }, i) =>
    Object.keys(values)
      .filter((field) => !Object.hasOwn(columns, field))
      .map((field): Problem => {
        const message = 'values of a field that `columns` does not name';
        return { file, field: `tables.${i}.values.${field}`, message, hint: 'name its column, or remove the values' };
      }),
  );
  return { sql: problems.length === 0 ? mappingSql(result.data) : null, problems };
}
