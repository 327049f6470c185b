import Papa from 'papaparse';
import { isNumeric } from '../audit/context.ts';
import type { Judge } from '../schema/judge.ts';
import { nearestWord, type Problem } from '../schema/problem.ts';
import { cellKey, type PrintedCell, type Reviewed, ROW_FIELDS, RowKind, type Table } from '../schema/published.ts';
import { readPrinted } from '../stats/published.ts';

interface CsvRow {
  /** Line of the file on which the row begins, from 1. */
  readonly line: number;
  readonly fields: Readonly<Record<string, string>>;
}

interface CsvFile {
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
function readCsv(file: string, raw: string): CsvFile {
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

export interface TableContext {
  readonly benchmark: string;
  /** `table-3`; for a file of differences the table they belong to. */
  readonly id: string;
  readonly table: Table;
  readonly judges: readonly Judge[];
  readonly texts: Reviewed['texts'];
}

type Report = (problem: Omit<Problem, 'file'>) => void;

type RowPlace = Omit<PrintedCell, 'column' | 'spec' | 'key' | 'printed' | 'text' | 'emphasis'>;

/** Splits `**__64.1__**` into the printed characters, what they are, and their emphasis. */
function readField(field: string): Pick<PrintedCell, 'printed' | 'text' | 'emphasis'> {
  let printed = field;
  const strip = (mark: string): boolean => {
    if (printed.length <= 2 * mark.length || !printed.startsWith(mark) || !printed.endsWith(mark)) return false;
    printed = printed.slice(mark.length, -mark.length);
    return true;
  };
  const outer = strip('**');
  const underline = strip('__');
  const bold = outer || strip('**');
  return { printed, text: readPrinted(printed), emphasis: { bold, underline } };
}

function checkHeader(header: readonly string[], table: Table, report: Report): void {
  const expected: string[] = [...ROW_FIELDS, ...Object.keys(table.columns)];
  for (const name of header) {
    if (expected.includes(name)) continue;
    const near = nearestWord(name, expected);
    const hint = near === undefined ? 'describe it in tables.yaml or remove it' : `is it ${near}?`;
    report({ line: 1, field: name, found: name, message: 'a column that tables.yaml does not describe', hint });
  }
  for (const name of expected) {
    if (!header.includes(name))
      report({ line: 1, field: name, message: 'the column is missing', hint: 'add it to the header' });
  }
}

/** Finds the judge id that a misspelt id or printed name most likely means. */
function likelyJudge(text: string, judges: readonly Judge[]): string | undefined {
  const names = new Map(judges.flatMap((j) => [j.id, j.name, ...j.aliases].map((n) => [n, j.id] as const)));
  const near = nearestWord(text, names.keys());
  return near === undefined ? undefined : names.get(near);
}

/** A row such as `+ Joint multi-criterion` is the judge of the row above under another setting. */
const continues = (row: string): boolean => row.startsWith('+');
/** A row of differences names no judge. */
const isDifference = (row: string): boolean => row.startsWith('Δ');

function checkJudge(
  row: CsvRow,
  report: Report,
  { above, context }: { readonly above: string; readonly context: TableContext },
): void {
  const { row: name = '', judge: id = '', row_kind: kind } = row.fields;
  const at = { line: row.line, field: 'judge', found: id };
  if (kind !== 'judge' && kind !== 'reference') {
    if (id !== '') report({ ...at, expected: 'nothing', message: `a ${kind} row has no judge` });
    return;
  }
  const judge = context.judges.find((j) => j.id === id);
  if (judge === undefined) {
    const near = likelyJudge(id === '' ? name : id, context.judges);
    const hint = near === undefined ? 'add it to data/judges.yaml' : `did you mean ${near}?`;
    report({ ...at, expected: 'an id of data/judges.yaml', message: 'an unknown judge', hint });
  } else if (continues(name)) {
    if (id !== above)
      report({ ...at, expected: above, message: `the row "${name}" continues the judge of the row above` });
  } else if (!isDifference(name) && name !== id && !judge.aliases.includes(name)) {
    const near = likelyJudge(name, context.judges);
    const also = near === undefined || near === id ? '' : `, or correct the judge (${near}?)`;
    const hint = `add the printed name to the aliases of ${id} in data/judges.yaml${also}`;
    report({ line: row.line, field: 'row', found: name, message: `not an alias of judge ${id}`, hint });
  }
}

/** A numeric column holds numbers and dashes; digits with several points are the audit's business; other text must be reviewed. */
function checkCell(cell: PrintedCell, context: TableContext, report: Report): void {
  const { row, column, printed, spec, text } = cell;
  if (!isNumeric(spec) || (text.kind !== 'text' && text.kind !== 'empty')) return;
  if (
    context.texts.some((t) => t.table === cell.table && t.row === row && t.column === column && t.printed === printed)
  )
    return;
  report({
    line: cell.line,
    field: column,
    found: printed,
    expected: 'a number or a dash',
    message: 'neither a number nor a dash',
    hint: 'correct the transcription or, if it is really printed so, list it under texts in reviewed.yaml',
  });
}

/** Reads what the row fields of one line say; null when the kind of row is unknown, for then its cells cannot be read. */
function readRow(
  row: CsvRow,
  report: Report,
  { rowIndex, file, context }: { readonly rowIndex: number; readonly file: string; readonly context: TableContext },
): RowPlace | null {
  const { row: name = '', group = '', row_kind: kind = '', judge = '', variant = '' } = row.fields;
  if (name === '') report({ line: row.line, field: 'row', message: 'the printed name is missing' });
  const rowKind = RowKind.safeParse(kind);
  if (rowKind.success) {
    return {
      benchmark: context.benchmark,
      table: context.id,
      row: name,
      rowIndex,
      group,
      rowKind: rowKind.data,
      judge,
      variant,
      file,
      line: row.line,
    };
  }
  report({
    line: row.line,
    field: 'row_kind',
    found: kind,
    expected: RowKind.options.join(', '),
    message: 'unknown kind of row',
  });
  return null;
}

/** Reports a row that repeats an earlier one in everything that tells rows apart. */
function checkUnique(row: RowPlace, seen: Map<string, number>, report: Report): void {
  const identity = JSON.stringify([row.rowKind, row.row, row.variant, row.group, row.judge]);
  const first = seen.get(identity);
  if (first !== undefined) {
    const hint = `line ${first} has the same row, group, kind, judge and variant: remove one or tell them apart by variant`;
    report({ line: row.line, field: 'row', found: row.row, message: 'a duplicated row', hint });
  }
  seen.set(identity, row.line);
}

/** Loads the rows of one published CSV as printed cells; rows with a fault in their row fields are reported, their cells still read. */
export function loadTable(
  file: string,
  text: string,
  context: TableContext,
): { cells: PrintedCell[]; problems: Problem[] } {
  const { header, rows, problems: csvProblems } = readCsv(file, text);
  const problems = [...csvProblems];
  const report: Report = (p) => problems.push({ file, ...p });
  checkHeader(header, context.table, report);
  const seen = new Map<string, number>();
  const columns = Object.entries(context.table.columns).filter(([column]) => header.includes(column));
  let above = '';
  const cells = rows.flatMap((line, rowIndex): PrintedCell[] => {
    const row = readRow(line, report, { rowIndex, file, context });
    if (row === null) return [];
    checkJudge(line, report, { above, context });
    above = row.judge;
    checkUnique(row, seen, report);
    return columns.map(([column, spec]) => {
      const key = cellKey({ ...row, column });
      const cell = { ...row, column, spec, key, ...readField(line.fields[column] ?? '') };
      checkCell(cell, context, report);
      return cell;
    });
  });
  return { cells, problems };
}
