import Papa from 'papaparse';

const RISKY = /^[=+\-@\t\r]/;
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** Writes a text that no spreadsheet runs as a formula: prefixed with an apostrophe where it might. Numbers and a lone dash stay. */
export function safeText(text: string): string {
  return RISKY.test(text) && !NUMBER.test(text) && text !== '-' ? `'${text}` : text;
}

/** Writes RFC 4180 text with CRLF line ends and a header line; every cell made safe for spreadsheets. */
export function csvText(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [header, ...rows].map((row) => row.map(safeText));
  return `${Papa.unparse(lines, { newline: '\r\n' })}\r\n`;
}
