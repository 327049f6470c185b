import { inflatedBy } from '../../records/bytes.ts';
import type { Source } from '../../records/source.ts';

/** What the list at the end of a zip archive says of one file in it. */
export interface ZipEntry {
  readonly name: string;
  /** Why its bytes cannot be read; null where they can. */
  readonly unreadable: { readonly message: string; readonly hint: string } | null;
  /** 0: stored as it is; 8: deflated. */
  readonly method: number;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  /** Offset of its own header. */
  readonly at: number;
}

/** Thrown for an archive whose parts do not fit together; says which. */
export class BrokenZip extends Error {}

const [END, END_64, LOCATOR_64, LISTED, HEADER] = [0x06054b50, 0x06064b50, 0x07064b50, 0x02014b50, 0x04034b50];
const END_BYTES = 22;
const LONGEST_COMMENT = 0xffff;
/** A number of 32 bits that stands in the 64-bit field instead. */
const ELSEWHERE = 0xffffffff;

const big = (view: DataView, at: number): number => Number(view.getBigUint64(at, true));

async function viewOf(source: Source, from: number, to: number): Promise<DataView> {
  if (from < 0 || to > source.size || from > to) throw new BrokenZip('a part lies outside of the file');
  return new DataView(await source.slice(from, to));
}

/** Says where the list of files stands. */
async function listAt(source: Source): Promise<{ readonly from: number; readonly to: number }> {
  const start = Math.max(0, source.size - END_BYTES - LONGEST_COMMENT);
  const tail = await viewOf(source, start, source.size);
  let at = tail.byteLength - END_BYTES;
  while (at >= 0 && tail.getUint32(at, true) !== END) at--;
  if (at < 0) throw new BrokenZip('the list of files at its end is missing');
  const [size, from] = [tail.getUint32(at + 12, true), tail.getUint32(at + 16, true)];
  if (at < 20 || tail.getUint32(at - 20, true) !== LOCATOR_64) return { from, to: from + size };
  const where = big(tail, at - 12);
  const end = await viewOf(source, where, where + 56);
  if (end.getUint32(0, true) !== END_64) throw new BrokenZip('its 64-bit list is missing');
  return { from: big(end, 48), to: big(end, 48) + big(end, 40) };
}

/** Gives the sizes and the place of an entry; the 64-bit field holds those that are too large for theirs, in this order. */
function placesOf(list: DataView, at: number, extra: DataView): Pick<ZipEntry, 'size' | 'packed' | 'at'> {
  const wide: number[] = [];
  for (let i = 0; i + 4 <= extra.byteLength; i += 4 + extra.getUint16(i + 2, true)) {
    if (extra.getUint16(i, true) !== 1) continue;
    const end = Math.min(i + 4 + extra.getUint16(i + 2, true), extra.byteLength);
    for (let j = i + 4; j + 8 <= end; j += 8) wide.push(big(extra, j));
  }
  const read = (field: number): number => {
    const value = list.getUint32(at + field, true);
    return value === ELSEWHERE ? (wide.shift() ?? value) : value;
  };
  const size = read(24);
  const packed = read(20);
  return { size, packed, at: read(42) };
}

const LINK = 0o120000;

function unreadableOf(list: DataView, at: number): ZipEntry['unreadable'] {
  const method = list.getUint16(at + 10, true);
  if ((list.getUint16(at + 8, true) & 1) !== 0)
    return {
      message: 'protected with a password; it was not read',
      hint: 'unpack the archive and drop what is inside',
    };
  if (((list.getUint32(at + 38, true) >>> 16) & 0o170000) === LINK)
    return { message: 'a link to another file; it was not followed', hint: 'pack the file itself (zip without -y)' };
  if (method !== 0 && method !== 8)
    return {
      message: `packed in a way that is not read here (method ${method})`,
      hint: 'unpack the archive and drop what is inside',
    };
  return null;
}

/** Names are UTF-8 where they say so or can be read so; else each byte is a character. */
function nameIn(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('latin1').decode(bytes);
  }
}

/** Gives every file that the list at the end of the archive names. Throws `BrokenZip`. */
export async function* zipEntries(source: Source): AsyncGenerator<ZipEntry> {
  const { from, to } = await listAt(source);
  const list = await viewOf(source, from, to);
  for (let at = 0; at + 46 <= list.byteLength; ) {
    if (list.getUint32(at, true) !== LISTED) throw new BrokenZip('its list of files cannot be read');
    const [name, extra, comment] = [28, 30, 32].map((field) => list.getUint16(at + field, true)) as [
      number,
      number,
      number,
    ];
    const next = at + 46 + name + extra + comment;
    if (next > list.byteLength) throw new BrokenZip('its list of files is cut off');
    const bytes = (begin: number, length: number) => [list.buffer, list.byteOffset + begin, length] as const;
    yield {
      name: nameIn(new Uint8Array(...bytes(at + 46, name))),
      unreadable: unreadableOf(list, at),
      method: list.getUint16(at + 10, true),
      crc: list.getUint32(at + 16, true),
      ...placesOf(list, at, new DataView(...bytes(at + 46 + name, extra))),
    };
    at = next;
  }
}

/** Gives the packed bytes of an entry, inflated where they are deflated. Rejects with `BrokenZip`, or with what inflating throws. */
export async function streamOf(source: Source, entry: ZipEntry): Promise<ReadableStream<Uint8Array>> {
  const header = await viewOf(source, entry.at, entry.at + 30);
  if (header.getUint32(0, true) !== HEADER) throw new BrokenZip(`${entry.name} is not where the list says`);
  const from = entry.at + 30 + header.getUint16(26, true) + header.getUint16(28, true);
  const to = from + entry.packed;
  if (to > source.size) throw new BrokenZip(`${entry.name} has no end`);
  const stream = (source.blob?.slice(from, to) ?? new Blob([await source.slice(from, to)])).stream();
  return entry.method === 0 ? stream : inflatedBy('deflate-raw', stream);
}
