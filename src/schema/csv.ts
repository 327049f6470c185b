import Papa from 'papaparse';

const NUMBER = '[+-]?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][+-]?\\d+)?';

/**
 * What is changed in a text so that no spreadsheet runs it, as patterns that JavaScript and DuckDB read alike. An apostrophe is put before a sign
 * that begins a formula: at the beginning of a text, where blank signs are as bad, and after a semicolon, tab or line break, at which a
 * spreadsheet may cut it. Apostrophes that stand there already get one more, so that taking one away gives the text back.
 */
export const CSV_GUARD = {
  /** A text that is left as it is: numbers, and the lone dash of an empty cell. */
  kept: `(?:${NUMBER}|-)`,
  first: "^('*[=+\\-@\\t\\r\\n＝＋－＠])",
  later: "([;\\t\\r\\n])('*[=+\\-@＝＋－＠])",
} as const;

const KEPT = new RegExp(`^${CSV_GUARD.kept}$`);
const FIRST = new RegExp(CSV_GUARD.first);
const LATER = new RegExp(CSV_GUARD.later, 'g');

/** Writes a text that no spreadsheet runs as a formula. */
export const safeText = (text: string): string =>
  KEPT.test(text) ? text : text.replace(LATER, "$1'$2").replace(FIRST, "'$1");

/** Writes rows of RFC 4180 text with CRLF line ends; every text made safe for spreadsheets, null an empty field. */
export function csvRows(rows: readonly (readonly unknown[])[]): string {
  const lines = rows.map((row) => row.map((cell) => (typeof cell === 'string' ? safeText(cell) : cell)));
  return lines.length === 0 ? '' : `${Papa.unparse(lines, { newline: '\r\n' })}\r\n`;
}

export const csvText = (header: readonly string[], rows: readonly (readonly unknown[])[]): string =>
  csvRows([header, ...rows]);

export const csvBlob = (...table: Parameters<typeof csvText>): Blob =>
  new Blob([csvText(...table)], { type: 'text/csv' });
