import { RECORD_KINDS, type RecordKind } from '../records/issues.ts';
import type { Problem } from '../schema/problem.ts';
import { bareStatement, readOnlyFault, sqlTokens } from '../sql/read-only.ts';

type PartKind = 'run' | RecordKind;
const PART_KINDS: readonly PartKind[] = ['run', ...RECORD_KINDS];

export interface MappingPart {
  readonly kind: PartKind;
  readonly sql: string;
  /** The line of the mapping on which it begins; undefined where nobody wrote it: it is compiled. */
  readonly line: number | undefined;
}

const HEADING = new RegExp(`^[ \\t]*--[ \\t]*(${PART_KINDS.join('|')})[ \\t]*:?[ \\t]*\\r?$`, 'i');
const HEADINGS_WANTED = `a line such as "-- judgments" before each SELECT (${PART_KINDS.join(', ')})`;

const lineOf = (text: string, at: number): number => text.slice(0, at).split('\n').length;

/** A heading such as `-- judgments` stands before the SELECT of these records; several of one kind add up. Whatever is not one SELECT a part is a problem. */
export function parseMappingSql(
  file: string,
  text: string,
): { readonly parts: readonly MappingPart[]; readonly problems: readonly Problem[] } {
  const parts: MappingPart[] = [];
  const problems: Problem[] = [];
  const lines = text.replace(/^\uFEFF/, '').split('\n');
  const headings = lines.flatMap((line, i) => {
    const kind = HEADING.exec(line)?.[1]?.toLowerCase();
    return kind === undefined ? [] : [{ kind: kind as PartKind, at: i }];
  });
  const stray = lines.slice(0, headings[0]?.at ?? lines.length).join('\n');
  const [first] = sqlTokens(stray);
  if (first !== undefined) {
    const message = 'a statement that no heading says what it is for';
    problems.push({ file, line: lineOf(stray, first.at), found: first.value, message, expected: HEADINGS_WANTED });
  } else if (headings.length === 0) problems.push({ file, message: 'no SELECT in it', expected: HEADINGS_WANTED });
  for (const [i, { kind, at }] of headings.entries()) {
    const sql = lines.slice(at + 1, headings[i + 1]?.at).join('\n');
    const line = at + 2;
    if (sqlTokens(sql).length === 0) {
      problems.push({ file, line: at + 1, field: kind, message: 'no SELECT follows' });
      continue;
    }
    const fault = readOnlyFault(sql);
    if (fault === null) parts.push({ kind, sql: bareStatement(sql), line });
    else {
      const found = sql.slice(fault.at).split('\n')[0] ?? '';
      const hint = 'a mapping only reads: one SELECT for each kind of record';
      problems.push({ file, line: line + lineOf(sql, fault.at) - 1, field: kind, message: fault.message, found, hint });
    }
  }
  return { parts, problems };
}

/** The tables that a SELECT names: what follows FROM and JOIN, and names with a dot or a star after a comma. */
export function tablesNamed(sql: string): readonly string[] {
  const tokens = sqlTokens(sql);
  const named = tokens.flatMap(({ kind, value }, i) => {
    const before = tokens[i - 1]?.value.toLowerCase();
    const isTable = kind === 'name' || (kind === 'word' && tokens[i + 1]?.value !== '(');
    const inList = before === ',' && kind === 'name' && /[.*]/.test(value);
    return isTable && (/^(?:from|join|(?:un)?pivot)$/.test(before ?? '') || inList) ? [value] : [];
  });
  return [...new Set(named)];
}

const TEXT_NAME = /(?:\.(?:jsonl?|ndjson|csv|tsv|parquet|gz))+$/i;

/** Says whether a name of SQL, where `*` stands for any part, means a file: by its path, its name, or its name without ending. */
export function means(name: string, file: string): boolean {
  const parts = name.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  const pattern = new RegExp(`^${parts.join('.*')}$`);
  const base = file.slice(file.lastIndexOf('/') + 1);
  return [file, base, base.replace(TEXT_NAME, '')].some((one) => pattern.test(one));
}

/** The columns that a SELECT can mean, in small letters; null where it takes all of some table. */
function columnsNamed(sql: string): ReadonlySet<string> | null {
  const tokens = sqlTokens(sql);
  const takesAll =
    tokens.some(({ value, kind }, i) => {
      if (kind === 'word') return /^columns$/i.test(value) || /^(?:un)?pivot$/i.test(value);
      const before = tokens[i - 1]?.value.toLowerCase() ?? '';
      return kind === 'sign' && value === '*' && /^(?:select|distinct|,|\.|all)$/.test(before);
    }) || /^\s*\(*\s*from\b/i.test(sql);
  if (takesAll) return null;
  // What follows AS is a new name.
  return new Set(
    tokens.flatMap(({ kind, value }, i) =>
      (kind === 'word' || kind === 'name') && tokens[i - 1]?.value.toLowerCase() !== 'as' ? [value.toLowerCase()] : [],
    ),
  );
}

export function wantedColumns(parts: readonly MappingPart[]): ReadonlyMap<string, ReadonlySet<string> | null> {
  const wanted = new Map<string, ReadonlySet<string> | null>();
  for (const { sql } of parts) {
    const named = columnsNamed(sql);
    for (const table of tablesNamed(sql)) {
      const before = wanted.get(table);
      wanted.set(table, named === null || before === null ? null : new Set([...named, ...(before ?? [])]));
    }
  }
  return wanted;
}
