import { parse } from 'yaml';
import { z } from 'zod';
import { readBytes, type Source, textSource, UnreadableError } from '../records/bytes.ts';
import { Protocol } from '../schema/benchmark.ts';
import { NonEmpty } from '../schema/judge.ts';
import { nearestWord, type Problem } from '../schema/problem.ts';
import { Run } from '../schema/records.ts';
import type { QueryRow } from '../sql/query.ts';
import { identifier, literal } from '../sql/quote.ts';
import { FileTables } from './file-tables.ts';
import { type ImportOptions, isRow } from './importer.ts';
import { type ImportFormat, type ImportSteps, Ledger } from './ledger.ts';
import { type MappingPart, parseMappingSql, tablesNamed, wantedColumns } from './mapping-sql.ts';
import { NameBook, plainId } from './names.ts';
import { fault, type PartWork, type RecordPart, takeYielded, type Yielded, yieldOf, yieldRecords } from './select.ts';

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
function compileMapping(
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

const MAX = 2 ** 20;
export const MAPPING_NAME = /(?:^|\/)mapping\.(?:sql|ya?ml|json)$/;

async function readText(source: Source): Promise<string> {
  let read = '';
  const decoder = new TextDecoder();
  for await (const chunk of readBytes(source)) {
    read += decoder.decode(chunk, { stream: true });
    if (read.length > MAX) {
      const expected = `at most ${MAX} characters`;
      throw new UnreadableError({ file: source.name, message: 'too large for a mapping file', expected });
    }
  }
  return read + decoder.decode();
}

function mappingParts(
  file: string,
  mapping: string,
): { readonly parts: readonly MappingPart[]; readonly problems: readonly Problem[] } {
  if (file.endsWith('.sql')) return parseMappingSql(file, mapping);
  const { sql, problems } = compileMapping(file, mapping);
  if (sql === null) return { parts: [], problems };
  return { parts: parseMappingSql(file, sql).parts.map((part) => ({ ...part, line: undefined })), problems };
}

/** Gives a mapping that somebody wrote as a file: SQL where its headings say so, else the short form. */
export const mappingSource = (mapping: string): Source =>
  textSource(/^\s*--/m.test(mapping) ? 'mapping.sql' : 'mapping.yaml', mapping);

async function readParts(own: Source, ledger: Ledger): Promise<readonly MappingPart[]> {
  let mapping: string;
  try {
    mapping = await readText(own);
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    ledger.fail(error.problem);
    return [];
  }
  const { parts, problems } = mappingParts(own.name, mapping);
  for (const problem of problems) ledger.fail(problem);
  return problems.length === 0 ? parts : [];
}

type RunRecord = z.input<typeof Run>;

const RUN_FIELDS = Object.keys(Run.shape);

/** Gives the runs that the `run` part names, one a row; what the options say stands for what it leaves out. */
async function runsOf(
  parts: readonly MappingPart[],
  work: PartWork,
  options: ImportOptions,
): Promise<readonly QueryRow[]> {
  const own = parts.filter(({ kind }) => kind === 'run');
  const rows: QueryRow[] = [];
  for (const [i, part] of own.entries()) {
    const table = await yieldOf(part, work, `runs_${i}`);
    if (table === null) return [];
    const unknown = table.columns
      .map(({ name }) => name)
      .filter((name) => !RUN_FIELDS.includes(name) && !name.startsWith('_'));
    for (const field of unknown)
      fault(work, {
        file: work.file,
        line: part.line,
        field,
        message: 'no field of run',
        expected: RUN_FIELDS.join(', '),
      });
    for await (const batch of table.rows()) rows.push(...batch);
  }
  if (own.length > 0) return rows;
  const { benchmark, judge } = options;
  if (benchmark !== undefined && judge !== undefined) return [{ benchmark, judge }];
  work.ledger.fail({
    file: work.file,
    field: 'run',
    message: 'nothing says whose run of which benchmark it is',
    expected: "-- run, and SELECT 'my-benchmark' AS benchmark, 'my-judge' AS judge, 'pairwise' AS protocol",
  });
  return [];
}

function runAsked(runs: readonly QueryRow[], { judge }: ImportOptions, { ledger, file }: PartWork): QueryRow | null {
  const [only] = runs;
  if (only !== undefined && runs.length === 1) return only;
  const names = runs.map((run) => String(run.judge ?? ''));
  const asked = judge === undefined ? undefined : runs[names.findIndex((name) => plainId(name) === plainId(judge))];
  if (asked === undefined && runs.length > 0)
    ledger.fail({
      file,
      field: 'judge',
      found: judge ?? names.join(', '),
      message: judge === undefined ? 'several runs; nothing was read' : 'no run of this judge',
      expected: names.join(', '),
      hint: 'say --judge to choose one',
    });
  return asked ?? null;
}

function recordOf(run: QueryRow, options: ImportOptions, repeats: number): RunRecord {
  const given = Object.fromEntries(
    Object.entries(run).filter(([field, value]) => value !== null && value !== '' && !field.startsWith('_')),
  );
  const judge = plainId(options.judge ?? String(given.judge ?? ''));
  const variant = String(given.variant ?? '');
  const benchmark = options.benchmark ?? String(given.benchmark ?? '');
  const name = options.run ?? (given.run === undefined ? plainId(`${judge} ${variant}`) : String(given.run));
  // What it holds is checked against the schema of runs, as every record is.
  return { repeats, ...given, run: name, judge, variant, benchmark } as RunRecord;
}

/** Opens a mapping and the files beside it; null, with the reason reported, where nothing says what they mean. */
async function openMapping(ledger: Ledger, sources: readonly Source[], options: ImportOptions) {
  const own = options.mapping ?? sources.find((s) => MAPPING_NAME.test(s.name));
  const { engine } = options;
  if (engine === undefined) throw new Error('a mapping needs an engine');
  if (own === undefined) {
    const hint = 'docs/data-formats.md shows one';
    ledger.fail({
      file: '.',
      message: 'no mapping file',
      expected: 'mapping.sql or mapping.yaml, or --mapping FILE',
      hint,
    });
    return null;
  }
  const parts = await readParts(own, ledger);
  if (parts.length === 0) return null;
  const tables = new FileTables(
    engine,
    sources.filter((s) => s !== own && s.name !== own.name),
  );
  const work: PartWork = { file: own.name, engine, tables, wanted: wantedColumns(parts), ledger, faults: [] };
  return { parts, work, runs: await runsOf(parts, work, options) };
}

export async function mappedJudges(sources: readonly Source[], options: ImportOptions): Promise<readonly string[]> {
  const opened = await openMapping(new Ledger(), sources, options);
  return (opened?.runs ?? []).map((run) => String(run.judge ?? ''));
}

async function* importMapped(ledger: Ledger, sources: readonly Source[], options: ImportOptions): ImportSteps {
  const opened = await openMapping(ledger, sources, options);
  if (opened === null) return;
  const { parts, work, runs } = opened;
  const run = runAsked(runs, options, work);
  if (run === null) return;
  const judge = plainId(String(run.judge ?? ''));
  const records = parts.filter(isRecordPart);
  // Rows that cannot be read are answers that are missing where a part makes judgments of the file.
  for (const { kind, sql } of records)
    if (kind === 'judgments')
      for (const file of tablesNamed(sql).flatMap((name) => work.tables.filesOf(name))) ledger.expect(file);
  const made: (Yielded | null)[] = [];
  for (const [i, part] of records.entries()) made.push(await yieldRecords(part, work, `yielded_${i}`));
  let repeats = 1;
  const repeated = (repeat: number): void => {
    repeats = Math.max(repeats, repeat + 1);
  };
  const taking = { ...work, names: new NameBook(), judge, repeated };
  // A fault of the mapping is mended first: half a run would look like all of it.
  if (work.faults.length > 0) return;
  for (const [i, part] of records.entries()) {
    const yielded = made[i];
    if (yielded != null) yield* takeYielded(part, yielded, taking);
  }
  ledger.add({ kind: 'run', record: recordOf(run, options, repeats) });
}

const isRecordPart = (part: MappingPart): part is RecordPart => part.kind !== 'run';

export const sqlFormat: ImportFormat = {
  id: 'sql',
  about: 'any CSV, TSV, JSON, JSONL or Parquet, with a mapping.sql: one SELECT for each kind of record',
  mapped: true,
  import: importMapped,
};
export const tableFormat: ImportFormat = {
  id: 'table',
  about: 'the same, with a mapping.yaml that names the columns',
  mapped: true,
  import: importMapped,
};
