const BLOCK = 512;

/** A file in a tar archive. */
export interface TarEntry {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const decoder = new TextDecoder();

function textAt(block: Uint8Array, from: number, to: number): string {
  const field = block.subarray(from, to);
  const end = field.indexOf(0);
  return decoder.decode(end < 0 ? field : field.subarray(0, end));
}

/** Whether bytes begin with the header of a tar archive. */
export const isTar = (head: Uint8Array): boolean => textAt(head, 257, 262) === 'ustar';

/** The name in a pax header: lines `<length> path=<name>`. */
function paxName(bytes: Uint8Array): string | null {
  const line = decoder
    .decode(bytes)
    .split('\n')
    .find((one) => /^\d+ path=/.test(one));
  return line === undefined ? null : line.slice(line.indexOf('=') + 1);
}

/** What the archive ended in, where it did not end as it should. */
export class CutOff extends Error {}

/**
 * The files of a tar archive, one after the other; links, devices and folders are passed over. Throws `CutOff` where a file ends before
 * its length.
 */
export function* tarEntries(archive: Uint8Array<ArrayBuffer>): Generator<TarEntry> {
  let long: string | null = null;
  for (let at = 0; at + BLOCK <= archive.length; ) {
    const header = archive.subarray(at, at + BLOCK);
    const short = textAt(header, 0, 100);
    if (short === '') return;
    const prefix = isTar(header) ? textAt(header, 345, 500) : '';
    const size = Number.parseInt(textAt(header, 124, 136).trim() || '0', 8);
    const kind = String.fromCharCode(header[156] ?? 0);
    const start = at + BLOCK;
    if (!Number.isSafeInteger(size) || start + size > archive.length) throw new CutOff(long ?? short);
    const bytes = archive.subarray(start, start + size);
    if (kind === 'L') long = textAt(bytes, 0, size);
    else if (kind === 'x') long = paxName(bytes);
    else {
      if (kind === '0' || kind === '\0') yield { name: long ?? (prefix === '' ? short : `${prefix}/${short}`), bytes };
      long = null;
    }
    at = start + Math.ceil(size / BLOCK) * BLOCK;
  }
}
