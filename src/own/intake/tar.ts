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

/** Reads a number of a header; NaN where no whole number of at least 0 stands there. */
function octal(block: Uint8Array, from: number, to: number): number {
  const text = textAt(block, from, to).trim();
  return /^[0-7]*$/.test(text) ? Number.parseInt(text || '0', 8) : Number.NaN;
}

const [SUM_FROM, SUM_TO] = [148, 156];

/** Says whether the sum of a header is right, which counts the bytes of its own field as blanks. */
function hasRightSum(header: Uint8Array): boolean {
  const sum = header.reduce((total, byte, i) => total + (i >= SUM_FROM && i < SUM_TO ? 0x20 : byte), 0);
  return octal(header, SUM_FROM, SUM_TO) === sum;
}

/** Says whether bytes begin with the header of a tar archive. Old ones have no mark, only a sum. */
export function isTar(head: Uint8Array): boolean {
  if (head.length < BLOCK || head[0] === 0) return false;
  return textAt(head, 257, 262) === 'ustar' || hasRightSum(head.subarray(0, BLOCK));
}

/** Gives a value in a pax header, which has lines `<length> <key>=<value>`. */
function paxValue(lines: readonly string[], key: string): string | null {
  const line = lines.find((one) => one.slice(one.indexOf(' ') + 1).startsWith(`${key}=`));
  return line === undefined ? null : line.slice(line.indexOf('=') + 1);
}

/** Thrown where an archive is damaged or cut off; says where. */
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

/** Gives the name and the length of what a header tells of, which must lie in the archive. Throws `CutOff`. */
function placeOf(header: Uint8Array, at: number, end: number): { readonly name: string; readonly size: number } {
  if (!hasRightSum(header)) throw new CutOff(`the sum of the header at ${at} is wrong`);
  const name = nameOf(header);
  const size = octal(header, 124, 136);
  if (Number.isNaN(size)) throw new CutOff(`the length of ${name} is no number`);
  if (at + BLOCK + size > end) throw new CutOff(`${name} has no end`);
  return { name, size };
}

/**
 * Says what a tar archive holds, one after the other; folders are passed over. Throws `CutOff` where a header is damaged, a file ends before
 * its length, or the archive without the empty block that ends each.
 */
export function* tarEntries(archive: Uint8Array<ArrayBuffer>): Generator<TarEntry> {
  let [long, holes, ended]: [string | null, boolean, boolean] = [null, false, false];
  for (let at = 0; at < archive.length; ) {
    const header = archive.subarray(at, at + BLOCK);
    // Archives that were joined follow each other behind empty blocks.
    ended = header.every((byte) => byte === 0);
    if (header.length < BLOCK) throw new CutOff('its last block is cut off');
    if (ended) {
      at += BLOCK;
      continue;
    }
    const { name, size } = placeOf(header, at, archive.length);
    const kind = kindOf(header);
    const start = at + BLOCK;
    const bytes = archive.subarray(start, start + size);
    if (kind === 'L') long = textAt(bytes, 0, size);
    else if (kind === 'x') {
      const lines = decoder.decode(bytes).split('\n');
      long = paxValue(lines, 'GNU.sparse.name') ?? paxValue(lines, 'path');
      holes = paxValue(lines, 'GNU.sparse.major') !== null;
    } else {
      if (!PASSED.has(kind) && kind !== 'K')
        yield { name: long ?? name, other: holes ? 'a file with holes' : (OTHERS[kind] ?? null), bytes };
      if (kind !== 'K') [long, holes] = [null, false];
    }
    at = start + Math.ceil(size / BLOCK) * BLOCK;
  }
  if (!ended) throw new CutOff('its end is missing');
}
