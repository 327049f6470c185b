const BLOCK = 512;

export interface TarEntry {
  readonly name: string;
  /** What it is, where it is no file with bytes of its own; null for a file. */
  readonly other: string | null;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const decoder = new TextDecoder();

function textAt(block: Uint8Array, from: number, to: number): string {
  const field = block.subarray(from, to);
  const end = field.indexOf(0);
  return decoder.decode(end < 0 ? field : field.subarray(0, end));
}

const octal = (block: Uint8Array, from: number, to: number): number =>
  Number.parseInt(textAt(block, from, to).trim() || '0', 8);

const [SUM_FROM, SUM_TO] = [148, 156];

/**
 * Says whether bytes begin with the header of a tar archive. Old ones have no mark, only a sum, which counts the bytes of its own field as
 * blanks.
 */
export function isTar(head: Uint8Array): boolean {
  if (head.length < BLOCK || head[0] === 0) return false;
  if (textAt(head, 257, 262) === 'ustar') return true;
  const sum = head
    .subarray(0, BLOCK)
    .reduce((total, byte, i) => total + (i >= SUM_FROM && i < SUM_TO ? 0x20 : byte), 0);
  return octal(head, SUM_FROM, SUM_TO) === sum;
}

/** Gives a value in a pax header, which has lines `<length> <key>=<value>`. */
function paxValue(lines: readonly string[], key: string): string | null {
  const line = lines.find((one) => one.slice(one.indexOf(' ') + 1).startsWith(`${key}=`));
  return line === undefined ? null : line.slice(line.indexOf('=') + 1);
}

/** Thrown where an archive is cut off; says where it ends. */
export class CutOff extends Error {}

/** What lies in archives beside files; folders, and headers for all that follows, are no loss. */
const OTHERS: Readonly<Record<string, string>> = {
  '1': 'a link to another file of the archive',
  '2': 'a link to another file',
  '3': 'a device',
  '4': 'a device',
  '6': 'a pipe',
  S: 'a file with holes',
};
const PASSED: ReadonlySet<string> = new Set(['5', 'g']);

const kindOf = (header: Uint8Array): string => String.fromCharCode(header[156] || 0x30);

function nameOf(header: Uint8Array): string {
  const short = textAt(header, 0, 100);
  // Tar of GNU writes a blank behind its mark, and times in the place of the prefix.
  const prefix = textAt(header, 257, 263) === 'ustar' ? textAt(header, 345, 500) : '';
  return prefix === '' ? short : `${prefix}/${short}`;
}

/**
 * Says what a tar archive holds, one after the other; folders are passed over. Throws `CutOff` where a file ends before its length, or
 * the archive without the empty block that ends each.
 */
export function* tarEntries(archive: Uint8Array<ArrayBuffer>): Generator<TarEntry> {
  let long: string | null = null;
  let holes = false;
  for (let at = 0; ; ) {
    if (at + BLOCK > archive.length) throw new CutOff('its end is missing');
    const header = archive.subarray(at, at + BLOCK);
    if (header[0] === 0) return;
    const name = long ?? nameOf(header);
    const size = octal(header, 124, 136);
    const kind = kindOf(header);
    const start = at + BLOCK;
    if (!Number.isSafeInteger(size) || start + size > archive.length) throw new CutOff(`${name} has no end`);
    const bytes = archive.subarray(start, start + size);
    if (kind === 'L') long = textAt(bytes, 0, size);
    else if (kind === 'x') {
      const lines = decoder.decode(bytes).split('\n');
      long = paxValue(lines, 'GNU.sparse.name') ?? paxValue(lines, 'path');
      holes = paxValue(lines, 'GNU.sparse.major') !== null;
    } else {
      if (!PASSED.has(kind) && kind !== 'K')
        yield { name, other: holes ? 'a file with holes' : (OTHERS[kind] ?? null), bytes };
      if (kind !== 'K') [long, holes] = [null, false];
    }
    at = start + Math.ceil(size / BLOCK) * BLOCK;
  }
}
