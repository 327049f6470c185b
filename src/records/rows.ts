import type { Problem } from '../schema/problem.ts';
import { extension } from './bytes.ts';
import { readCsvRows } from './csv.ts';
import { type ParsedJson, parseJson } from './json.ts';
import { BOM, readLines } from './lines.ts';
import type { RowBatch } from './row-batch.ts';
import { LIMITS, type Limits, type Source } from './source.ts';

/** Says what is wrong with one line of JSON; null when it can be used. */
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

/** Reads one value per non-blank line. Rows with duplicate keys or broken JSON become problems. */
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
