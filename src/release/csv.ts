import Papa from 'papaparse';
import type { Problem } from '../schema/problem.ts';

export interface CsvRow {
  /** Line of the file on which the row begins, from 1. */
  readonly line: number;
  /** Field by header. */
  readonly fields: Readonly<Record<string, string>>;
}

export interface CsvFile {
  readonly header: readonly string[];
  readonly rows: readonly CsvRow[];
  readonly problems: readonly Problem[];
}

const newlines = (text: string): number => text.split('\n').length - 1;

/** Reads every record with the line on which it begins; a quoted field may span lines. Stops at the first broken quote. */
function records(file: string, text: string): { records: { line: number; fields: string[] }[]; problems: Problem[] } {
  const found: { line: number; fields: string[] }[] = [];
  const problems: Problem[] = [];
  let start = 0;
  let line = 1;
  Papa.parse<string[]>(text, {
    delimiter: ',',
    newline: '\n',
    step: ({ data, errors, meta }, parser) => {
      const quote = errors.find((e) => e.type === 'Quotes');
      if (quote === undefined) found.push({ line, fields: data });
      else {
        problems.push({
          file,
          line: line + newlines(text.slice(start, quote.index ?? start)),
          message: 'a quoted field is not closed, or text follows its closing quote',
          hint: 'close the quote and double every quote inside the field; nothing after this row was read',
        });
        parser.abort();
      }
      line += newlines(text.slice(start, meta.cursor));
      start = meta.cursor;
    },
  });
  return { records: found, problems };
}

/**
 * Reads RFC 4180 text with a header. A byte order mark and CRLF are accepted; a ragged or empty row, a broken quote and a
 * header named twice are problems, and such rows are left out.
 */
export function readCsv(file: string, raw: string): CsvFile {
  const text = raw.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  const { records: all, problems } = records(file, text.replace(/\n+$/, '\n'));
  if (all.at(-1)?.fields.join('') === '') all.pop();
  const [first, ...rest] = all;
  if (first === undefined)
    return { header: [], rows: [], problems: [{ file, line: 1, message: 'the file is empty' }, ...problems] };
  const header = first.fields;
  for (const name of new Set(header.filter((h, i) => header.indexOf(h) !== i))) {
    problems.push({ file, line: 1, field: name, message: 'two columns have this name', hint: 'rename or remove one' });
  }
  const rows: CsvRow[] = [];
  for (const { line, fields } of rest) {
    if (fields.length === header.length)
      rows.push({ line, fields: Object.fromEntries(header.map((h, i) => [h, fields[i] ?? ''])) });
    else if (fields.join('') === '') problems.push({ file, line, message: 'an empty line', hint: 'remove it' });
    else {
      const found = `${fields.length} fields`;
      const hint = fields.length > header.length ? 'is a comma inside a field without quotes?' : 'is a comma missing?';
      problems.push({
        file,
        line,
        found,
        expected: `${header.length} fields`,
        message: 'a row as long as the header',
        hint,
      });
    }
  }
  return { header, rows, problems };
}
