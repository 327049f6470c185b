import Papa from 'papaparse';
import type { Problem } from '../schema/problem.ts';
import { readLines } from './lines.ts';
import type { RowBatch } from './row-batch.ts';
import type { Limits, Source } from './source.ts';

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
        yield {
          records,
          problems: [...block.problems, unclosed(source.name, heldLine, held[0] ?? '')],
          bytes: block.bytes,
        };
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
  const twice = header.filter((name, i) => header.indexOf(name) !== i);
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
  const found = `${fields.length} fields`;
  return {
    file,
    line,
    message: 'the row is not as long as the header and was left out',
    found,
    expected: `${header.length} fields`,
    hint,
  };
}

/** The first line with which spreadsheets name the separator: `sep=;`, in quotes, or with separators behind it. */
const NAMED_SEPARATOR = /^"?sep=([^\w\s"]|\t)"?\1*$/i;

/** Reads the rows of CSV or TSV as objects of text by header. Blank lines are skipped; lines stay exact across quoted line ends. */
export async function* readCsvRows(source: Source, usual: string, limits: Limits): AsyncGenerator<RowBatch> {
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
