/** Strings, quoted names and comments: what stands in them is no SQL. A comment that holds another is none, so that it is refused below. */
const INERT = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*(?:(?!\/\*)[\s\S])*?\*\//g;

/** What a statement that reads begins with. */
const READS = /^[\s(]*(?:select|with|from|values|describe|summarize)\b/i;

const FAULTS: readonly (readonly [found: RegExp, fault: string])[] = [
  [/;/, 'It holds several statements; give one.'],
  [/['"]|\/\*/, 'A quote or a comment is not closed, or a comment holds another.'],
  [/\$/, 'Texts between $ signs and values for $1 are not taken; write texts in quotes.'],
];

/** Says whether a parenthesis is closed that was not opened: what follows would stand outside of the statement that this one is put into. */
function closesMore(text: string): boolean {
  let depth = 0;
  for (const sign of text) {
    if (sign === '(') depth += 1;
    if (sign === ')') depth -= 1;
    if (depth < 0) return true;
  }
  return depth !== 0;
}

/** Gives a text without blanks and a semicolon at its end. */
const bareStatement = (sql: string): string => sql.trim().replace(/[;\s]+$/, '');

/**
 * Says why a text is not one statement that only reads; '' where it is one. Quotes are read as DuckDB reads them, and what could be read in two ways is
 * refused. The engine refuses by itself what reaches outside (`client/engine-start.ts`).
 */
export function readOnlyFault(sql: string): string {
  const bare = bareStatement(sql);
  if (bare === '') return 'There is no statement.';
  // In e'\'' the second quote is text.
  if (/e'/i.test(bare) && bare.includes('\\')) return "Texts of the form e'…' with \\ are not taken.";
  const live = bare.replace(INERT, ' ');
  const found = FAULTS.find(([pattern]) => pattern.test(live));
  if (found !== undefined) return found[1];
  if (!READS.test(live)) return 'It has to begin with SELECT, WITH or FROM: nothing can be changed here.';
  return closesMore(live) ? 'Its parentheses do not match.' : '';
}

/** Puts a statement into one that gives so many rows at most. */
export const limitedStatement = (sql: string, rows: number): string =>
  `SELECT * FROM (\n${bareStatement(sql)}\n) LIMIT ${rows}`;
