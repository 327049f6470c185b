import Papa from 'papaparse';
import type { Problem } from '../schema/problem.ts';
import { extension, LIMITS, type Limits, type RowBatch, type Source } from './bytes.ts';
import { type ParsedJson, parseJson } from './json.ts';
import { BOM, readLines } from './lines.ts';

/** A record of CSV: one line, or several when a quoted field holds line ends. */
interface RawRecord {
  readonly line: number;
  readonly text: string;
}

function quotes(text: string): number {
  let n = 0;
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at + 1)) n++;
  return n;
}

function unclosed(file: string, line: number, found: string): Problem {
  const message = 'a quoted field is not closed; nothing from here on was read';
  return { file, line, message, found, hint: 'close the quote, and double every quote inside the field' };
}

/** Reads whole records with the line on which each begins. A record ends at the first line end at which its quotes are balanced. */
async function* splitRecords(
  source: Source,
  limits: Limits,
): AsyncGenerator<{ records: RawRecord[]; problems: readonly Problem[]; bytes: number }> {
  let held: string[] = [];
  let heldLine = 0;
  let length = 0;
  for await (const block of readLines(source, limits)) {
    const records: RawRecord[] = [];
    for (const [i, text] of block.lines.entries()) {
      const odd = quotes(text) % 2 === 1;
      if (held.length === 0 && !odd) {
        if (text.trim() !== '') records.push({ line: block.first + i, text });
        continue;
      }
      if (held.length === 0) heldLine = block.first + i;
      held.push(text);
      length += text.length;
      if (odd && held.length > 1) {
        records.push({ line: heldLine, text: held.join('\n') });
        held = [];
        length = 0;
      } else if (length > limits.line) {
        const problems = [...block.problems, unclosed(source.name, heldLine, held[0] ?? '')];
        yield { records, problems, bytes: block.bytes };
        return;
      }
    }
    yield { records, problems: block.problems, bytes: block.bytes };
  }
  const [first] = held;
  if (first !== undefined) yield { records: [], problems: [unclosed(source.name, heldLine, first)], bytes: 0 };
}

function parseRecord(file: string, record: RawRecord, delimiter: string): { fields: string[] } | { problem: Problem } {
  if (!record.text.includes('"')) return { fields: record.text.split(delimiter) };
  const { data, errors } = Papa.parse<string[]>(record.text, { delimiter, newline: '\n' });
  const quote = errors.find((e) => e.type === 'Quotes');
  const [fields] = data;
  if (quote === undefined && fields !== undefined && data.length === 1) return { fields };
  const message = 'text stands before or after the quotes of a field; the row was left out';
  return { problem: { file, line: record.line, message, found: record.text, hint: 'quote the whole field' } };
}

function headerProblems(file: string, line: number, header: readonly string[]): Problem[] {
  const met = new Set<string>();
  const twice = header.filter((name) => met.size === met.add(name).size);
  return [...new Set(twice)].map((field) => {
    const message = 'two columns have this name; the last one was read';
    return { severity: 'warning', file, line, field, message, hint: 'rename or remove one' };
  });
}

function ragged(
  file: string,
  line: number,
  { fields, header }: { readonly fields: readonly string[]; readonly header: readonly string[] },
): Problem {
  const hint =
    fields.length > header.length
      ? 'is a separator inside a field without quotes?'
      : 'is a field missing, or the file cut off?';
  const message = 'the row is not as long as the header and was left out';
  return { file, line, message, found: `${fields.length} fields`, expected: `${header.length} fields`, hint };
}

/** The first line with which spreadsheets name the separator: `sep=;`, in quotes, or with separators behind it. */
const NAMED_SEPARATOR = /^"?sep=([^\w\s"]|\t)"?\1*$/i;

/** Gives what parts the columns: as usual, else what spreadsheets of other languages write, where the header holds it instead. */
const separatorOf = (header: string, usual: string): string =>
  header.includes(usual) ? usual : ([';', '\t', '|'].find((sign) => header.includes(sign)) ?? usual);

/** Reads the rows of CSV or TSV as objects of text by header. Blank lines are skipped; lines stay exact across quoted line ends. */
async function* readCsvRows(source: Source, usual: string, limits: Limits): AsyncGenerator<RowBatch> {
  let header: string[] | null = null;
  let delimiter = usual;
  for await (const { records, problems: given, bytes } of splitRecords(source, limits)) {
    const rows: unknown[] = [];
    const lines: number[] = [];
    const problems: Problem[] = [...given];
    for (const record of records) {
      const named = header === null && record.line === 1 ? NAMED_SEPARATOR.exec(record.text)?.[1] : undefined;
      if (named !== undefined) {
        delimiter = named;
        continue;
      }
      if (header === null && delimiter === usual) delimiter = separatorOf(record.text, usual);
      const parsed = parseRecord(source.name, record, delimiter);
      if ('problem' in parsed) problems.push(parsed.problem);
      else if (header === null) {
        header = parsed.fields.map((name) => name.trim());
        problems.push(...headerProblems(source.name, record.line, header));
      } else if (parsed.fields.length !== header.length)
        problems.push(ragged(source.name, record.line, { fields: parsed.fields, header }));
      else {
        rows.push(Object.fromEntries(header.map((name, i) => [name, parsed.fields[i] ?? ''])));
        lines.push(record.line);
      }
    }
    yield { rows, lines, problems, bytes, ...(header !== null && { columns: header }) };
  }
}

function jsonProblem(
  file: string,
  line: number,
  { text, parsed, cut }: { readonly text: string; readonly parsed: ParsedJson; readonly cut: boolean },
): Problem | null {
  if (text.startsWith(BOM)) {
    const message = 'a byte order mark within the file; the row was left out';
    return { file, line, message, hint: 'take it away; it comes from joining files' };
  }
  if (parsed.error !== null) {
    const message = cut ? 'the last line is cut off' : `not valid JSON: ${parsed.error}`;
    return { file, line, message, found: text, hint: cut ? 'write the file again' : 'one JSON object per line' };
  }
  const [again] = parsed.duplicates;
  if (again !== undefined) {
    const message = 'this key stands twice in one object; the row was left out';
    return { file, line, field: again.path, message, hint: 'keep one of them' };
  }
  return null;
}

const NOT_LINES = 'where one JSON object per line is needed; nothing was read';

/** A file whose first line tells that it is one JSON document gets one problem, and not one for every line. */
function documentProblem(file: string, line: string, { value, error }: ParsedJson): Problem | null {
  const found = line.trim();
  const isList = Array.isArray(value) && typeof value[0] === 'object';
  if (found.startsWith('[') && (error !== null || isList))
    return {
      file,
      message: `a JSON list, ${NOT_LINES}`,
      found,
      hint: 'jq -c ".[]" LIST.json > LINES.jsonl makes lines of it',
    };
  if (found !== '{') return null;
  return {
    file,
    message: `JSON over several lines, ${NOT_LINES}`,
    found,
    hint: 'jq -c . FILE.json > LINES.jsonl joins the lines',
  };
}

async function* readJsonlRows(source: Source, limits: Limits): AsyncGenerator<RowBatch> {
  let begun = false;
  for await (const block of readLines(source, limits)) {
    const rows: unknown[] = [];
    const lines: number[] = [];
    const problems: Problem[] = [...block.problems];
    const { first } = block;
    const last = block.lines.length - 1;
    for (let i = 0; i <= last; i++) {
      const text = block.lines[i] as string;
      if (text === '' || text.trim() === '') continue;
      const parsed = parseJson(text);
      const whole = begun ? null : documentProblem(source.name, text, parsed);
      begun = true;
      if (whole !== null) {
        yield { rows, lines, problems: [...problems, whole], bytes: block.bytes };
        return;
      }
      const problem = jsonProblem(source.name, first + i, { text, parsed, cut: block.open && i === last });
      if (problem !== null) problems.push(problem);
      else {
        rows.push(parsed.value);
        lines.push(first + i);
      }
    }
    yield { rows, lines, problems, bytes: block.bytes };
  }
}

export interface RowOptions {
  readonly limits?: Limits;
  /** The columns to read, where the format allows it: this keeps embedded pictures out. */
  readonly columns?: readonly string[];
}

/** Reads JSON Lines (also `.ndjson`), CSV, TSV or Parquet, by the end of the name; text formats may be gzipped. */
export function readRows(source: Source, options: RowOptions = {}): AsyncGenerator<RowBatch> {
  const limits = options.limits ?? LIMITS;
  switch (extension(source.name)) {
    case 'parquet':
      return readParquet(source, options.columns);
    case 'csv':
      return readCsvRows(source, ',', limits);
    case 'tsv':
      return readCsvRows(source, '\t', limits);
    default:
      return readJsonlRows(source, limits);
  }
}

/** The Parquet reader is large and rarely needed: a page loads it only for such a file. */
async function* readParquet(source: Source, columns: readonly string[] | undefined): AsyncGenerator<RowBatch> {
  const { readParquetRows } = await import('./parquet.ts');
  yield* readParquetRows(source, columns);
}
