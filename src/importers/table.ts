import { checkRecord, isProblems } from '../records/kinds.ts';
import type { Source } from '../records/source.ts';
import { nearestWord } from '../schema/nearest.ts';
import type { Problem } from '../schema/problem.ts';
import { dataFiles, type ImportFormat, type ImportOptions, isRow, type RawRow, textOf } from './importer.ts';
import type { ImportItem, ImportItems } from './item.ts';
import { importRows, Ledger, type RowOutcome } from './ledger.ts';
import { NameBook, plainId } from './names.ts';
import { hasColumns, mappedColumns, RowSelection } from './table-columns.ts';
import { type FieldMapping, fits, readMapping, type TableMap } from './table-mapping.ts';
import { draftOf, readAnswer, takeNames } from './table-row.ts';

/** What all rows of an import share. */
interface Books {
  readonly ledger: Ledger;
  readonly names: NameBook;
  /** How many repeats there were. */
  repeats: number;
}

function importRow(
  map: TableMap,
  {
    file,
    line,
    row,
    books,
  }: { readonly file: string; readonly line: number; readonly row: RawRow; readonly books: Books },
): RowOutcome {
  const { ledger, names } = books;
  const draft = draftOf(row, map);
  const rival = takeNames(draft, names, { file, line });
  if (rival !== null) return rival;
  const remark = map.kind === 'judgments' ? readAnswer(draft, row, map) : undefined;
  const checked = checkRecord(map.kind, { file, line, row: draft });
  if (isProblems(checked)) return checked;
  if (remark !== undefined)
    ledger.warn({ file, line, field: map.read.score, found: textOf(row[map.read.score ?? '']), message: remark });
  ledger.add({ kind: map.kind, record: checked } as ImportItem);
  if ('repeat' in checked) books.repeats = Math.max(books.repeats, checked.repeat + 1);
  return null;
}

async function* importTable(sources: readonly Source[], options: ImportOptions): ImportItems {
  const ledger = new Ledger();
  const own = options.mapping ?? sources.find((s) => /(?:^|\/)mapping\.(?:ya?ml|json)$/.test(s.name));
  if (own === undefined) {
    ledger.fail({
      file: '.',
      message: 'no mapping file',
      expected: 'mapping.yaml, or --mapping FILE',
      hint: 'docs/data-formats.md shows one',
    });
    yield ledger.close();
    return;
  }
  const { mapping, problems } = await readMapping(own);
  for (const problem of problems) ledger.fail(problem);
  const books: Books = { ledger, names: new NameBook(), repeats: 1 };
  for (const map of mapping?.tables ?? []) {
    const files = sources.filter((s) => s !== own && s.name !== own.name && fits(map.files, s.name));
    if (files.length === 0) ledger.fail(noFile(own.name, map.files, sources));
    const selection = new RowSelection(map);
    for (const source of files) yield* readTable(source, map, { selection, books });
    selection.close(own.name, ledger);
  }
  if (mapping !== null) {
    for (const { name: file } of dataFiles(sources)) {
      const read = file === own.name || mapping.tables.some((map) => fits(map.files, file));
      if (!read) ledger.warn({ file, message: 'no part of the mapping reads this file' });
    }
    ledger.add({ kind: 'run', record: runOf(mapping, options, books.repeats) });
  }
  yield ledger.close();
}

function noFile(file: string, found: string, sources: readonly Source[]): Problem {
  const names = sources.map((s) => s.name);
  const near = nearestWord(found, names);
  const hint = near === undefined ? undefined : `is ${near} meant?`;
  return {
    file,
    field: 'files',
    found,
    message: 'no file has such a name',
    expected: names.join(', ') || 'a folder with files',
    hint,
  };
}

/** Reads one file by its part of the mapping. */
async function* readTable(
  source: Source,
  map: TableMap,
  { selection, books }: { readonly selection: RowSelection; readonly books: Books },
): ImportItems {
  const { ledger } = books;
  const file = source.name;
  if (!(await hasColumns(source, map, ledger))) return;
  ledger.expect(file, { judgments: map.kind === 'judgments' ? 1 : 0 });
  const use = (row: unknown, line: number): RowOutcome => {
    if (!isRow(row)) return { file, line, message: 'not an object; the row was left out' };
    return selection.takes(row) ? importRow(map, { file, line, row, books }) : 'later';
  };
  yield* importRows(source, ledger, { columns: mappedColumns(map), use });
}

function runOf(
  { run }: FieldMapping,
  options: ImportOptions,
  repeats: number,
): Extract<ImportItem, { kind: 'run' }>['record'] {
  const judge = plainId(options.judge ?? run.judge);
  const variant = run.variant ?? '';
  const benchmark = options.benchmark ?? run.benchmark;
  return { repeats, ...run, run: options.run ?? run.run ?? plainId(`${judge} ${variant}`), judge, variant, benchmark };
}

export const tableFormat: ImportFormat = {
  id: 'table',
  about: 'any CSV, TSV, JSONL or Parquet, with a mapping file that names the columns',
  import: importTable,
};
