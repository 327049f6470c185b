/** A word, name, text or sign of SQL, and where it begins. */
export interface Token {
  readonly kind: 'word' | 'name' | 'text' | 'sign';
  /** Without its quotes. */
  readonly value: string;
  readonly at: number;
}

/** A comment that holds another is none, so that its signs are refused below. */
const TOKEN =
  /(?<comment>--[^\n]*|\/\*(?:(?!\/\*)[\s\S])*?\*\/)|(?<text>[eE]?'(?:[^']|'')*')|"(?<name>(?:[^"]|"")*)"|(?<word>[\p{L}\p{N}_]+)|(?<sign>\S)/gu;

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

/** What is wrong with a statement, and where in its text. */
interface StatementFault {
  readonly message: string;
  readonly at: number;
}

/** Words that a statement which only reads begins with. */
export const READS = /^(?:select|with|from|values|describe|summarize|pivot|unpivot)$/i;

/** Says what a sign shows: a quote that stands alone was not closed, and `/` before `*` opens a comment that holds another or has no end. */
function signFault({ value, at }: Token, next: Token | undefined): string {
  if (value === "'" || value === '"') return 'a quote that is not closed';
  if (value === '$') return 'a text between $ signs, or a value for $1; write texts in quotes';
  if (value === ';' && next !== undefined) return 'more than one statement';
  const opens = value === '/' && next?.value === '*' && next.at === at + 1;
  return opens ? 'a comment that is not closed, or that holds another' : '';
}

/** Finds the first parenthesis without its other one: what follows it would stand outside of the statement that this one is put into. */
function bracketFault(tokens: readonly Token[]): StatementFault | null {
  const open: number[] = [];
  for (const { kind, value, at } of tokens) {
    if (kind !== 'sign') continue;
    if (value === '(') open.push(at);
    if (value === ')' && open.pop() === undefined) return { message: 'a bracket that nothing opens', at };
  }
  const [at] = open;
  return at === undefined ? null : { message: 'a bracket that is not closed', at };
}

/**
 * Says why a text is not one statement that only reads; null where it is one. Quotes are read as DuckDB reads them, and what could be read in two ways is
 * refused. The engines refuse by themselves what reaches outside.
 */
export function readOnlyFault(sql: string): StatementFault | null {
  const tokens = sqlTokens(sql);
  const first = tokens.find(({ value }) => value !== '(');
  if (first === undefined) return { message: 'no statement', at: 0 };
  // In e'\'' the second quote is text.
  const escaped = tokens.find(({ kind, value, at }) => kind === 'text' && sql[at] !== "'" && value.includes('\\'));
  if (escaped !== undefined) return { message: "a text of the form e'…' with \\", at: escaped.at };
  for (const [i, token] of tokens.entries()) {
    const message = token.kind === 'sign' ? signFault(token, tokens[i + 1]) : '';
    if (message === '') continue;
    return { message, at: (message === 'more than one statement' && tokens[i + 1]?.at) || token.at };
  }
  if (first.kind !== 'word' || !READS.test(first.value)) return { message: 'not a SELECT', at: first.at };
  return bracketFault(tokens);
}

/** Gives a statement without the semicolon at its end. */
export function bareStatement(sql: string): string {
  const last = sqlTokens(sql).at(-1);
  return last?.value === ';' ? sql.slice(0, last.at) : sql;
}

/** Puts a statement into one that gives so many rows at most. */
export const limitedStatement = (sql: string, rows: number): string =>
  `SELECT * FROM (\n${bareStatement(sql)}\n) LIMIT ${rows}`;
