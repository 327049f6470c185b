import type { Problem } from '../schema/problem.ts';

interface Signature {
  readonly bytes: readonly number[];
  readonly what: string;
  readonly hint: string;
}

const UNPACK = 'unpack it and give the file inside';
const SHEET = 'export its sheet as CSV and give that';

const ascii = (text: string): readonly number[] => Array.from(text, (sign) => sign.charCodeAt(0));

/** First bytes of what is often found under the name of a text file. */
const SIGNATURES: readonly Signature[] = [
  { bytes: [0xff, 0xfe], what: 'text in UTF-16', hint: 'save the file as UTF-8' },
  { bytes: [0xfe, 0xff], what: 'text in UTF-16', hint: 'save the file as UTF-8' },
  { bytes: [0x50, 0x41, 0x52, 0x31], what: 'Parquet', hint: 'let its name end in .parquet' },
  { bytes: [0x50, 0x4b, 3, 4], what: 'a zip archive or a spreadsheet', hint: `${UNPACK}, or export it as CSV` },
  { bytes: [0x28, 0xb5, 0x2f, 0xfd], what: 'zstd', hint: UNPACK },
  { bytes: [0x42, 0x5a, 0x68], what: 'bzip2', hint: UNPACK },
  { bytes: [0xfd, 0x37, 0x7a, 0x58, 0x5a], what: 'xz', hint: UNPACK },
  { bytes: [0x1f, 0x8b], what: 'gzip inside gzip', hint: UNPACK },
  { bytes: [0x89, 0x50, 0x4e, 0x47], what: 'a PNG picture', hint: 'give the file of records' },
  { bytes: [0xff, 0xd8, 0xff], what: 'a JPEG picture', hint: 'give the file of records' },
  { bytes: [0x25, 0x50, 0x44, 0x46], what: 'a PDF', hint: 'give the file of records' },
  { bytes: [0x37, 0x7a, 0xbc, 0xaf], what: 'a 7z archive', hint: UNPACK },
  { bytes: ascii('Rar!'), what: 'a rar archive', hint: UNPACK },
  { bytes: [0xd0, 0xcf, 0x11, 0xe0], what: 'an Office file that is old or protected with a password', hint: SHEET },
  { bytes: ascii('ARROW1'), what: 'an Arrow or Feather file', hint: 'write it as Parquet, CSV or JSON Lines' },
  { bytes: ascii('SQLite format 3'), what: 'an SQLite database', hint: 'export its table as CSV' },
  { bytes: [0x93, ...ascii('NUMPY')], what: 'a NumPy array', hint: 'write it as Parquet, CSV or JSON Lines' },
  {
    bytes: ascii('version https://git-lfs'),
    what: 'a pointer of Git LFS in place of the file',
    hint: 'git lfs pull fetches the file itself',
  },
];

const PAGE = /^\s*<(?:!doctype\s+html|html)\b/i;
const WEB_PAGE = { what: 'a web page, such as an error page', hint: 'download the file itself again' };

const LOOKED_AT = 1024;

/** Says whether bytes are the beginning of text in UTF-8; the last sign may be cut off. */
function isUtf8(head: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/**
 * Says whether zero bytes in the beginning say that this is no text: every other byte is one in UTF-16 without a mark; other binary data have
 * some, and bad UTF-8 besides.
 */
function isBinary(head: Uint8Array): boolean {
  const zeros = head.reduce((n, byte) => n + (byte === 0 ? 1 : 0), 0);
  if (zeros === 0) return false;
  if (zeros * 4 >= head.length) return true;
  return !isUtf8(head);
}

const [LF, CR, SPACE] = [10, 13, 32];

/** Says whether text goes on after a carriage return and has no line feed: such old line ends would make one line of all of it. */
function isWithoutLines(bytes: Uint8Array): boolean {
  const at = bytes.indexOf(CR);
  return at >= 0 && !bytes.includes(LF) && bytes.subarray(at).some((byte) => byte > SPACE);
}

/** Says why a file that begins with these (inflated) bytes is not read as text, as one problem; null for text. */
export function notText(file: string, bytes: Uint8Array): Problem | null {
  const head = bytes.subarray(0, LOOKED_AT);
  const isPage = PAGE.test(new TextDecoder('latin1').decode(head).replace(/^ï»¿/, ''));
  const known = isPage ? WEB_PAGE : SIGNATURES.find((s) => s.bytes.every((byte, i) => head[i] === byte));
  if (known === undefined && isWithoutLines(bytes)) {
    const message = 'lines end in carriage returns alone; nothing was read';
    return { file, message, expected: 'line ends LF or CRLF', hint: "tr '\\r' '\\n' < OLD > NEW mends it" };
  }
  if (known === undefined && !isBinary(head)) return null;
  const { what, hint } = known ?? { what: 'binary data', hint: 'is this the right file? save it as UTF-8 text' };
  return { file, message: 'not text; nothing was read', found: what, expected: 'text in UTF-8', hint };
}
