import { RECORD_KINDS, type RecordKind } from '../records/kinds.ts';
import type { Problem } from '../schema/problem.ts';

/** A word, name, text or sign of SQL, and where it begins. */
export interface Token {
  readonly kind: 'word' | 'name' | 'text' | 'sign';
  /** Without its quotes. */
  readonly value: string;
  readonly at: number;
}

const TOKEN =
  /(?<comment>--[^\n]*|\/\*[\s\S]*?\*\/)|(?<text>[eE]?'(?:[^']|'')*'|\$(?<tag>\w*)\$[\s\S]*?\$\k<tag>\$)|"(?<name>(?:[^"]|"")*)"|(?<word>[\p{L}\p{N}_$]+)|(?<sign>\S)/gu;

/** Splits SQL into its parts; comments are left out. A quote that is not closed is a sign of its own. */
export function sqlTokens(sql: string): readonly Token[] {
  return [...sql.matchAll(TOKEN)].flatMap(({ index: at, groups = {} }): Token[] => {
    const { text, name, word, sign } = groups;
    if (text !== undefined) return [{ kind: 'text', value: text.replace(/^e?'|'$/gi, '').replaceAll("''", "'"), at }];
    if (name !== undefined) return [{ kind: 'name', value: name.replaceAll('""', '"'), at }];
    if (word !== undefined) return [{ kind: 'word', value: word, at }];
    return sign === undefined ? [] : [{ kind: 'sign', value: sign, at }];
  });
}

type PartKind = 'run' | RecordKind;
const PART_KINDS: readonly PartKind[] = ['run', ...RECORD_KINDS];

/** One SELECT of a mapping, and what its rows become. */
export interface MappingPart {
  readonly kind: PartKind;
  readonly sql: string;
  /** The line of the mapping on which it begins; undefined where nobody wrote it: it is compiled. */
  readonly line: number | undefined;
}

const HEADING = new RegExp(`^[ \\t]*--[ \\t]*(${PART_KINDS.join('|')})[ \\t]*:?[ \\t]*\\r?$`, 'i');
const BEGINS = /^(?:select|with|from|values|pivot|unpivot)$/i;
const HEADINGS_WANTED = `a line such as "-- judgments" before each SELECT (${PART_KINDS.join(', ')})`;

/** Says why SQL is not one SELECT, with the sign that shows it; null where it is one as far as its signs tell. */
function notOneSelect(sql: string): { readonly message: string; readonly token: Token } | null {
  const tokens = sqlTokens(sql);
  const first = tokens.find(({ value }) => value !== '(');
  if (first === undefined) return null;
  if (first.kind !== 'word' || !BEGINS.test(first.value)) return { message: 'not a SELECT', token: first };
  let open = 0;
  for (const [i, token] of tokens.entries()) {
    if (token.kind !== 'sign') continue;
    const { value } = token;
    if (value === "'" || value === '"') return { message: 'a quote that is not closed', token };
    if (value === ';' && i < tokens.length - 1)
      return { message: 'more than one statement', token: tokens[i + 1] ?? token };
    if (value === '(') open++;
    if (value === ')' && --open < 0) return { message: 'a bracket that nothing opens', token };
  }
  return open === 0 ? null : { message: 'a bracket that is not closed', token: first };
}

const lineOf = (text: string, at: number): number => text.slice(0, at).split('\n').length;

/**
 * Splits the text of a mapping file (`mapping.sql`) into its parts: a comment that is the name of a kind stands before the SELECT that gives
 * the records of this kind. Several SELECTs of one kind add up. Whatever is not one SELECT a part is a problem.
 */
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
    const odd = notOneSelect(sql);
    const last = sqlTokens(sql).at(-1);
    if (odd === null) parts.push({ kind, sql: last?.value === ';' ? sql.slice(0, last.at) : sql, line });
    else {
      const found = sql.slice(odd.token.at).split('\n')[0] ?? '';
      const hint = 'a mapping only reads: one SELECT for each kind of record';
      problems.push({
        file,
        line: line + lineOf(sql, odd.token.at) - 1,
        field: kind,
        message: odd.message,
        found,
        hint,
      });
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

/** For each table that the parts name, the columns that some part can mean. */
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
