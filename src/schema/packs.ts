import type { PackSet } from './stored-case.ts';

/**
 * Where a member lies: its pack, its first byte, how many there are (0: nothing has its number), and the first digits of their SHA-256. A pack
 * holds members one after the other, each a gzip file of one line of JSON, so that a pack is a gzip file of JSON lines.
 */
export type Pointer = readonly [pack: number, start: number, length: number, sha256: string];

/** A record of the index of a set of packs: a member's number, or of a case `hash32` of its id. */
export interface Member {
  readonly key: number;
  readonly at: Pointer;
}

/** Hex digits of a hash in a name or a record. */
export const PACK_DIGITS = 12;
const RECORD = 14 + PACK_DIGITS / 2;
/** Records of a page, and the bytes of its check before them. */
const PAGE = 32;
const CHECK = 8;
const PAGE_BYTES = CHECK + PAGE * RECORD;

export const packPath = ({ path, packs }: Pick<PackSet, 'path' | 'packs'>, pack: number): string =>
  path.replace('*', `${pack}.${packs.slice(PACK_DIGITS * pack, PACK_DIGITS * (pack + 1))}`);

export const indexPath = ({ path, index }: Pick<PackSet, 'path' | 'index'>): string =>
  path.replace(/\*.*/, `index.${index}.bin`);

/** Lists the files of a set. */
export const filesOfSet = (set: PackSet): readonly string[] => [
  indexPath(set),
  ...Array.from({ length: set.packs.length / PACK_DIGITS }, (_, pack) => packPath(set, pack)),
];

/** Says where the record of a key belongs among so many: a number at its own, a hash where hashes spread evenly put it. */
export const placeOfKey = (key: number, { members, slack }: Pick<PackSet, 'members' | 'slack'>): number =>
  slack === undefined ? key : Math.floor((key / 2 ** 32) * members);

/** PackBytes of a file: the first, and that after the last. */
export type ByteRange = readonly [from: number, to: number];

/** Gives the bytes of the index, whole pages, that hold the records of a key if there are any. */
export function indexRange(set: PackSet, key: number): ByteRange {
  const { members, slack = 0 } = set;
  const at = placeOfKey(key, set);
  const pages = Math.ceil(members / PAGE);
  const first = Math.max(0, Math.floor((at - slack) / PAGE));
  const last = Math.min(pages, Math.floor((at + slack) / PAGE) + 1);
  return [first * PAGE_BYTES, Math.min(last * PAGE_BYTES, pages * CHECK + members * RECORD)];
}

/** Gives the bytes of each of these pages. */
export function pagesOfKey(set: PackSet, key: number): readonly ByteRange[] {
  const [from, to] = indexRange(set, key);
  const pages = Math.ceil((to - from) / PAGE_BYTES);
  return Array.from({ length: pages }, (_, i) => [from + i * PAGE_BYTES, Math.min(to, from + (i + 1) * PAGE_BYTES)]);
}

type PackBytes = Uint8Array<ArrayBuffer>;

const cut = (bytes: PackBytes, size: number): PackBytes[] =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => bytes.subarray(i * size, (i + 1) * size));

/** Gives the pages in bytes of an index: the check of each, in hex, and its records. */
export const indexPages = (bytes: PackBytes) =>
  cut(bytes, PAGE_BYTES).map((page) => ({ check: hexDigits(page.subarray(0, CHECK)), records: page.subarray(CHECK) }));

export const hexDigits = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Reads the records of whole pages of an index. */
export const membersIn = (bytes: PackBytes): Member[] =>
  indexPages(bytes)
    .flatMap(({ records }) => cut(records, RECORD))
    .map((record) => {
      const view = new DataView(record.buffer, record.byteOffset, RECORD);
      const at = [view.getUint16(12), view.getUint32(4), view.getUint32(8), hexDigits(record.subarray(14))] as const;
      return { key: view.getUint32(0), at };
    });

/** Writes an index; `sha256` hashes bytes into hex. */
export function encodeIndex(members: readonly Member[], sha256: (bytes: Uint8Array) => string): PackBytes {
  const hex = (number: number, digits: number): string => number.toString(16).padStart(digits, '0');
  const records = members.map(
    ({ key, at: [pack, start, length, hash] }) => hex(key, 8) + hex(start, 8) + hex(length, 8) + hex(pack, 4) + hash,
  );
  const bytesOf = (text: string): PackBytes =>
    Uint8Array.from(text.match(/../g) ?? [], (two) => Number.parseInt(two, 16));
  const pages = Array.from({ length: Math.ceil(records.length / PAGE) }, (_, page) => {
    const own = records.slice(page * PAGE, (page + 1) * PAGE).join('');
    return sha256(bytesOf(own)).slice(0, 2 * CHECK) + own;
  });
  return bytesOf(pages.join(''));
}
